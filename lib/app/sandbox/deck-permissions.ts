import { existsSync, realpathSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { makerFile } from '#engine/deck-drawing/maker-file.ts';

/** Folders of packages that code in a folder may import: those of it and of the folders above. */
function packageFolders(folder: string): string[] {
  const own = join(folder, 'node_modules');
  const above = dirname(folder);
  // A link is followed to where the packages are.
  return [...(existsSync(own) ? [own, realpathSync(own)] : []), ...(above === folder ? [] : packageFolders(above))];
}

/**
 * Options of Node for a process that reads a deck: it may read its program, the module that draws slides, and its folder, and write that folder. It may load no native
 * code, and start no process and no thread. So it reads nothing of the process that started it, which runs as the same user.
 * @param script of the process; @param folder of the deck; @param nodePath folders of packages of layers, as `NODE_PATH` has them
 */
export function deckPermissions(script: string, folder: string, nodePath = ''): string[] {
  // A script of TypeScript is run in the repository: its program is all of lib.
  const program = script.endsWith('.ts') ? join(dirname(script), '../..') : dirname(script);
  const maker = makerFile(dirname(script), nodePath);
  const readable = [
    program,
    ...packageFolders(dirname(script)),
    ...nodePath.split(':').filter((path) => path !== ''),
    ...(maker === undefined ? [] : [maker]),
  ];
  return [
    '--permission',
    ...[...new Set(readable), folder].map((path) => `--allow-fs-read=${path}`),
    `--allow-fs-write=${folder}`,
  ];
}
