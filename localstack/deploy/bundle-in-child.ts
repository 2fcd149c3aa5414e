import { fork } from 'node:child_process';
import { rm } from 'node:fs/promises';
import { setPriority } from 'node:os';
import { join, relative } from 'node:path';
import process from 'node:process';
import { fileURLToPath } from 'node:url';
import type {
  BundledFunctions,
  BundleFunctionsRequest,
  BundlesWithInputFiles,
  FilesMadeAfterBundles,
} from './bundle-if-changed.ts';
import { DOCS_SITE_MODULE_PATH, STORED_DOCS_SITE_FILE, storeBuiltDocsSite } from './kept-site.ts';

/** The message that the child process sends about its failure. */
interface Failure {
  failure: string;
}

/** The messages of the child process about what it has made. */
interface Steps {
  first: BundlesWithInputFiles & {
    /** True if a message about the pages of the documentation follows. */
    hasSite: boolean;
  };
  laterBundles: BundlesWithInputFiles;
  laterFiles: FilesMadeAfterBundles;
}
type Step = { [Name in keyof Steps]: { step: Name; made: Steps[Name] } }[keyof Steps];

const THIS_FILE = fileURLToPath(import.meta.url);

/** Priority of the pages: requests that are served meanwhile have precedence. */
const LOW_PRIORITY = 10;

/**
 * Calls `bundleHandlers` of `bundle-handlers.ts` in a process that ends afterwards: bundling takes more than a gigabyte of memory,
 * which a process that continues to serve requests would keep. The bundles of `laterHandlers` are made after the others, then the pages
 * of the documentation, if a bundle reads them, in the same process.
 * @throws Error with the message of the failure
 */
export function bundleInChild(options: Required<BundleFunctionsRequest>): Promise<BundledFunctions> {
  const child = fork(THIS_FILE, [], { execArgv: [], stdio: ['ignore', 'inherit', 'inherit', 'ipc'] });
  const firstBundles = Promise.withResolvers<BundledFunctions>();
  const laterBundles = Promise.withResolvers<BundlesWithInputFiles>();
  const laterFiles = Promise.withResolvers<FilesMadeAfterBundles>();
  // Nothing may wait for them yet.
  for (const { promise } of [laterBundles, laterFiles]) promise.catch(() => undefined);
  const reject = (error: Error): void => {
    for (const step of [firstBundles, laterBundles, laterFiles]) step.reject(error);
  };
  child.once('error', reject);
  child.once('exit', (code, signal) => reject(new Error(`the bundler ended with ${signal ?? `exit code ${code}`}`)));
  child.on('message', (message: Step | Failure) => {
    if ('failure' in message) return reject(new Error(message.failure));
    if (message.step === 'laterBundles') return laterBundles.resolve(message.made);
    if (message.step === 'laterFiles') return laterFiles.resolve(message.made);
    const { hasSite, ...bundleResult } = message.made;
    firstBundles.resolve({
      ...bundleResult,
      laterBundles: options.laterHandlers.length > 0 ? laterBundles.promise : undefined,
      laterFiles: hasSite ? laterFiles.promise : undefined,
    });
  });
  child.send(options);
  return firstBundles.promise;
}

const docsSiteFileOf = ({ serviceDir, outDir }: Required<BundleFunctionsRequest>): string =>
  join(serviceDir, outDir, STORED_DOCS_SITE_FILE);

async function bundle(
  handlers: readonly string[],
  options: Required<BundleFunctionsRequest>,
): Promise<BundlesWithInputFiles> {
  const { bundleHandlers } = await import('./bundle-handlers.ts');
  const inputs = new Set<string>();
  const bundles = await bundleHandlers({ ...options, handlers, inputs, keptSite: options.sharing });
  return { bundles, inputs: [...inputs] };
}

async function* makeSteps(options: Required<BundleFunctionsRequest>): AsyncGenerator<Step> {
  const { handlers, laterHandlers, serviceDir, sharing: isSharing } = options;
  const { assertHandlersExist } = await import('./bundle-handlers.ts');
  assertHandlersExist(serviceDir, [...handlers, ...laterHandlers]);
  // Pages of older sources must not be served.
  if (isSharing) await rm(docsSiteFileOf(options), { force: true });
  const first = await bundle(handlers, options);
  const hasSite = isSharing && first.inputs.includes(DOCS_SITE_MODULE_PATH);
  yield { step: 'first', made: { ...first, hasSite } };
  if (laterHandlers.length > 0) yield { step: 'laterBundles', made: await bundle(laterHandlers, options) };
  if (hasSite) yield { step: 'laterFiles', made: await makeDocsSite(options) };
}

async function makeDocsSite(options: Required<BundleFunctionsRequest>): Promise<FilesMadeAfterBundles> {
  setPriority(LOW_PRIORITY);
  const { buildDocsSite } = await import('#front/docs-site/build-docs-site.ts');
  const inputs = new Set<string>();
  const path = docsSiteFileOf(options);
  await storeBuiltDocsSite(path, await buildDocsSite({ serviceDir: options.serviceDir, inputs }));
  return { files: [relative(options.serviceDir, path)], inputs: [...inputs] };
}

if (process.argv[1] === THIS_FILE && process.send !== undefined) {
  // The parent has ended, so nothing waits for the bundles: esbuild's process ends with this one.
  process.once('disconnect', () => process.exit(1));
  const post = process.send.bind(process);
  const send = (message: Step | Failure) => new Promise<void>((resolve) => void post(message, () => resolve()));
  process.once('message', async (options: Required<BundleFunctionsRequest>) => {
    try {
      for await (const step of makeSteps(options)) await send(step);
    } catch (error) {
      await send({ failure: (error as Error).message });
    }
    process.exit(0);
  });
}
