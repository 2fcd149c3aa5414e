import { basename, extname, resolve } from 'node:path';
import { build } from 'esbuild';
import { CONSOLE_FILES, type ConsoleFile, type ConsoleFileName } from './console-files.ts';

const MEDIA_TYPES: Readonly<Record<string, string>> = {
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.woff2': 'font/woff2',
};

/**
 * Bundles the console: a script, a style sheet, and the fonts that the style sheet names.
 * @param options `inputs` gets the paths of all source files, relative to `serviceDir`, the root of the project
 * @throws Error for sources that do not compile, or whose bundle has other files than `CONSOLE_FILES`
 */
export async function buildConsole({
  inputs = new Set<string>(),
  serviceDir = resolve(import.meta.dirname, '../../..'),
} = {}): Promise<Record<ConsoleFileName, ConsoleFile>> {
  const { outputFiles, metafile } = await build({
    absWorkingDir: serviceDir,
    entryPoints: ['lib/front/console/app/console.tsx', 'lib/front/console/app/console.css'],
    outdir: 'out/console',
    entryNames: '[name]',
    assetNames: '[name]',
    bundle: true,
    format: 'esm',
    target: ['chrome120', 'firefox121', 'safari17'],
    jsx: 'automatic',
    jsxImportSource: 'preact',
    loader: { '.woff2': 'file' },
    minify: true,
    metafile: true,
    write: false,
    logLevel: 'silent',
  });
  for (const input of Object.keys(metafile.inputs)) inputs.add(input);
  const builtFiles = new Map(
    outputFiles.map(({ path, contents }) => {
      const isBase64 = path.endsWith('.woff2');
      const body = Buffer.from(contents).toString(isBase64 ? 'base64' : 'utf8');
      return [basename(path), { type: MEDIA_TYPES[extname(path)] ?? '', body, isBase64 }];
    }),
  );
  const files = CONSOLE_FILES.map((name): [ConsoleFileName, ConsoleFile] => {
    const file = builtFiles.get(name);
    if (file === undefined) throw new Error(`The build of the console has no ${name}.`);
    return [name, file];
  });
  if (builtFiles.size !== files.length) throw new Error(`The build of the console has files that nothing serves.`);
  return Object.fromEntries(files) as Record<ConsoleFileName, ConsoleFile>;
}
