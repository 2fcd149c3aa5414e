import { existsSync, realpathSync } from 'node:fs';
import { delimiter, dirname, join } from 'node:path';
import { deckDrawingModulePath } from '#engine/deck-drawing/deck-drawing-module-path.ts';

/** A folder, and the target of a link. Node imports packages by their real paths, so the target needs its own permission. */
const withRealPath = (folder: string): string[] => (existsSync(folder) ? [folder, realpathSync(folder)] : [folder]);

/** Folders of packages that code in a folder may import: `node_modules` of the folder and of all folders above it. */
function packageFolders(folder: string): string[] {
  const packages = join(folder, 'node_modules');
  const parent = dirname(folder);
  return [
    ...(existsSync(packages) ? withRealPath(packages) : []),
    ...(parent === folder ? [] : packageFolders(parent)),
  ];
}

/**
 * Options of Node for a process that reads a deck. It may read its program and the packages that it imports, the module that draws slides, and
 * its folder, and write into its folder. It may not load native code, or start a process or a thread. It therefore cannot read data of the
 * process that started it, although both run as the same user.
 * @param script path of its program
 * @param folder the folder of the deck; undefined if the process has none and may not write
 * @param nodePath folders of packages in layers, as in `NODE_PATH`
 */
export function deckProcessPermissionOptions(script: string, folder: string | undefined, nodePath = ''): string[] {
  // TypeScript is run only in the repository, where the program imports files from all of lib.
  const program = script.endsWith('.ts') ? join(dirname(script), '../..') : dirname(script);
  const drawingModule = deckDrawingModulePath(dirname(script), nodePath);
  const readablePaths = [
    program,
    ...packageFolders(dirname(script)),
    ...nodePath
      .split(delimiter)
      .filter((path) => path !== '')
      .flatMap(withRealPath),
    ...(drawingModule === undefined ? [] : [drawingModule]),
  ];
  return [
    '--permission',
    ...[...new Set(readablePaths), ...(folder === undefined ? [] : [folder])].map((path) => `--allow-fs-read=${path}`),
    ...(folder === undefined ? [] : [`--allow-fs-write=${folder}`]),
  ];
}
