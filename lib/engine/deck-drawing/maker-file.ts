import { existsSync } from 'node:fs';
import { delimiter, dirname, join } from 'node:path';

const FILE = 'deck-maker/deck-maker.wasm';

/** A folder and all folders above it. */
function upwards(folder: string): string[] {
  const parent = dirname(folder);
  return [folder, ...(parent === folder ? [] : upwards(parent))];
}

/**
 * The path of the WebAssembly module that draws slides: in a layer of Lambda, or in the repository.
 * @param folder of the calling code
 * @param nodePath folders of packages in layers, as in `NODE_PATH`
 * @returns undefined if it is not installed: decks are redesigned then
 */
export function makerFile(folder: string, nodePath = ''): string | undefined {
  const layerFolders = nodePath.split(delimiter).filter((path) => path !== '');
  return [
    ...layerFolders.map((path) => join(path, FILE)),
    ...upwards(folder).map((path) => join(path, 'layers', FILE)),
  ].find((path) => existsSync(path));
}
