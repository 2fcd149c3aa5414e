/**
 * `npm run deploy -- --stage <stage> [--param name=value …]`: packages a stage and deploys it to AWS with `serverless deploy`, which gets
 * all options except `--help`. The stage, its parameters and the credentials are checked before anything is built or sent; checks that
 * need no AWS account come first.
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { resolve } from 'node:path';
import type { Command } from 'commander';
import {
  assertLocalStageHasEmulator,
  assertStageRequest,
  DEFAULT_REGION,
  type DeploymentStageRequest,
} from '#deploy/deployment-stage-request.ts';
import { SERVERLESS_CLI } from '#deploy/packages/package-stage.ts';
import { formatStageParameterHelp } from '#deploy/stage-parameters.ts';
import { CommandError, UsageError } from '#emulators/host/command-errors.ts';
import { assertAwsCredentials } from '../aws-credentials.ts';
import { runCommandAndExit } from '../command.ts';
import { createCommandFromCatalog, runNpmScriptCommand } from '../program.ts';

const PROJECT = resolve(import.meta.dirname, '../../..');

interface Options extends DeploymentStageRequest {
  awsProfile?: string;
  package?: string;
}

/** Checks a stage and deploys it. @param args the arguments for `serverless deploy` */
async function deploy(args: readonly string[], options: Options, signal: AbortSignal): Promise<void> {
  assertStageRequest(PROJECT, options);
  if (options.package !== undefined && options.param !== undefined)
    throw new UsageError('--param changes nothing in an existing package: give it to `npm run package`.');
  assertLocalStageHasEmulator(options.stage);
  await assertAwsCredentials({ ...options, profile: options.awsProfile });
  const child = spawn(process.execPath, [SERVERLESS_CLI, 'deploy', ...args], {
    cwd: PROJECT,
    stdio: 'inherit',
  });
  // The terminal sends its signals to the child as well: the child cleans up, and this process waits for it.
  const [code] = (await once(child, 'exit')) as [number | null];
  signal.throwIfAborted();
  if (code !== 0) throw new CommandError('The stage was not deployed. What is printed above says why.');
}

/** `video deploy`, with its options. */
export const deployCommand = () =>
  createCommandFromCatalog('deploy')
    .requiredOption('-s, --stage <name>', 'the stage: dev, prod, or any other name')
    .option('-r, --region <region>', 'the region of AWS', DEFAULT_REGION)
    .option(
      '--param <name=value...>',
      'a parameter of the stage, instead of the value in serverless.yml or the environment',
    )
    .option('--aws-profile <name>', 'the profile of the AWS CLI whose credentials are used')
    .option(
      '-p, --package <folder>',
      'a package that `npm run package` left there, with the parameters it was made with',
    )
    .option('--verbose', 'also prints what CloudFormation does, and the outputs of the stack')
    .allowUnknownOption()
    .allowExcessArguments()
    .addHelpText(
      'after',
      `\nAny other option is one of \`serverless deploy\`.\n\nParameters:\n${formatStageParameterHelp()}`,
    )
    .action((options: Options, command: Command) => {
      // The arguments as they were given, including options that commander does not know.
      const args = process.argv.slice(command.parent ? 3 : 2);
      return runCommandAndExit((signal) => deploy(args, options, signal));
    });

if (import.meta.main) await runNpmScriptCommand('deploy', deployCommand());
