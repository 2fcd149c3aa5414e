import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { GetFunctionConfigurationCommand, LambdaClient } from '@aws-sdk/client-lambda';
import { z } from 'zod';
import { type Emulator, ROOT } from './emulator.ts';

const PROJECT = join(import.meta.dirname, '../..');
const CLI = join(PROJECT, 'node_modules/serverless/bin/serverless.js');
const STAGE = 'local';
/** What the names of all resources of the stage start with. */
const NAMES = `video-render-${STAGE}`;
/** Without its own end the CLI hangs at times. */
const CLI_MS = 15 * 60_000;

const run = promisify(execFile);

const BASE = { PATH: process.env.PATH, HOME: process.env.HOME, ...ROOT, AWS_DEFAULT_REGION: ROOT.AWS_REGION };

async function cli(command: string, options: readonly string[], environment: Readonly<Record<string, string>>) {
  const env = { ...BASE, SLS_TELEMETRY_DISABLED: '1', SLS_NOTIFICATIONS_MODE: 'off', ...environment };
  const settings = { cwd: PROJECT, env, timeout: CLI_MS, maxBuffer: 64 * 2 ** 20 };
  const ended = run(process.execPath, [CLI, command, '--stage', STAGE, ...options], settings);
  const { stdout, stderr } = await ended.catch((error: Error & { stdout?: string; stderr?: string }) => {
    throw new Error(`serverless ${command}: ${error.stdout ?? ''}${error.stderr ?? error.message}`, { cause: error });
  });
  return `${stdout}${stderr}`;
}

/** Packages the stage, without an account or a network. @param folder for the template and the archives */
export const packageStage = (folder: string): Promise<string> =>
  // Refuses every connection: nothing may be asked.
  cli('package', ['--package', folder], { AWS_ENDPOINT_URL: 'http://127.0.0.1:9' });

/** Runs the Serverless CLI on the stage, against the emulator. @returns what it says @throws Error with what it says */
export const serverless = ({ proxy }: Emulator, command: string, ...options: string[]): Promise<string> =>
  cli(command, options, { AWS_ENDPOINT_URL: proxy.url, EDGE_PORT: String(proxy.port) });

/** The path of the emulator below which the API of the stage is. @param said by `serverless deploy` */
export function apiPathOf(said: string): string {
  const id = /restapis\/(\w+)\/|https?:\/\/(\w+)\.execute-api/.exec(said);
  if (id === null) throw new Error(`serverless deploy names no API: ${said}`);
  return `/restapis/${id[1] ?? id[2]}/${STAGE}/_user_request_`;
}

/** Where the API of the stage is. @param said by `serverless deploy` */
export const baseUrlOf = ({ proxy }: Emulator, said: string): string => `${proxy.url}${apiPathOf(said)}/v1`;

const variables = z.looseObject({ Environment: z.object({ Variables: z.record(z.string(), z.string()) }) });

/** What the functions of the stage get, and how to reach its table and its bucket as its operator. */
export async function environmentOf({ proxy }: Emulator): Promise<Record<string, string>> {
  const { AWS_REGION: region, AWS_ACCESS_KEY_ID: accessKeyId, AWS_SECRET_ACCESS_KEY: secretAccessKey } = ROOT;
  const lambda = new LambdaClient({ endpoint: proxy.url, region, credentials: { accessKeyId, secretAccessKey } });
  try {
    const FunctionName = `${NAMES}-getMe`;
    const found = await lambda.send(new GetFunctionConfigurationCommand({ FunctionName }));
    return { ...variables.parse(found).Environment.Variables, ...ROOT, AWS_ENDPOINT_URL: proxy.url };
  } finally {
    lambda.destroy();
  }
}

/** `npm run account`, as an operator of a deployed stage runs it. */
export async function account(emulator: Emulator, ...options: string[]): Promise<Record<string, string>> {
  const command = ['localstack/cli/commands/account.ts', ...options, '--json'];
  const { stdout } = await run(process.execPath, command, {
    cwd: PROJECT,
    env: { ...BASE, AWS_ENDPOINT_URL: emulator.proxy.url, TABLE_NAME: NAMES },
  });
  return JSON.parse(stdout) as Record<string, string>;
}
