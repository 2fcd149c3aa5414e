import { fork } from 'node:child_process';
import process from 'node:process';
import { fileURLToPath } from 'node:url';

const THIS_FILE = fileURLToPath(import.meta.url);

/**
 * Calls `bundleHandlers` of `esbuild.config.mjs` in a process that ends with it: bundling takes more than a gigabyte, which
 * a process that goes on to serve requests would keep.
 *
 * @param {{ serviceDir: string, handlers: readonly string[], outDir: string, together: readonly string[] }} options
 * @returns the bundles, and the paths of all files that went into them
 * @throws Error with the message of the failure
 */
export function bundleInChild(options) {
  const child = fork(THIS_FILE, [], { execArgv: [], stdio: ['ignore', 'inherit', 'inherit', 'ipc'] });
  return new Promise((resolve, reject) => {
    child.once('error', reject);
    child.once('exit', (code, signal) => reject(new Error(`the bundler ended with ${signal ?? `exit code ${code}`}`)));
    child.once('message', ({ failure, ...bundled }) => {
      if (failure === undefined) resolve(bundled);
      else reject(new Error(failure));
    });
    child.send(options);
  });
}

async function bundle(options) {
  const { bundleHandlers } = await import('../../esbuild.config.mjs');
  const inputs = new Set();
  const bundles = await bundleHandlers({ ...options, inputs });
  return { bundles, inputs: [...inputs] };
}

if (process.argv[1] === THIS_FILE && process.send !== undefined) {
  // No caller waits for the bundles any more: esbuild's process ends with this one.
  process.once('disconnect', () => process.exit(1));
  process.once('message', (options) => {
    bundle(options)
      .catch((error) => ({ failure: error.message }))
      .then((answer) => process.send(answer, () => process.exit(0)));
  });
}
