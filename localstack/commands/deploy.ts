/**
 * `npm run deploy -- --stage <stage> [--param name=value …]`: packages a stage and deploys it to AWS with `serverless deploy`, which gets
 * all options but `--help`. Credentials and
 * parameters are checked before anything is made or sent.
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { resolve } from 'node:path';
import type { Command } from 'commander';
import { assertAwsCredentials } from '../cli/aws-credentials.ts';
import { runCommand } from '../cli/command.ts';
import { CommandError } from '../cli/command-errors.ts';
import { newCommand, runScript } from '../cli/program.ts';
import { SERVERLESS_CLI } from '../packages/package-stage.ts';
import { parameterTable } from '../serverless/stage-parameters.ts';

const PROJECT = resolve(import.meta.dirname, '../..');

interface Options {
  stage: string;
  region: string;
  awsProfile?: string;
}

/** @param args what `serverless deploy` gets */
async function deploy(args: readonly string[], options: Options, signal: AbortSignal): Promise<void> {
  await assertAwsCredentials({ ...options, profile: options.awsProfile });
  const child = spawn(process.execPath, [SERVERLESS_CLI, 'deploy', ...args], {
    cwd: PROJECT,
    stdio: 'inherit',
  });
  // The terminal signals the child, too: it undoes what it has begun, and is waited for.
  const [code] = (await once(child, 'exit')) as [number | null];
  signal.throwIfAborted();
  if (code !== 0) throw new CommandError('The stage was not deployed. What is printed above says why.');
}

/** `video deploy`, with its options. */
export const deployCommand = () =>
  newCommand('deploy')
    .requiredOption('--stage <name>', 'the stage: dev, prod, or any other name')
    .option('--region <region>', 'the region of AWS', 'us-east-1')
    .option(
      '--param <name=value...>',
      'a parameter of the stage, in place of the one of serverless.yml or of the environment',
    )
    .option('--aws-profile <name>', 'the profile of the AWS CLI whose credentials are used')
    .option('--package <folder>', 'a package that `npm run package` left there')
    .option('--verbose', 'also prints what CloudFormation does, and the outputs of the stack')
    .allowUnknownOption()
    .allowExcessArguments()
    .addHelpText('after', `\nAny other option is one of \`serverless deploy\`.\n\nParameters:\n${parameterTable()}`)
    .action((options: Options, command: Command) => {
      // As they were given, also those that commander does not know.
      const args = process.argv.slice(command.parent ? 3 : 2);
      return runCommand((signal) => deploy(args, options, signal));
    });

if (import.meta.main) await runScript('deploy', deployCommand());
