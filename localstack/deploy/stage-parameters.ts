import { z } from 'zod';
import { DEFAULT_SPEECH_ENGINE_ID, DEPLOYABLE_SPEECH_ENGINE_IDS } from '#engine/speech/engine-facts.ts';

/** The configurations by which CodeDeploy moves calls to a new version of a function. */
const CANARIES = [
  'Canary10Percent5Minutes',
  'Canary10Percent10Minutes',
  'Canary10Percent15Minutes',
  'Canary10Percent30Minutes',
  'Linear10PercentEvery1Minute',
  'Linear10PercentEvery2Minutes',
  'Linear10PercentEvery3Minutes',
  'Linear10PercentEvery10Minutes',
] as const;

const KEY_ID = /^[\w-]+$/;
const KEY_ARN = /^arn:[\w-]+:kms:([\w-]+):\d{12}:key\/[\w-]+$/;
const CERTIFICATE_ARN = /^arn:[\w-]+:acm:([\w-]+):\d{12}:certificate\/[\w-]+$/;
const WEB_ACL_ARN = /^arn:[\w-]+:wafv2:([\w-]+):\d{12}:regional\/webacl\/[\w-]+\/[\w-]+$/;
const DOMAIN = /^(?=.{1,253}$)([a-z\d]([a-z\d-]{0,61}[a-z\d])?\.)+[a-z]{2,63}$/;
const HOSTED_ZONE = /^Z[A-Z\d]{4,31}$/;
const EMAIL = /^[^\s@]+@[^\s@]+\.[^\s@]+$/;
/** The numbers of days for which CloudWatch Logs can keep records. */
const RETENTION_DAYS = [
  1, 3, 5, 7, 14, 30, 60, 90, 120, 150, 180, 365, 400, 545, 731, 1096, 1827, 2192, 2557, 2922, 3653,
];

const isHttps = (text: string): boolean => URL.canParse(text) && new URL(text).protocol === 'https:';
const isOrigin = (text: string): boolean => URL.canParse(text) && new URL(text).origin === text;
const originsIn = (text: string): string[] => text.split(',').flatMap((origin) => origin.trim() || []);

/** Makes a schema of a text that may be empty. @param sentence the message for a wrong text, such as `must be a text` */
const optionalText = (isValid: (value: string) => boolean, sentence: string) =>
  z.string(sentence).refine((value) => value === '' || isValid(value), sentence);

/** A switch, which is a text if it comes from the command line or the environment. */
const flagSchema = z
  .union([z.boolean(), z.enum(['true', 'false'])], 'must be true or false')
  .transform((value) => value === true || value === 'true');

/** A parameter of a stage. */
interface Parameter {
  /** The environment variable that sets it. Without one, only serverless.yml and `--param` set it. */
  variable?: string;
  /** Its purpose, for the help. */
  about: string;
}

/** The parameters of the deployment of a stage. `params` of serverless.yml has their values for each stage. */
export const STAGE_PARAMETERS = {
  secretsKmsKeyId: {
    variable: 'SECRETS_KMS_KEY_ID',
    about: 'id or ARN of the KMS key that seals webhook secrets; empty: the template makes one',
  },
  authIssuer: { variable: 'AUTH_ISSUER', about: 'issuer of accepted access tokens; empty: API keys only' },
  authAudience: { variable: 'AUTH_AUDIENCE', about: 'audience of those tokens' },
  authJwksUrl: { variable: 'AUTH_JWKS_URL', about: 'where the keys of that issuer are' },
  sessionOrigins: {
    variable: 'SESSION_ORIGINS',
    about: 'origins whose pages may use the API with session cookies, separated by commas',
  },
  publicBaseUrl: {
    variable: 'PUBLIC_BASE_URL',
    about: 'address of the API for clients, with /v1; empty: that of apiDomain, if any',
  },
  narrationEngine: {
    variable: 'NARRATION_ENGINE',
    about: `${DEPLOYABLE_SPEECH_ENGINE_IDS.join(' or ')}; empty: ${DEFAULT_SPEECH_ENGINE_ID}`,
  },
  apiDomain: {
    variable: 'API_DOMAIN',
    about: 'domain of the API, such as api.example.com; empty: that of API Gateway',
  },
  apiCertificateArn: {
    variable: 'API_CERTIFICATE_ARN',
    about: 'certificate of that domain in ACM, in the region of the stage',
  },
  apiHostedZoneId: {
    variable: 'API_HOSTED_ZONE_ID',
    about: 'zone of Route 53 that gets a record for the domain; empty: you make the record',
  },
  accessLogs: { variable: 'ACCESS_LOGS', about: 'whether API Gateway logs each request: true or false' },
  webAcl: {
    variable: 'WEB_ACL',
    about: 'managed: a WAF with limits for each address and credential; an ARN of a web ACL: that one; none: none',
  },
  canary: {
    variable: 'CANARY',
    about: `how calls move to new code, such as ${CANARIES[0]}; alarms roll back; empty: at once`,
  },
  alarmEmail: { variable: 'ALARM_EMAIL', about: 'address that gets the alarms; AWS asks it to confirm' },
  reserveConcurrency: {
    variable: 'RESERVE_CONCURRENCY',
    about: 'whether workers have reserved concurrency, at least 699 of the quota: true or false',
  },
  dataPolicy: { about: 'Retain or Delete: what happens to table, bucket and key when the stage is removed' },
  deletionProtection: { about: 'whether the table refuses to be deleted: true or false' },
  logRetentionDays: { about: 'days that logs are kept' },
} as const satisfies Readonly<Record<string, Parameter>>;

