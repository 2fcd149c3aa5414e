import { createHash } from 'node:crypto';
import { copyFile, mkdir, mkdtemp, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { FILE_PACK_EXTENSION, packFiles } from '#kernel/shared/file-pack.ts';
import type { LayerContent } from './contents.ts';
import type { LambdaArchitecture } from './lambda-packages.ts';
import { folderOfLockedPackage, type LockedPackage, lockedPackagesForLambda } from './lambda-packages.ts';
import { LAMBDA_FILE_RULES_TEXT, packageFilesForLambda } from './package-files.ts';

/** Part of the cache key of a layer. Raise it when a change of this file changes the content of layers. */
const LAYER_VERSION = 2;
/** Folder in which Lambda's Node finds the packages of layers: NODE_PATH names it. */
const MODULES_FOLDER = 'nodejs';
/** Number of files that are copied concurrently. */
const AT_ONCE = 32;

/** Reports whether `name`, which may end in `*`, names the package with a path of the lock file. */
const matchesName = (name: string, path: string): boolean => {
  const own = `node_modules/${name}`;
  return own.endsWith('*') ? path.startsWith(own.slice(0, -1)) : path === own;
};

/** The packages of a layer; `only`: the pattern of the files to take of a package, undefined for all files that go to Lambda. */
function contentOf(
  serviceDir: string,
  { code, files = [] }: LayerContent,
  architecture: LambdaArchitecture,
): { locked: LockedPackage; only: RegExp | undefined }[] {
  const ofCode = lockedPackagesForLambda(serviceDir, code, architecture).map((locked) => ({ locked, only: undefined }));
  const names = files.map(([name]) => name);
  const ofFiles = lockedPackagesForLambda(serviceDir, names, architecture, { alone: true }).map((locked) => ({
    locked,
    only: files.findLast(([name]) => matchesName(name, locked.path))?.[1],
  }));
  return [...ofCode, ...ofFiles];
}

interface Copy {
  from: string;
  to: string;
}

async function copyAll(files: readonly Copy[]): Promise<void> {
  for (const folder of new Set(files.map(({ to }) => dirname(to)))) await mkdir(folder, { recursive: true });
  const waiting = [...files];
  const copy = async () => {
    for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) await copyFile(next.from, next.to);
  };
  await Promise.all(Array.from({ length: AT_ONCE }, copy));
}

interface Packed {
  locked: LockedPackage;
  folder: string;
}

/** The folders whose files the layer has packed into one file, each with its package. */
const packedOf = (serviceDir: string, { packed = [] }: LayerContent, architecture: LambdaArchitecture): Packed[] =>
  packed.flatMap(([name, folder]) =>
    lockedPackagesForLambda(serviceDir, [name], architecture, { alone: true }).map((locked) => ({ locked, folder })),
  );

/** Packs the files of a folder into one file. @param to path of the file without extension; its folder is created */
async function packFolder(from: string, to: string): Promise<void> {
  const names = (await readdir(from)).toSorted();
  const files = await Promise.all(names.map(async (name) => [name, await readFile(join(from, name))] as const));
  await mkdir(dirname(to), { recursive: true });
  await writeFile(`${to}${FILE_PACK_EXTENSION}`, await packFiles(files));
}

/**
 * Builds a layer of npm packages in the layout that Lambda expects: `<dist>/nodejs/node_modules/…`. A layer whose key shows that its
 * content is the same is not built again. Concurrent builds are safe: each is written next to `dist` and renamed.
 * @param dist folder of the layer
 * @param options `content`: one of PACKAGE_LAYERS; `installed: false`: installed packages are ignored, as on a machine of another platform
 * @throws Error for a package that cannot be found
 */
export async function buildPackageLayer(
  dist: string,
  {
    serviceDir,
    content,
    architecture,
    installed = true,
  }: { serviceDir: string; content: LayerContent; architecture: LambdaArchitecture; installed?: boolean },
): Promise<void> {
  const packages = contentOf(serviceDir, content, architecture);
  const packed = packedOf(serviceDir, content, architecture);
  const own = await Promise.all(
    (content.own ?? []).map(async ([file, place]) => {
      const from = join(serviceDir, file);
      return {
        from,
        place,
        sha256: createHash('sha256')
          .update(await readFile(from))
          .digest('hex'),
      };
    }),
  );
  const decisive = [
    ...[LAYER_VERSION, LAMBDA_FILE_RULES_TEXT, packages.map(({ locked, only }) => [locked, String(only)]), packed],
    ...own.map(({ place, sha256 }) => [place, sha256]),
  ];
  const key = createHash('sha256').update(JSON.stringify(decisive)).digest('hex');
  const present = await readFile(join(dist, 'key'), 'utf8').catch(() => undefined);
  if (present === key) return;
  await mkdir(dirname(dist), { recursive: true });
  const temporary = await mkdtemp(`${dist}.`);
  try {
    const files: Copy[] = own.map(({ from, place }) => ({
      from,
      to: join(temporary, MODULES_FOLDER, 'node_modules', place),
    }));
    for (const { locked, only } of packages) {
      const folder = await folderOfLockedPackage(serviceDir, locked, { installed });
      for (const file of await packageFilesForLambda(folder))
        if (only === undefined || only.test(file))
          files.push({ from: join(folder, file), to: join(temporary, MODULES_FOLDER, locked.path, file) });
    }
    await copyAll(files);
    for (const { locked, folder } of packed)
      await packFolder(
        join(await folderOfLockedPackage(serviceDir, locked, { installed }), folder),
        join(temporary, MODULES_FOLDER, locked.path, folder),
      );
    await writeFile(join(temporary, 'key'), key);
    await rm(dist, { recursive: true, force: true });
    await rename(temporary, dist);
  } finally {
    await rm(temporary, { recursive: true, force: true });
  }
}
