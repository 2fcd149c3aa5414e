import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';

function nearestPackage(folder: string): string {
  const parent = dirname(folder);
  return existsSync(join(folder, 'package.json')) || parent === folder ? folder : nearestPackage(parent);
}

/** The folder of this project, or of the npm package that `npm run pack:service` makes of it. */
export const PROJECT_FOLDER = nearestPackage(import.meta.dirname);

/** The folder, in the npm package, of what a clone makes at its first start: the bundles of the functions and the resolved service. */
export const PREBUILT_FOLDER = 'prebuilt';

/** Reports whether a folder is that of the npm package. It has no sources, and nothing is written into it. */
export const isNpmPackage = (folder: string = PROJECT_FOLDER): boolean => existsSync(join(folder, PREBUILT_FOLDER));

/** The folder for data and videos that are not named: the project, or the current folder of those who use the npm package. */
export const defaultOutputFolder = (): string => (isNpmPackage() ? process.cwd() : PROJECT_FOLDER);
