import { decode } from '@jridgewell/sourcemap-codec';
import { build } from 'esbuild';
import { beforeAll, expect, it } from 'vitest';
import { toLineOnlySourceMap } from '#deploy/line-only-source-map.ts';

const LINES = ['export function first() {', '  const two = 1 + 1; throw new Error(String(two));', '}', '', 'first();'];
const MORE = "import { first } from './first.ts';\n\nexport const both = () => [first(), first()];\nboth();\n";

let whole: string;
let lines: string;
beforeAll(async () => {
  const { outputFiles } = await build({
    stdin: { contents: MORE, resolveDir: '/', sourcefile: 'more.ts', loader: 'ts' },
    plugins: [
      {
        name: 'first',
        setup({ onResolve, onLoad }) {
          onResolve({ filter: /first/ }, () => ({ path: 'first.ts', namespace: 'memory' }));
          onLoad({ filter: /.*/, namespace: 'memory' }, () => ({ contents: LINES.join('\n'), loader: 'ts' }));
        },
      },
    ],
    ...{ bundle: true, write: false, format: 'esm', sourcemap: 'external', sourcesContent: false },
    ...{ minifyWhitespace: true, minifySyntax: true, outfile: 'out.mjs' },
  });
  whole = outputFiles.find(({ path }) => path.endsWith('.map'))?.text ?? '';
  lines = toLineOnlySourceMap(whole);
});

/** Source and line of every column of the code that a map has a segment for. */
function placesOf(map: string): string[] {
  const { sources, mappings } = JSON.parse(map) as { sources: string[]; mappings: string };
  return decode(mappings).flatMap((segments, line) => {
    const end = Math.max(
      0,
      ...decode((JSON.parse(whole) as { mappings: string }).mappings)
        .flat()
        .map(([column]) => column),
    );
    return Array.from({ length: end + 1 }, (_, column) => {
      const segment = segments.findLast(([from]) => from <= column);
      return `${line}:${column} ${segment?.[1] === undefined ? '' : `${sources[segment[1]]}:${(segment[2] ?? 0) + 1}`}`;
    });
  });
}

it('has for every column the source and the line that the whole map has', () => {
  expect(placesOf(lines)).toEqual(placesOf(whole));
  expect(placesOf(lines).join('\n')).toContain('memory:first.ts:2');
});

it('has one segment for each run of a line, and so fewer bytes', () => {
  const count = (map: string) => decode((JSON.parse(map) as { mappings: string }).mappings).flat().length;
  expect(count(lines)).toBeLessThan(count(whole) / 2);
  expect(lines.length).toBeLessThan(whole.length);
});
