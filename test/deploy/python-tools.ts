import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { mkdir, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';

const PROJECT = join(import.meta.dirname, '../..');
const REQUIREMENTS = join(import.meta.dirname, 'requirements.txt');

/**
 * Installs what `requirements.txt` names into a virtual environment, once for each version of that file.
 * @returns its python
 * @throws Error when python3 (3.11 or later) or the package index is not there
 */
export async function installPythonTools(): Promise<string> {
  const version = createHash('sha256').update(readFileSync(REQUIREMENTS)).digest('hex').slice(0, 12);
  const folder = join(PROJECT, 'node_modules/.cache', `python-tools-${version}`);
  if (existsSync(folder)) return join(folder, 'bin/python');
  // Only its scripts name the folder, and modules are run by its python: so it can be moved when it is whole.
  const unfinished = `${folder}.unfinished`;
  await rm(unfinished, { recursive: true, force: true });
  await mkdir(join(PROJECT, 'node_modules/.cache'), { recursive: true });
  const run = promisify(execFile);
  await run('python3', ['-m', 'venv', unfinished]);
  await run(join(unfinished, 'bin/python'), ['-m', 'pip', 'install', '--quiet', '--no-deps', '-r', REQUIREMENTS], {
    maxBuffer: 64 * 2 ** 20,
  });
  await rename(unfinished, folder);
  return join(folder, 'bin/python');
}

/**
 * Those tools, for a command. Where they cannot be installed the process says so and ends with code 2, which tells it from a
 * failed check.
 * @param what the command needs, for people
 */
export function requirePythonTools(what: string): Promise<string> {
  return installPythonTools().catch((error: unknown) => {
    process.stderr.write(
      `${what} cannot be installed here: ${error instanceof Error ? error.message : String(error)}\n`,
    );
    process.exit(2);
  });
}
