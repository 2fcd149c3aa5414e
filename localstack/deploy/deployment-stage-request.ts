import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'yaml';
import { z } from 'zod';
import { UsageError } from '#emulators/host/command-errors.ts';
import { checkStageParameters, resolveStageParameters, StageParameterError } from './stage-parameters.ts';

type Environment = Readonly<Record<string, string | undefined>>;

/** The region if none is given. */
export const DEFAULT_REGION = 'us-east-1';

/** The stage that a command packages or deploys. */
export interface DeploymentStageRequest {
  stage: string;
  region: string;
  /** `name=value` of every `--param`. */
  param?: readonly string[];
}

const serverlessFileSchema = z.object({ params: z.record(z.string(), z.record(z.string(), z.unknown())) });

/** Matches `${env:NAME, 'default'}` of serverless.yml; the default may have no quotes. */
const ENVIRONMENT_VALUE = /^\$\{env:(\w+), (?:'([^']*)'|([\w.-]+))\}$/;
/** Matches a parameter of the command line. The Serverless CLI refuses an empty value. */
const NON_EMPTY_ASSIGNMENT = /^[^=]+=./s;

/** Resolves a value of serverless.yml; undefined if only the Serverless CLI can resolve it. */
function resolveValue(value: unknown, environment: Environment): unknown {
  if (typeof value !== 'string') return value;
  const [, name, quotedDefault, plainDefault] = ENVIRONMENT_VALUE.exec(value) ?? [];
  if (name !== undefined) return environment[name] ?? quotedDefault ?? plainDefault;
  return value.includes('${') ? undefined : value;
}

/** Reads the parameters of a stage; undefined if one has a value that only the Serverless CLI can resolve. */
function parametersFrom(
  serviceDir: string,
  { stage, param }: DeploymentStageRequest,
  environment: Environment,
): Record<string, unknown> | undefined {
  const source = readFileSync(join(serviceDir, 'serverless.yml'), 'utf8');
  // Tags of CloudFormation, such as !Ref, do not matter here.
  const { params } = serverlessFileSchema.parse(parse(source, { logLevel: 'silent' }));
  const unresolvedEntries = Object.entries(resolveStageParameters(stage, params, param));
  const resolvedEntries = unresolvedEntries.map(([name, value]) => [name, resolveValue(value, environment)] as const);
  return resolvedEntries.some(([, value]) => value === undefined) ? undefined : Object.fromEntries(resolvedEntries);
}

/**
 * Checks the stage, its region and its parameters before the Serverless CLI starts. Otherwise the CLI prints a dozen lines for a
 * wrong stage, and still sends requests to AWS even after it has reported a fault.
 * @param serviceDir folder of serverless.yml
 * @throws UsageError with a sentence for each fault
 */
export function assertStageRequest(
  serviceDir: string,
  request: DeploymentStageRequest,
  environment: Environment = process.env,
): void {
  const malformedParameters = (request.param ?? []).filter((parameter) => !NON_EMPTY_ASSIGNMENT.test(parameter));
  if (malformedParameters.length > 0)
    throw new UsageError(
      malformedParameters.map((parameter) => `--param ${JSON.stringify(parameter)} must be name=value.`).join('\n'),
    );
  const parameters = parametersFrom(serviceDir, request, environment);
  // Some values only the Serverless CLI knows: then the plugin in serverless.yml checks them.
  if (parameters === undefined) return;
  try {
    checkStageParameters(request.stage, request.region, parameters);
  } catch (error) {
    if (error instanceof StageParameterError) throw new UsageError(error.message, { cause: error });
    throw error;
  }
}

/** Variables with the address of an emulator of AWS, which serverless-localstack reads. */
const EMULATOR_VARIABLES = ['AWS_ENDPOINT_URL', 'EDGE_PORT', 'LOCALSTACK_HOSTNAME'] as const;

/**
 * Checks that the stage `local` is deployed to an emulator of AWS. Without one, the CLI would retry each call for minutes.
 * @throws UsageError if no variable names an emulator
 */
export function assertLocalStageHasEmulator(stage: string, environment: Environment = process.env): void {
  if (stage !== 'local' || EMULATOR_VARIABLES.some((name) => environment[name])) return;
  throw new UsageError(
    `The stage local is for this machine, and not for AWS. Nothing was made or sent.
\`npm start\` runs it. To deploy to AWS, name another stage: \`npm run deploy -- --stage dev\`.
To deploy it to an emulator of AWS, set AWS_ENDPOINT_URL to the address of the emulator.`,
  );
}
