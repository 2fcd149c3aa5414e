import { randomUUID } from 'node:crypto';
import { dirname } from 'node:path';
import type { LocalFunction } from '../events/types.ts';

const ACCOUNT_ID = '000000000000';

/** The variables that name the folder of temporary files: the first on POSIX systems, the others on Windows. */
export const TEMPORARY_FOLDER_VARIABLES = ['TMPDIR', 'TMP', 'TEMP'] as const;

/** The variables with which a process makes its temporary files in a folder. @param folder undefined: the system's, without variables */
export const temporaryFolderVariables = (folder: string | undefined): Record<string, string> =>
  folder === undefined ? {} : Object.fromEntries(TEMPORARY_FOLDER_VARIABLES.map((name) => [name, folder]));

/**
 * Makes the environment of a worker process. Variables of Lambda come first, then those of serverless.yml, then those of the stack
 * (`baseEnvironment`).
 */
export function workerEnvironment(
  { name, bundle, memorySizeMb, environment }: LocalFunction,
  baseEnvironment: Readonly<Record<string, string>>,
): Record<string, string> {
  const region = environment.AWS_REGION ?? baseEnvironment.AWS_REGION ?? 'us-east-1';
  const dayPath = new Date().toISOString().slice(0, 10).replaceAll('-', '/');
  return {
    ...baseEnvironment,
    ...environment,
    AWS_REGION: region,
    AWS_DEFAULT_REGION: region,
    AWS_ACCOUNT_ID: ACCOUNT_ID,
    AWS_EXECUTION_ENV: 'AWS_Lambda_nodejs24.x',
    AWS_LAMBDA_FUNCTION_NAME: name,
    AWS_LAMBDA_FUNCTION_VERSION: '$LATEST',
    AWS_LAMBDA_FUNCTION_MEMORY_SIZE: String(memorySizeMb),
    AWS_LAMBDA_INITIALIZATION_TYPE: 'on-demand',
    AWS_LAMBDA_LOG_GROUP_NAME: `/aws/lambda/${name}`,
    AWS_LAMBDA_LOG_STREAM_NAME: `${dayPath}/[$LATEST]${randomUUID().replaceAll('-', '')}`,
    LAMBDA_TASK_ROOT: dirname(bundle),
    TZ: 'UTC',
  };
}
