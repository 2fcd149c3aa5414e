/**
 * `npm run test:e2e -- --mode embedded|endpoint|deployed [files]`: the end-to-end tests against the service in one of its
 * modes. test/deploy/README.md tells what a mode cannot hold.
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Command, Option } from 'commander';
import { requirePythonTools } from '#test/deploy/python-tools.ts';
import { MODES, type Mode } from '#test/support/service/mode.ts';
import { describeNeeds } from '#test/support/service/needs.ts';

const PROJECT = join(import.meta.dirname, '../..');
const VITEST = fileURLToPath(new URL('vitest.mjs', import.meta.resolve('vitest/package.json')));
const ARGUMENTS = ['run', '--config', 'test/vitest.config.ts', '--project', 'e2e', '--reporter', 'default'];
/** Says why tests were skipped. */
const REPORTER = ['--reporter', './test/support/service/skip-reporter.ts'];

const program = new Command('test:e2e')
  .description('runs the end-to-end tests')
  .argument('[files...]', 'only these; by default all of test/e2e')
  .addOption(
    new Option('--mode <mode>', 'embedded emulators; an AWS-compatible endpoint; a stage that is deployed to it')
      .choices(MODES)
      .default('embedded'),
  )
  .option('--package <folder>', 'of a deployed stage: takes its package from there, or leaves it there')
  .option('-t, --name <pattern>', 'only the tests with such names')
  .addHelpText('after', `\nTests are skipped that need what a mode does not have:\n  ${describeNeeds().join('\n  ')}`);
await program.parseAsync();

const { mode, package: folder, name } = program.opts<{ mode: Mode; package?: string; name?: string }>();
// Developers' mode can use an endpoint that runs already.
if (mode === 'deployed' || (mode === 'endpoint' && !process.env.AWS_ENDPOINT_URL))
  await requirePythonTools('The emulator of AWS');
const child = spawn(
  process.execPath,
  [VITEST, ...ARGUMENTS, ...REPORTER, ...program.args, ...(name === undefined ? [] : ['-t', name])],
  {
    cwd: PROJECT,
    stdio: 'inherit',
    // No test may be left out, except what the mode does not have.
    env: {
      ...process.env,
      TEST_DEPTH: 'whole',
      E2E_MODE: mode,
      ...(folder === undefined ? {} : { E2E_PACKAGE: resolve(folder) }),
    },
  },
);
// Ctrl-C in the terminal reaches the run itself, which then stops the service.
process.on('SIGINT', () => undefined);
process.on('SIGTERM', () => child.kill('SIGTERM'));
const [code] = (await once(child, 'exit')) as [number | null];
process.exitCode = code ?? 1;
