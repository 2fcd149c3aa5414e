import { execFile } from 'node:child_process';
import { cp, mkdir, readlink, rm, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';

const PROJECT = join(import.meta.dirname, '../..');

const run = promisify(execFile);

/**
 * Copies the project as a clone has it after `npm ci`: the files that git knows, and hard links to the packages. It is made on the disk of
 * the project, in `.bench`, which git ignores.
 * @returns the folder, and a function that removes it
 */
export async function freshCopy(): Promise<{ folder: string; remove(): Promise<void> }> {
  const folder = join(PROJECT, '.bench/fresh');
  const remove = () => rm(folder, { recursive: true, force: true, maxRetries: 5 });
  await remove();
  const { stdout } = await run('git', ['ls-files', '--cached', '--others', '--exclude-standard', '-z'], {
    cwd: PROJECT,
    maxBuffer: 2 ** 26,
  });
  const files = stdout.split('\0').filter((file) => file !== '');
  for (const parent of new Set(files.map((file) => dirname(join(folder, file)))))
    await mkdir(parent, { recursive: true });
  await Promise.all(
    files.map(async (file) => {
      // One that was deleted and not committed is still listed.
      const isThere = await stat(join(PROJECT, file)).catch(() => undefined);
      if (isThere !== undefined) await cp(join(PROJECT, file), join(folder, file), { preserveTimestamps: true });
    }),
  );
  const packages = join(PROJECT, 'node_modules');
  const linked = await readlink(packages).catch(() => packages);
  await run('cp', ['-al', linked, join(folder, 'node_modules')]);
  return { folder, remove };
}
