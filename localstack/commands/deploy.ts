/**
 * `npm run deploy -- --stage <stage> [--param name=value …]`: packages a stage and deploys it to AWS with `serverless deploy`, which gets
 * all options but `--help`. The parameters are checked before anything is made or sent.
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { resolve } from 'node:path';
import { Command } from 'commander';
import { CommandError, runCommand } from '../cli/command.ts';
import { SERVERLESS_CLI } from '../packages/package-stage.ts';
import { parameterTable } from '../serverless/stage-parameters.ts';

const PROJECT = resolve(import.meta.dirname, '../..');

const program = new Command('deploy')
  .description('Packages a stage and deploys it to AWS.')
  .requiredOption('--stage <name>', 'the stage: dev, prod, or any other name')
  .option('--region <region>', 'the region of AWS', 'us-east-1')
  .option(
    '--param <name=value...>',
    'a parameter of the stage, in place of the one of serverless.yml or of the environment',
  )
  .option('--package <folder>', 'a package that `npm run package` left there')
  .option('--verbose', 'also prints what CloudFormation does, and the outputs of the stack')
  .allowUnknownOption()
  .allowExcessArguments()
  .addHelpText('after', `\nAny other option is one of \`serverless deploy\`.\n\nParameters:\n${parameterTable()}`);

program.parse();

await runCommand(async (signal) => {
  const child = spawn(process.execPath, [SERVERLESS_CLI, 'deploy', ...process.argv.slice(2)], {
    cwd: PROJECT,
    stdio: 'inherit',
  });
  // The terminal signals the child, too: it undoes what it has begun, and is waited for.
  const [code] = (await once(child, 'exit')) as [number | null];
  signal.throwIfAborted();
  if (code !== 0) throw new CommandError('The stage was not deployed.');
});
