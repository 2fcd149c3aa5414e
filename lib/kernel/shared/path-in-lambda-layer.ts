import { existsSync } from 'node:fs';
import { delimiter, dirname, join } from 'node:path';

/** A folder and all folders above it. */
function folderAndItsParents(folder: string): string[] {
  const parent = dirname(folder);
  return [folder, ...(parent === folder ? [] : folderAndItsParents(parent))];
}

/**
 * The path of a file or folder of this repository that a layer has: in a layer of Lambda, or in the folder `layers` of the repository.
 * @param paths the path of the file or folder in the folder of packages of the layer, and in the repository below `layers`
 * @param callerFolder the folder of the calling code
 * @param nodePath folders of packages in layers, as in `NODE_PATH`
 * @returns undefined if it is not installed
 */
export function pathInLambdaLayer(
  paths: { inLayer: string; inRepository: string },
  callerFolder: string,
  nodePath = '',
): string | undefined {
  const layerFolders = nodePath.split(delimiter).filter((path) => path !== '');
  return [
    ...layerFolders.map((path) => join(path, paths.inLayer)),
    ...folderAndItsParents(callerFolder).map((path) => join(path, 'layers', paths.inRepository)),
  ].find((path) => existsSync(path));
}
