import { existsSync } from 'node:fs';
import { delimiter, dirname, join } from 'node:path';

/** A folder and all folders above it. */
function upwards(folder: string): string[] {
  const parent = dirname(folder);
  return [folder, ...(parent === folder ? [] : upwards(parent))];
}

/**
 * The path of a file or folder of this repository that a layer has: in a layer of Lambda, or in the folder `layers` of the repository.
 * @param place its path in the folder of packages of the layer, and in the repository below `layers`
 * @param folder of the calling code
 * @param nodePath folders of packages in layers, as in `NODE_PATH`
 * @returns undefined if it is not installed
 */
export function pathInLambdaLayer(
  place: { inLayer: string; inRepository: string },
  folder: string,
  nodePath = '',
): string | undefined {
  const layerFolders = nodePath.split(delimiter).filter((path) => path !== '');
  return [
    ...layerFolders.map((path) => join(path, place.inLayer)),
    ...upwards(folder).map((path) => join(path, 'layers', place.inRepository)),
  ].find((path) => existsSync(path));
}
