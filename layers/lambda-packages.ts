import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { mkdir, mkdtemp, readFile, rename, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import process from 'node:process';
import { promisify } from 'node:util';
import { z } from 'zod';
import { parseJson } from '#kernel/shared/parse-json.ts';

const run = promisify(execFile);

/** The platforms of Lambda for packages with native code: the key is Lambda's name of the architecture, the values are npm's `os`, `cpu` and `libc`. */
export const NPM_PLATFORM_BY_ARCHITECTURE = {
  x86_64: { os: 'linux', cpu: 'x64', libc: 'glibc' },
  arm64: { os: 'linux', cpu: 'arm64', libc: 'glibc' },
} as const;

/** Lambda's name of a processor architecture. */
export type LambdaArchitecture = keyof typeof NPM_PLATFORM_BY_ARCHITECTURE;

/** Folder with unpacked packages for platforms other than this machine's. */
const FETCHED_FOLDER = '.build/fetched';

const names = z.array(z.string()).optional();
const versions = z.record(z.string(), z.string()).optional();
/** Entry of an installed package in a lock file. */
const lockEntry = z.object({
  version: z.string().optional(),
  integrity: z.string().optional(),
  ...{ os: names, cpu: names, libc: names },
  ...{ dependencies: versions, optionalDependencies: versions },
});
const lockFile = z.object({ packages: z.record(z.string(), lockEntry) });

type Lock = z.output<typeof lockFile>['packages'];

/** A package of package-lock.json: `path` starts with node_modules. */
export interface LockedPackage {
  path: string;
  version: string;
  integrity: string | undefined;
}

const lockOf = (serviceDir: string): Lock =>
  parseJson(lockFile, readFileSync(join(serviceDir, 'package-lock.json'), 'utf8')).packages;

const runsOn = (
  { os, cpu, libc }: (typeof NPM_PLATFORM_BY_ARCHITECTURE)[LambdaArchitecture],
  entry: Lock[string],
): boolean =>
  (entry.os?.includes(os) ?? true) && (entry.cpu?.includes(cpu) ?? true) && (entry.libc?.includes(libc) ?? true);

/**
 * The path of a package in the lock file, found as Node resolves an import: first below `from`, then in the folders above it.
 * @param from path of the importing package, such as `node_modules/sharp`; empty: the project
 * @returns undefined if the lock file does not have it
 */
function findInLock(lock: Lock, name: string, from: string): string | undefined {
  for (let folder = from; ; ) {
    const path = `${folder === '' ? '' : `${folder}/`}node_modules/${name}`;
    if (path in lock) return path;
    if (folder === '') return undefined;
    const end = folder.lastIndexOf('/node_modules/');
    folder = end < 0 ? '' : folder.slice(0, end);
  }
}

/**
 * The packages that npm would install on Lambda's platform for the named packages: these and all their dependencies, from
 * package-lock.json, independent of what is installed on this machine. A name may end in `*`.
 * @param alone without the dependencies
 * @returns in the order of their paths
 * @throws Error for a package that the lock file does not have
 */
export function lockedPackagesForLambda(
  serviceDir: string,
  names: readonly string[],
  architecture: LambdaArchitecture,
  { alone = false } = {},
): LockedPackage[] {
  const lock = lockOf(serviceDir);
  const platform = NPM_PLATFORM_BY_ARCHITECTURE[architecture];
  const found = new Map<string, Lock[string]>();
  const visit = (name: string, from: string, optional: boolean): void => {
    const path = findInLock(lock, name, from);
    if (path === undefined) {
      if (optional) return;
      throw new Error(`package-lock.json has no ${name}`);
    }
    const entry = lock[path];
    if (found.has(path) || !entry || !runsOn(platform, entry)) return;
    found.set(path, entry);
    if (alone) return;
    const { dependencies = {}, optionalDependencies = {} } = entry;
    for (const dependency of Object.keys(dependencies)) visit(dependency, path, dependency in optionalDependencies);
    for (const dependency of Object.keys(optionalDependencies)) visit(dependency, path, true);
  };
  for (const name of names) {
    if (!name.endsWith('*')) visit(name, '', false);
    else {
      const start = `node_modules/${name.slice(0, -1)}`;
      for (const path of Object.keys(lock))
        if (path.startsWith(start)) visit(path.slice('node_modules/'.length), '', false);
    }
  }
  return [...found]
    .sort(([one], [other]) => (one < other ? -1 : 1))
    .map(([path, { version = '', integrity }]) => ({ path, version, integrity }));
}

const packageNameOf = (path: string): string => path.slice(path.lastIndexOf('node_modules/') + 'node_modules/'.length);

/**
 * Fetches a package with `npm pack` and unpacks it.
 * @throws Error for a package that cannot be fetched, or whose SHA-512 is not that of the lock file
 */
async function fetchPackage(folder: string, name: string, { version, integrity }: LockedPackage): Promise<void> {
  await mkdir(dirname(folder), { recursive: true });
  const temporary = await mkdtemp(`${folder}.`);
  try {
    const pack = ['pack', `${name}@${version}`, '--silent', '--pack-destination', temporary];
    const { stdout } = await run('npm', pack, { shell: process.platform === 'win32' }).catch(
      (cause: { stderr?: string }) => {
        throw new Error(`${name}@${version} is not installed on this machine, and cannot be fetched: ${cause.stderr}`, {
          cause,
        });
      },
    );
    const archive = join(temporary, stdout.trim().split('\n').at(-1) ?? '');
    const digest = createHash('sha512')
      .update(await readFile(archive))
      .digest('base64');
    if (`sha512-${digest}` !== integrity)
      throw new Error(`${name}@${version} is not the package that package-lock.json names: its SHA-512 is ${digest}`);
    const unpacked = join(temporary, 'unpacked');
    await mkdir(unpacked);
    await run('tar', ['-xzf', archive, '-C', unpacked, '--strip-components=1']);
    // Another run may have fetched it meanwhile: its folder has the same content.
    await rename(unpacked, folder).catch((error: unknown) => {
      if (!existsSync(folder)) throw error;
    });
  } finally {
    await rm(temporary, { recursive: true, force: true });
  }
}

/**
 * The folder with the content of a package of `lockedPackagesForLambda()`: the installed one, otherwise one that is fetched from the registry. A
 * fetched package is kept, so that a second run needs no network.
 * @param installed false: installed packages are ignored, as on a machine of another platform
 * @throws Error for a package that is not installed and cannot be fetched, or that differs from the one in the lock file
 */
export async function folderOfLockedPackage(
  serviceDir: string,
  locked: LockedPackage,
  { installed = true } = {},
): Promise<string> {
  const here = join(serviceDir, locked.path);
  if (installed && existsSync(join(here, 'package.json'))) {
    const { version } = parseJson(
      z.object({ version: z.string() }),
      await readFile(join(here, 'package.json'), 'utf8'),
    );
    if (version !== locked.version)
      throw new Error(`${locked.path} has version ${version}, package-lock.json says ${locked.version}; run npm ci`);
    return here;
  }
  const name = packageNameOf(locked.path);
  const folder = join(serviceDir, FETCHED_FOLDER, `${name.replace('/', '+')}-${locked.version}`);
  if (!existsSync(folder)) await fetchPackage(folder, name, locked);
  return folder;
}
