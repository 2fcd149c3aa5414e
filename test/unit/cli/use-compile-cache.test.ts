import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { expect, it } from 'vitest';
import { PROJECT_FOLDER } from '#emulators/host/project-folder.ts';

const MODULE = fileURLToPath(new URL('../../../localstack/cli/use-compile-cache.ts', import.meta.url));
const SCRIPT = `
  const { useCompileCache } = await import(${JSON.stringify(MODULE)});
  useCompileCache();
  const { getCompileCacheDir } = await import('node:module');
  console.log(getCompileCacheDir());
  console.log(process.env.NODE_COMPILE_CACHE);
`;

it('the compile cache of a clone is next to its bundles, and child processes inherit its folder', async () => {
  const run = await promisify(execFile)(process.execPath, ['--input-type=module', '-e', SCRIPT], { env: {} });
  const [used = '', inherited] = run.stdout.split('\n');
  expect(inherited).toBe(`${PROJECT_FOLDER}/.build/compile-cache`);
  // Node adds a folder for its version.
  expect(used.startsWith(`${inherited}/`)).toBe(true);
});
