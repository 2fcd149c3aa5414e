import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';

/** The nearest folder with a `package.json`: this one, or one above it. Without one, the root. */
function nearestPackageFolder(folder: string): string {
  const parent = dirname(folder);
  return existsSync(join(folder, 'package.json')) || parent === folder ? folder : nearestPackageFolder(parent);
}

/** The folder of this project, or of the npm package that `npm run pack:service` makes of it. */
export const PROJECT_FOLDER = nearestPackageFolder(import.meta.dirname);

/** The folder in the npm package with what a clone makes at its first start: the bundles of the functions and the resolved service. */
export const PREBUILT_FOLDER = 'prebuilt';

/** Reports whether a folder is that of the npm package. It has no sources, and nothing is written into it. */
export const isNpmPackage = (folder: string = PROJECT_FOLDER): boolean => existsSync(join(folder, PREBUILT_FOLDER));

/** The folder for data and videos for which no folder is named: the project, or the current folder where the npm package is used. */
export const defaultOutputFolder = (): string => (isNpmPackage() ? process.cwd() : PROJECT_FOLDER);
