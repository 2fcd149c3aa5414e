import { fork } from 'node:child_process';
import { rm } from 'node:fs/promises';
import { setPriority } from 'node:os';
import { join, relative } from 'node:path';
import process from 'node:process';
import { fileURLToPath } from 'node:url';
import type { BundledFunctions, BundleFunctionsRequest, LaterFiles } from './bundle-if-changed.ts';
import { keepSite, SITE_FILE, SITE_MODULE } from './kept-site.ts';

/** The message that the child process sends about its failure. */
interface Failure {
  failure: string;
}

/** The first message of the child process. */
interface Bundled extends Pick<BundledFunctions, 'bundles' | 'inputs'> {
  /** True if a message about the later files follows. */
  isMore: boolean;
}

const THIS_FILE = fileURLToPath(import.meta.url);

/** Priority of the pages: requests that are served meanwhile have precedence. */
const LOW_PRIORITY = 10;

/**
 * Calls `bundleHandlers` of `bundle-handlers.ts` in a process that ends afterwards: bundling takes more than a gigabyte of memory,
 * which a process that continues to serve requests would keep. The pages of the documentation, if a bundle reads them, are built after
 * the bundles, in the same process.
 * @throws Error with the message of the failure
 */
export function bundleInChild(options: Required<BundleFunctionsRequest>): Promise<BundledFunctions> {
  const child = fork(THIS_FILE, [], { execArgv: [], stdio: ['ignore', 'inherit', 'inherit', 'ipc'] });
  const first = Promise.withResolvers<BundledFunctions>();
  const later = Promise.withResolvers<LaterFiles>();
  // Nothing may wait for it yet.
  later.promise.catch(() => undefined);
  const reject = (error: Error): void => {
    first.reject(error);
    later.reject(error);
  };
  child.once('error', reject);
  child.once('exit', (code, signal) => reject(new Error(`the bundler ended with ${signal ?? `exit code ${code}`}`)));
  child.on('message', (answer: Bundled | LaterFiles | Failure) => {
    if ('failure' in answer) return reject(new Error(answer.failure));
    if ('files' in answer) return later.resolve(answer);
    const { bundles, inputs, isMore } = answer;
    first.resolve({ bundles, inputs, ...(isMore ? { later: later.promise } : {}) });
  });
  child.send(options);
  return first.promise;
}

const siteFileOf = ({ serviceDir, outDir }: Required<BundleFunctionsRequest>): string =>
  join(serviceDir, outDir, SITE_FILE);

async function bundle(options: Required<BundleFunctionsRequest>): Promise<Bundled> {
  const { bundleHandlers } = await import('./bundle-handlers.ts');
  // Pages of older sources must not be served.
  if (options.sharing) await rm(siteFileOf(options), { force: true });
  const inputs = new Set<string>();
  const bundles = await bundleHandlers({ ...options, inputs, keptSite: options.sharing });
  return { bundles, inputs: [...inputs], isMore: options.sharing && inputs.has(SITE_MODULE) };
}

async function makeSite(options: Required<BundleFunctionsRequest>): Promise<LaterFiles> {
  setPriority(LOW_PRIORITY);
  const { buildSite } = await import('#front/docs-site/build-site.ts');
  const inputs = new Set<string>();
  const path = siteFileOf(options);
  await keepSite(path, await buildSite({ serviceDir: options.serviceDir, inputs }));
  return { files: [relative(options.serviceDir, path)], inputs: [...inputs] };
}

if (process.argv[1] === THIS_FILE && process.send !== undefined) {
  // The parent has ended, so nothing waits for the bundles: esbuild's process ends with this one.
  process.once('disconnect', () => process.exit(1));
  const post = process.send.bind(process);
  const send = (message: Bundled | LaterFiles | Failure) =>
    new Promise<void>((resolve) => void post(message, () => resolve()));
  process.once('message', async (options: Required<BundleFunctionsRequest>) => {
    try {
      const bundled = await bundle(options);
      await send(bundled);
      if (bundled.isMore) await send(await makeSite(options));
    } catch (error) {
      await send({ failure: (error as Error).message });
    }
    process.exit(0);
  });
}
