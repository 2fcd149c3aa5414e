import { fork } from 'node:child_process';
import process from 'node:process';
import { fileURLToPath } from 'node:url';
import type { BundledFunctions, BundleFunctionsRequest } from './bundle-if-changed.ts';

/** The message that the child process sends about its failure. */
interface Failure {
  failure: string;
}

const THIS_FILE = fileURLToPath(import.meta.url);

/**
 * Calls `bundleHandlers` of `bundle-handlers.ts` in a process that ends afterwards: bundling takes more than a gigabyte of memory,
 * which a process that continues to serve requests would keep.
 * @returns the bundles, and the paths of all files that went into them
 * @throws Error with the message of the failure
 */
export function bundleInChild(options: Required<BundleFunctionsRequest>): Promise<BundledFunctions> {
  const child = fork(THIS_FILE, [], { execArgv: [], stdio: ['ignore', 'inherit', 'inherit', 'ipc'] });
  return new Promise((resolve, reject) => {
    child.once('error', reject);
    child.once('exit', (code, signal) => reject(new Error(`the bundler ended with ${signal ?? `exit code ${code}`}`)));
    child.once('message', (answer: BundledFunctions | Failure) => {
      if ('failure' in answer) reject(new Error(answer.failure));
      else resolve(answer);
    });
    child.send(options);
  });
}

async function bundle(options: Required<BundleFunctionsRequest>): Promise<BundledFunctions> {
  const { bundleHandlers } = await import('./bundle-handlers.ts');
  const inputs = new Set<string>();
  const bundles = await bundleHandlers({ ...options, inputs });
  return { bundles, inputs: [...inputs] };
}

if (process.argv[1] === THIS_FILE && process.send !== undefined) {
  // The parent has ended, so nothing waits for the bundles: esbuild's process ends with this one.
  process.once('disconnect', () => process.exit(1));
  const send = process.send.bind(process);
  process.once('message', (options: Required<BundleFunctionsRequest>) => {
    bundle(options)
      .catch((error: Error): Failure => ({ failure: error.message }))
      .then((answer) => send(answer, () => process.exit(0)));
  });
}