type ParameterName = keyof typeof STAGE_PARAMETERS;

/** The environment variables from which serverless.yml reads the parameters of a stage. */
export const PARAMETER_VARIABLES: readonly string[] = Object.values<Parameter>(STAGE_PARAMETERS).flatMap(
  ({ variable }) => variable ?? [],
);

/** Formats the parameters for the help, one line each. */
export function formatStageParameterHelp(): string {
  const rows = Object.entries<Parameter>(STAGE_PARAMETERS).map(([name, { variable = '', about }]) => [
    name,
    variable,
    about,
  ]);
  const widths = [0, 1].map((column) => Math.max(...rows.map((row) => row[column]?.length ?? 0)));
  return rows.map((row) => `  ${row.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join('  ')}\n`).join('');
}

const parameterSchemas = {
  secretsKmsKeyId: optionalText(
    (value) => KEY_ID.test(value) || KEY_ARN.test(value),
    'must be the id or the ARN of a KMS key, and no alias',
  ),
  authIssuer: optionalText(isHttps, 'must be an https address'),
  authAudience: z.string('must be a text'),
  authJwksUrl: optionalText(isHttps, 'must be an https address'),
  sessionOrigins: optionalText(
    (value) => originsIn(value).every(isOrigin),
    'must be origins separated by commas, such as https://app.example.com',
  ),
  publicBaseUrl: optionalText(
    (value) => isHttps(value) && value.endsWith('/v1'),
    'must be an https address that ends with /v1',
  ),
  narrationEngine: z.enum(
    ['', ...DEPLOYABLE_SPEECH_ENGINE_IDS],
    `must be ${DEPLOYABLE_SPEECH_ENGINE_IDS.join(' or ')}`,
  ),
  apiDomain: optionalText((value) => DOMAIN.test(value), 'must be a domain in lower case, such as api.example.com'),
  apiCertificateArn: optionalText((value) => CERTIFICATE_ARN.test(value), 'must be the ARN of a certificate in ACM'),
  apiHostedZoneId: optionalText(
    (value) => HOSTED_ZONE.test(value),
    'must be the id of a zone of Route 53, such as Z0123456789ABC',
  ),
  accessLogs: flagSchema,
  webAcl: optionalText(
    (value) => value === 'managed' || value === 'none' || WEB_ACL_ARN.test(value),
    'must be managed, none, or the ARN of a regional web ACL',
  ),
  canary: z.enum(['', ...CANARIES], `must be one of ${CANARIES.join(', ')}`),
  alarmEmail: optionalText((value) => EMAIL.test(value), 'must be an e-mail address'),
  reserveConcurrency: flagSchema,
  dataPolicy: z.enum(['Retain', 'Delete'], 'must be Retain or Delete'),
  deletionProtection: flagSchema,
  logRetentionDays: z.coerce
    .number()
    .refine((value) => RETENTION_DAYS.includes(value), `must be one of ${RETENTION_DAYS.join(', ')}`),
} satisfies Record<ParameterName, z.ZodType>;

const stageParametersSchema = z.object(parameterSchemas);

/** The checked parameters of a stage. */
export type StageParameters = z.output<typeof stageParametersSchema>;

/**
 * Matches the name of a stage. The name is part of names of functions, which have at most 64 characters, and of the bucket's name, a host
 * name without capitals and underscores.
 */
const STAGE_NAME = /^[a-z][a-z\d-]{0,23}(?<!-)$/;
const REGION = /^[a-z]{2}(-[a-z]+)+-\d$/;

