import { accessSync, constants, statSync } from 'node:fs';
import { createRequire } from 'node:module';
import { posix, win32 } from 'node:path';
import { StartError } from './host/start-error.ts';

/** The parts of a machine that decide which program is the emulator of DynamoDB. */
export interface DynamoDbBinaryLookup {
  environment: Readonly<Record<string, string | undefined>>;
  platform: NodeJS.Platform;
  arch: string;
  /** Finds a file of an npm package. @throws Error for one that is not installed */
  resolve(name: string): string;
  isProgram(path: string): boolean;
}

function isProgram(path: string): boolean {
  try {
    // Windows has no such right: there, each file that can be read counts.
    accessSync(path, constants.X_OK);
    return statSync(path).isFile();
  } catch {
    return false;
  }
}

const thisMachine = (): DynamoDbBinaryLookup => ({
  environment: process.env,
  platform: process.platform,
  arch: process.arch,
  resolve: createRequire(import.meta.url).resolve,
  isProgram,
});

/** The program of the npm package for the platform; undefined if npm has not installed it. */
function findInPackage(name: string, { resolve }: DynamoDbBinaryLookup): string | undefined {
  try {
    return resolve(name);
  } catch {
    return undefined;
  }
}

/** The program in the folders of PATH. */
function findOnPath(file: string, { environment, platform, isProgram }: DynamoDbBinaryLookup): string | undefined {
  const { delimiter, join } = platform === 'win32' ? win32 : posix;
  const folders = (environment.PATH ?? environment.Path ?? '').split(delimiter).filter((folder) => folder !== '');
  return folders.map((folder) => join(folder, file)).find(isProgram);
}

/**
 * Finds the program of the emulator of DynamoDB: DYNOXIDE_PATH, else that of the npm package for this platform, else the one on PATH.
 * @throws StartError without one, which says where to get it and what works without it
 */
export function requireDynamoDbBinary(search: DynamoDbBinaryLookup = thisMachine()): string {
  const { environment, platform, arch, isProgram } = search;
  const configuredPath = environment.DYNOXIDE_PATH || undefined;
  if (configuredPath !== undefined) {
    if (isProgram(configuredPath)) return configuredPath;
    throw new StartError(`DYNOXIDE_PATH: ${configuredPath} is not a program`);
  }
  const file = platform === 'win32' ? 'dynoxide.exe' : 'dynoxide';
  const name = `@dynoxide/${platform}-${arch}`;
  const binaryPath = findInPackage(`${name}/${file}`, search) ?? findOnPath(file, search);
  if (binaryPath !== undefined) return binaryPath;
  throw new StartError(
    `The emulator of DynamoDB (dynoxide) is not installed for ${platform}-${arch}. Put it on PATH or name it with DYNOXIDE_PATH (https://github.com/nubo-db/dynoxide); where npm has it, "npm install --no-save ${name}" installs it. Without it, AWS_ENDPOINT_URL can name an AWS-compatible endpoint.`,
  );
}
