import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import process from 'node:process';
import { fileURLToPath } from 'node:url';
import { pathInLambdaLayer } from '#kernel/shared/path-in-lambda-layer.ts';
import { ICON_FILES, ICON_FOLDER } from './icon-files.ts';

let shapes: ReadonlyMap<string, string> | undefined;

/** The text with the shapes: in the layer `drawing`, or in the repository. @throws Error if it is not installed */
function shapesText(): string {
  const place = { inLayer: ICON_FOLDER, inRepository: ICON_FOLDER };
  const folder = pathInLambdaLayer(place, dirname(fileURLToPath(import.meta.url)), process.env.NODE_PATH);
  if (folder === undefined) throw new Error('The shapes of the icons are not installed.');
  return readFileSync(join(folder, ICON_FILES[0]), 'utf8');
}

/**
 * The shapes of an icon as elements of SVG without colours, in a box of 24 units; undefined if there is no such icon. Its file has a line for
 * each icon: its name, and after a tab its paths, with `|` between them.
 */
export function iconDrawing(name: string): string | undefined {
  shapes ??= new Map(
    shapesText()
      .trimEnd()
      .split('\n')
      .map((line) => {
        const [icon = '', paths = ''] = line.split('\t');
        return [
          icon,
          paths
            .split('|')
            .map((path) => `<path d="${path}"/>`)
            .join(''),
        ];
      }),
  );
  return shapes.get(name);
}
