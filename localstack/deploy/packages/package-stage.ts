import { execFile } from 'node:child_process';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { CommandError } from '#emulators/host/command-errors.ts';
import type { DeploymentStageRequest } from '../deployment-stage-request.ts';
import { PARAMETER_VARIABLES } from '../stage-parameters.ts';

/** The program of the Serverless CLI. */
export const SERVERLESS_CLI = join(
  dirname(createRequire(import.meta.url).resolve('serverless/package.json')),
  'bin/serverless.js',
);

/** An environment in which no request reaches AWS: a package is made without an account and without a network. */
const ISOLATED_ENVIRONMENT = {
  AWS_ACCESS_KEY_ID: 'test',
  AWS_SECRET_ACCESS_KEY: 'test',
  AWS_ENDPOINT_URL: 'http://127.0.0.1:9',
  SLS_TELEMETRY_DISABLED: '1',
  SLS_NOTIFICATIONS_MODE: 'off',
};

const INHERITED_VARIABLE = /^(PATH|HOME|TMPDIR|npm_config_\w+)$/i;
const isInherited = (name: string): boolean => INHERITED_VARIABLE.test(name) || PARAMETER_VARIABLES.includes(name);

/**
 * Runs `serverless package`.
 * @param serviceDir folder of serverless.yml
 * @param folder for the template and the zips
 * @throws CommandError with the output of the Serverless CLI
 */
export async function packageStage(
  serviceDir: string,
  { stage, region, param = [] }: DeploymentStageRequest,
  folder: string,
): Promise<void> {
  const inheritedVariables = Object.entries(process.env).filter(([name]) => isInherited(name));
  const parameterArguments = param.flatMap((assignment) => ['--param', assignment]);
  const command = [
    SERVERLESS_CLI,
    'package',
    '--stage',
    stage,
    '--region',
    region,
    '--package',
    folder,
    ...parameterArguments,
  ];
  const options = {
    cwd: serviceDir,
    env: { ...Object.fromEntries(inheritedVariables), ...ISOLATED_ENVIRONMENT },
    maxBuffer: 64 * 2 ** 20,
  };
  await promisify(execFile)(process.execPath, command, options).catch(
    (error: Error & { stdout?: string; stderr?: string }) => {
      throw new CommandError([error.stdout, error.stderr].filter(Boolean).join('\n') || error.message, {
        cause: error,
      });
    },
  );
}
