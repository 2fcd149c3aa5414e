import { createHash } from 'node:crypto';
import { mkdir, readFile, rename, stat, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import process from 'node:process';
import { z } from 'zod';
import { parseJsonIfValid } from '#kernel/shared/parse-json.ts';

/** Name of the default folder for bundles, within the folder of the service. */
export const BUILD_FOLDER = '.build';

const RECORD_FILE = 'bundles.json';
/** Files that decide how an import is resolved and bundled, and that are not part of a bundle. */
const RESOLUTION_FILES = ['localstack/deploy/bundle-handlers.ts', 'package.json', 'package-lock.json', 'tsconfig.json'];

/** Functions to bundle, and the folder for the bundles. */
export interface BundleFunctionsRequest {
  serviceDir: string;
  handlers: readonly string[];
  /** Handlers whose bundles are made after the others; none by default. */
  laterHandlers?: readonly string[];
  outDir?: string;
  /** True if the bundles share chunks, for handlers that run on one machine. */
  sharing?: boolean;
}

/** Bundles, and the paths of all files that went into them. */
export interface BundlesWithInputFiles {
  bundles: BundlesByHandler;
  inputs: string[];
}

/** The bundles of `handlers`, and the bundles and files that are still being made after them. */
export interface BundledFunctions extends BundlesWithInputFiles {
  /** Bundles of `laterHandlers`, which are still being made; absent: none. */
  laterBundles?: Promise<BundlesWithInputFiles> | undefined;
  /** Files that are still being made, for which no bundle waits; absent: none. */
  laterFiles?: Promise<FilesMadeAfterBundles> | undefined;
}

/** Bundles that can be used, and those that are still being made. */
export interface ReadyBundles {
  bundles: BundlesByHandler;
  /** The bundles of `laterHandlers`. Rejects with the reason if they cannot be made. */
  later: Promise<BundlesByHandler>;
}

/** Files that are made after all bundles, and the paths of all files that go into them. */
export interface FilesMadeAfterBundles {
  files: string[];
  inputs: string[];
}

const textsSchema = z.array(z.string());
/** Schema of bundles, by handler. */
export const bundlesByHandlerSchema = z.record(
  z.string(),
  z.object({ handler: z.string(), files: textsSchema, packages: textsSchema }),
);
const recordFileSchema = z.object({
  key: z.string(),
  files: z.array(z.tuple([z.string(), z.string()])),
  bundles: bundlesByHandlerSchema,
});
/** Bundles by the handler as serverless.yml names it. */
export type BundlesByHandler = z.output<typeof bundlesByHandlerSchema>;

const NO_BUNDLES: Promise<BundlesWithInputFiles> = Promise.resolve({ bundles: {}, inputs: [] });
const NO_FILES: Promise<FilesMadeAfterBundles> = Promise.resolve({ files: [], inputs: [] });

/** The modification time and size of a file; undefined if it does not exist. */
async function versionOf(path: string): Promise<string | undefined> {
  const stats = await stat(path).catch(() => undefined);
  return stats && `${stats.mtimeMs}:${stats.size}`;
}

type Version = readonly [file: string, version: string | undefined];

async function versionsOf(serviceDir: string, files: readonly string[]): Promise<Version[]> {
  return Promise.all(files.map(async (file): Promise<Version> => [file, await versionOf(join(serviceDir, file))]));
}

/** The bundles of the last call, if a complete record of them exists and no input or output file has changed since. */
async function unchangedBundles(
  serviceDir: string,
  recordPath: string,
  key: string,
): Promise<BundlesByHandler | undefined> {
  const text = await readFile(recordPath, 'utf8').catch(() => '');
  const storedRecord = parseJsonIfValid(recordFileSchema, text);
  if (storedRecord?.key !== key) return undefined;
  const currentVersions = await versionsOf(
    serviceDir,
    storedRecord.files.map(([file]) => file),
  );
  const isUnchanged = currentVersions.every(
    ([, version], index) => version !== undefined && version === storedRecord.files[index]?.[1],
  );
  return isUnchanged ? storedRecord.bundles : undefined;
}

/**
 * Calls `bundle`, or returns the bundles of the last call if nothing has changed since. A start of the local stack
 * bundles all functions; that takes seconds, and most starts have no changes. Two starts at the same time are
 * safe: both write the same bundles, and the record is renamed to its final name. It is written when all that is made later is there,
 * too, so that the start after one that ended before makes everything again.
 * @param bundle `bundleInChild`
 */
export async function bundleIfChanged(
  {
    serviceDir,
    handlers,
    laterHandlers = [],
    outDir = BUILD_FOLDER,
    sharing: isSharing = false,
  }: BundleFunctionsRequest,
  bundle: (request: Required<BundleFunctionsRequest>) => Promise<BundledFunctions>,
): Promise<ReadyBundles> {
  const key = createHash('sha256')
    .update(JSON.stringify({ handlers, laterHandlers, sharing: isSharing }))
    .digest('hex');
  const recordPath = join(serviceDir, outDir, RECORD_FILE);
  const reusedBundles = await unchangedBundles(serviceDir, recordPath, key);
  if (reusedBundles) return { bundles: reusedBundles, later: Promise.resolve(reusedBundles) };
  // Read before the build: a file that changes during the build then has another version afterwards.
  const startMs = Date.now();
  const bundleResult = await bundle({ serviceDir, handlers, laterHandlers, outDir, sharing: isSharing });
  const storeRecord = async (later: BundlesWithInputFiles, madeFiles: FilesMadeAfterBundles): Promise<void> => {
    const bundles = { ...bundleResult.bundles, ...later.bundles };
    const allInputs = new Set([...bundleResult.inputs, ...later.inputs, ...madeFiles.inputs]);
    const outputs = [...Object.values(bundles).flatMap(({ files }) => files), ...madeFiles.files];
    const files = await versionsOf(
      serviceDir,
      [...new Set([...RESOLUTION_FILES, ...allInputs, ...outputs])].filter(isOnDisk),
    );
    const hasInputChanged = files.some(
      ([file, version]) => allInputs.has(file) && Number.parseFloat(version ?? '') >= startMs,
    );
    if (!hasInputChanged) await writeRecord(recordPath, { key, files, bundles });
  };
  const { bundles, laterBundles = NO_BUNDLES, laterFiles = NO_FILES } = bundleResult;
  const recordStored = Promise.all([laterBundles, laterFiles]).then(([later, madeFiles]) =>
    storeRecord(later, madeFiles),
  );
  if (bundleResult.laterBundles === undefined && bundleResult.laterFiles === undefined) await recordStored;
  else recordStored.catch((error: Error) => process.stderr.write(`bundles: ${error.message}\n`));
  const later = laterBundles.then((found) => found.bundles);
  // Nothing may wait for it yet.
  later.catch(() => undefined);
  return { bundles, later };
}

async function writeRecord(
  recordPath: string,
  { key, files, bundles }: { key: string; files: readonly Version[]; bundles: BundlesByHandler },
): Promise<void> {
  const temporaryPath = `${recordPath}.${process.pid}.tmp`;
  await mkdir(dirname(recordPath), { recursive: true });
  await writeFile(temporaryPath, JSON.stringify({ key, files: files.filter(([, version]) => version), bundles }));
  await rename(temporaryPath, recordPath);
}

/** Reports whether an input of esbuild is a file: a plugin's or an empty module is written `namespace:path` or `(disabled):path`. */
function isOnDisk(file: string): boolean {
  return !/^(\(\w+\)|[\w-]{2,}):/.test(file);
}
