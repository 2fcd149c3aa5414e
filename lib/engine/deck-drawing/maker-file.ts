import { existsSync } from 'node:fs';
import { delimiter, dirname, join } from 'node:path';

const FILE = 'deck-maker/deck-maker.wasm';

/** Folders from a folder upwards. */
function upwards(folder: string): string[] {
  const above = dirname(folder);
  return [folder, ...(above === folder ? [] : upwards(above))];
}

/**
 * The WebAssembly module that draws slides: in the layer of Lambda, else in the repository that the code is in.
 * @param folder of the code that asks @param nodePath folders of packages of layers, as `NODE_PATH` has them
 * @returns undefined where there is none: decks are then redesigned
 */
export function makerFile(folder: string, nodePath = ''): string | undefined {
  const ofLayers = nodePath.split(delimiter).filter((path) => path !== '');
  return [
    ...ofLayers.map((path) => join(path, FILE)),
    ...upwards(folder).map((path) => join(path, 'layers', FILE)),
  ].find((path) => existsSync(path));
}
