import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import { forEachConcurrent } from '#kernel/shared/concurrency.ts';
import { isTried, isWhole } from '#test/support/depth.ts';

const ROOT = join(import.meta.dirname, '../../..');
const { scripts } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')) as { scripts: Record<string, string> };

/** The scripts that are programs of this project: name and file. The others are programs of other people, or several, or run by npm itself. */
const PROGRAMS = Object.entries(scripts).flatMap(([name, line]) => {
  const [, file] = /^(?:exec )?node (\S+)$/.exec(line) ?? [];
  return file === undefined || name === 'postinstall' ? [] : [{ name, file }];
});

/** Runs a script with one argument, in a folder where it would find nothing. @returns its exit code and output */
async function call(file: string, argument: string): Promise<{ code: number; stdout: string; stderr: string }> {
  const run = promisify(execFile)(process.execPath, [join(ROOT, file), argument], { cwd: import.meta.dirname });
  return run.then(
    (output) => ({ code: 0, ...output }),
    ({ code, stdout, stderr }) => ({ code, stdout, stderr }),
  );
}

test('every command tells how it is used, and does nothing else', async () => {
  expect(PROGRAMS.length).toBeGreaterThan(20);
  const tried = PROGRAMS.filter((_, at) => isTried(at, 7));
  await forEachConcurrent(tried, 2, async ({ name, file }) => {
    const { code, stdout, stderr } = await call(file, '--help');
    const usage = stdout.slice(0, stdout.indexOf('\n'));
    expect({ name, code, stderr, usage }).toEqual({
      name,
      code: 0,
      stderr: '',
      usage: expect.stringContaining(name.replace('start', 'npm start')),
    });
  });
});

// The first two have the two ways of reading arguments: commander, and the one of scripts of the project itself.
const REFUSING = ['start', 'build', 'demo', 'account', 'video', 'notice'].filter((_, at) => at < 2 || isWhole);
test.each(REFUSING)('%s refuses an option that it does not know, and does nothing else', async (name) => {
  const { file } = PROGRAMS.find((program) => program.name === name) ?? expect.fail('there is no such script');
  const { code, stdout, stderr } = await call(file, '--no-such-option');
  expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
  expect(stderr).toMatch(/^Unknown option '--no-such-option'\.\n\n(npm|See (npm|video) .*--help\.)/);
});
