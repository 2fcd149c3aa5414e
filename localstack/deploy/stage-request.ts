import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'yaml';
import { z } from 'zod';
import { UsageError } from '#emulators/host/command-errors.ts';
import { checkStageParameters, parametersOf, StageParameterError } from './stage-parameters.ts';

type Environment = Readonly<Record<string, string | undefined>>;

/** The region where none is named. */
export const DEFAULT_REGION = 'us-east-1';

/** The stage that a command is asked to package or to deploy. */
export interface StageRequest {
  stage: string;
  region: string;
  /** `name=value` of every `--param`. */
  param?: readonly string[];
}

const file = z.object({ params: z.record(z.string(), z.record(z.string(), z.unknown())) });

/** `${env:NAME, 'default'}` of serverless.yml, or with a default without quotes. */
const OF_ENVIRONMENT = /^\$\{env:(\w+), (?:'([^']*)'|([\w.-]+))\}$/;
/** A parameter of the command line has a value: the Serverless CLI refuses an empty one. */
const PARAM = /^[^=]+=./s;

/** A value of serverless.yml; undefined where only the Serverless CLI can tell it. */
function resolvedValue(given: unknown, environment: Environment): unknown {
  if (typeof given !== 'string') return given;
  const [, name, quoted, plain] = OF_ENVIRONMENT.exec(given) ?? [];
  if (name !== undefined) return environment[name] ?? quoted ?? plain;
  return given.includes('${') ? undefined : given;
}

/** The parameters of a stage; undefined where one has a value that only the Serverless CLI can tell. */
function parametersFrom(
  serviceDir: string,
  { stage, param }: StageRequest,
  environment: Environment,
): Record<string, unknown> | undefined {
  const source = readFileSync(join(serviceDir, 'serverless.yml'), 'utf8');
  // Tags of CloudFormation, such as !Ref, are of no matter here.
  const { params } = file.parse(parse(source, { logLevel: 'silent' }));
  const given = Object.entries(parametersOf(stage, params, param));
  const known = given.map(([name, value]) => [name, resolvedValue(value, environment)] as const);
  return known.some(([, value]) => value === undefined) ? undefined : Object.fromEntries(known);
}

/**
 * Checks the stage, its region and its parameters before the Serverless CLI starts. The CLI resolves serverless.yml first, with a dozen lines
 * for a wrong stage, and continues asking AWS after a fault.
 * @param serviceDir folder of serverless.yml
 * @throws UsageError with a sentence for each fault
 */
export function assertStageRequest(
  serviceDir: string,
  request: StageRequest,
  environment: Environment = process.env,
): void {
  const wrong = (request.param ?? []).filter((one) => !PARAM.test(one));
  if (wrong.length > 0)
    throw new UsageError(wrong.map((one) => `--param ${JSON.stringify(one)} must be name=value.`).join('\n'));
  const given = parametersFrom(serviceDir, request, environment);
  // The plugin of serverless.yml checks then, once the values are known.
  if (given === undefined) return;
  try {
    checkStageParameters(request.stage, request.region, given);
  } catch (error) {
    if (error instanceof StageParameterError) throw new UsageError(error.message, { cause: error });
    throw error;
  }
}

/** Variables that name an emulator of AWS to serverless-localstack. */
const EMULATOR = ['AWS_ENDPOINT_URL', 'EDGE_PORT', 'LOCALSTACK_HOSTNAME'] as const;

/**
 * The stage `local` goes to an emulator of AWS on this machine. Without one, each call is tried again for minutes.
 * @throws UsageError where no emulator is named
 */
export function assertDestination(stage: string, environment: Environment = process.env): void {
  if (stage !== 'local' || EMULATOR.some((name) => environment[name])) return;
  throw new UsageError(
    `The stage local is for this machine, and not for AWS. Nothing was made or sent.
\`npm start\` runs it. To deploy to AWS, name another stage: \`npm run deploy -- --stage dev\`.
To deploy it to an emulator of AWS, set AWS_ENDPOINT_URL to the address of the emulator.`,
  );
}
