import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { CommandError } from '#emulators/host/command-errors.ts';

/**
 * Runs a program in a folder.
 * @returns its standard output
 * @throws CommandError with what it wrote, when it fails
 */
export async function outputOf(folder: string, program: string, ...args: readonly string[]): Promise<string> {
  // An npm that was called with --silent passes that on: its errors would be lost.
  const env = { ...process.env, npm_config_loglevel: 'error' };
  try {
    const { stdout } = await promisify(execFile)(program, args, { cwd: folder, env, maxBuffer: 256 * 2 ** 20 });
    return stdout;
  } catch (error) {
    const { stdout = '', stderr = '' } = error as { stdout?: string; stderr?: string };
    throw new CommandError(`${[program, ...args].join(' ')} failed:\n${stdout}${stderr}`, { cause: error });
  }
}