const isName = (name: string): name is ParameterName => Object.hasOwn(STAGE_PARAMETERS, name);
const variableOf = (name: ParameterName): string | undefined => (STAGE_PARAMETERS[name] as Parameter).variable;
const labelOf = (name: ParameterName): string => {
  const variable = variableOf(name);
  return variable === undefined ? name : `${name} (${variable})`;
};

const regionOf = (pattern: RegExp, arn: string): string | undefined => pattern.exec(arn)?.[1];

/** Finds the faults of parameters that are wrong only in combination. */
function combinedFaults(stage: string, region: string, parameters: StageParameters): string[] {
  const faults: string[] = [];
  const emptyIdentityNames = (['authIssuer', 'authAudience', 'authJwksUrl'] as const).filter(
    (name) => parameters[name] === '',
  );
  if (emptyIdentityNames.length === 1 || emptyIdentityNames.length === 2)
    faults.push(
      `${emptyIdentityNames.map(labelOf).join(' and ')} must be set, too: an identity provider needs all three.`,
    );
  if (parameters.apiDomain !== '' && parameters.apiCertificateArn === '')
    faults.push(`${labelOf('apiDomain')} needs ${labelOf('apiCertificateArn')}.`);
  for (const name of ['apiCertificateArn', 'apiHostedZoneId'] as const)
    if (parameters[name] !== '' && parameters.apiDomain === '')
      faults.push(`${labelOf(name)} needs ${labelOf('apiDomain')}.`);
  for (const [name, pattern] of [
    ['secretsKmsKeyId', KEY_ARN],
    ['apiCertificateArn', CERTIFICATE_ARN],
    ['webAcl', WEB_ACL_ARN],
  ] as const) {
    const arnRegion = regionOf(pattern, parameters[name]);
    if (arnRegion !== undefined && arnRegion !== region)
      faults.push(`${labelOf(name)} is in ${arnRegion}, and the stage in ${region}.`);
  }
  if (stage !== 'local')
    for (const origin of originsIn(parameters.sessionOrigins))
      if (!isHttps(origin))
        faults.push(`${labelOf('sessionOrigins')} has ${origin}: a deployed stage takes https only.`);
  return faults;
}

/** An error for parameters with which a stage cannot be packaged or deployed. The message has one sentence for each fault. */
export class StageParameterError extends Error {
  override name = 'StageParameterError';
}

/**
 * Checks the parameters of a stage before anything is made or sent.
 * @param values by name, from serverless.yml, the environment and the command line
 * @throws StageParameterError
 */
export function checkStageParameters(
  stage: string,
  region: string,
  values: Readonly<Record<string, unknown>>,
): StageParameters {
  const faults: string[] = [];
  if (!STAGE_NAME.test(stage))
    faults.push(
      `The stage ${JSON.stringify(stage)} must have 1 to 24 lower-case letters, digits and hyphens, a letter first and no hyphen last.`,
    );
  if (!REGION.test(region)) faults.push(`The region ${JSON.stringify(region)} must be one of AWS, such as us-east-1.`);
  for (const name of Object.keys(values)) if (!isName(name)) faults.push(`There is no parameter ${name}.`);
  const parsedParameters = stageParametersSchema.safeParse(values);
  if (!parsedParameters.success)
    for (const { path, message } of parsedParameters.error.issues) {
      const [name] = path;
      if (typeof name === 'string' && isName(name))
        faults.push(`${labelOf(name)} ${message}, and is ${JSON.stringify(values[name]) ?? 'missing'}.`);
    }
  else faults.push(...combinedFaults(stage, region, parsedParameters.data));
  if (!parsedParameters.success || faults.length > 0) throw new StageParameterError(faults.join('\n'));
  return parsedParameters.data;
}

const PARAMETER_ASSIGNMENT = /^([^=]+)=(.*)$/s;

/**
 * Finds the parameters as `${param:name}` of serverless.yml does: those of the command line come first, then those of the stage, then those
 * of all stages.
 * @param params of serverless.yml, by stage
 * @param commandLine `name=value` of every `--param`
 */
export function resolveStageParameters(
  stage: string,
  params: Readonly<Record<string, Readonly<Record<string, unknown>>>>,
  commandLine: readonly string[] = [],
): Record<string, unknown> {
  const fromCommandLine = commandLine.flatMap((assignment) => {
    const [, name, value] = PARAMETER_ASSIGNMENT.exec(assignment) ?? [];
    return name === undefined ? [] : [[name, value]];
  });
  return { ...params.default, ...params[stage], ...Object.fromEntries(fromCommandLine) };
}
