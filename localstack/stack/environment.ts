import { StartError } from '#emulators/host/start-error.ts';
import { speechEngineVariableSchemas } from '#engine/speech/engine-choice.ts';
import { trustedIssuerVariablesSchema } from '#features/accounts/public.ts';
import type { CloudFormationResolver } from './provision/resolve.ts';

/** Variables of an environment. */
export type EnvironmentVariables = Readonly<Record<string, string | undefined>>;

/**
 * The only variables that a process gets from its parent's environment: no profiles, tokens or Node options.
 */
const INHERITED_VARIABLES = [
  'PATH',
  'HOME',
  'TMPDIR',
  'TMP',
  'TEMP',
  'LANG',
  'LC_ALL',
  'TZ',
  'USER',
  'NODE_COMPILE_CACHE',
  'NODE_EXTRA_CA_CERTS',
];

/** Variables that serverless.yml reads. */
const READ_BY_SERVERLESS = ['NARRATION_ENGINE'];

/** Variables that `npm start` passes on to the functions if they are set. */
const PASSED_ON = [
  'AWS_CALL_RECORD',
  'CPU_TIME_FACTOR',
  'FFMPEG_PATH',
  'LOG_LEVEL',
  'WEBHOOK_ALLOW_LOOPBACK',
  ...Object.keys(speechEngineVariableSchemas),
  'AWS_ENDPOINT_URL_POLLY',
];

/** Variables of an identity provider that replaces the development issuer: all three, or none. */
const IDENTITY_PROVIDER = ['AUTH_ISSUER', 'AUTH_AUDIENCE', 'AUTH_JWKS_URL'];

function pick(environment: EnvironmentVariables, names: readonly string[]): Record<string, string> {
  return Object.fromEntries(
    names.flatMap((name) => {
      const value = environment[name];
      return value === undefined || value === '' ? [] : [[name, value]];
    }),
  );
}

/** The settings of the clients of AWS. */
export interface AwsSettings {
  endpoint: string;
  region: string;
  credentials: { accessKeyId: string; secretAccessKey: string; sessionToken?: string };
}

/** Reads the credentials of the environment, by default `test`, which emulators expect. */
export function readAwsCredentials(environment: EnvironmentVariables, isExternal: boolean): AwsSettings['credentials'] {
  const { AWS_ACCESS_KEY_ID: accessKeyId, AWS_SECRET_ACCESS_KEY: secretAccessKey, AWS_SESSION_TOKEN } = environment;
  if (!accessKeyId || !secretAccessKey) return { accessKeyId: 'test', secretAccessKey: 'test' };
  // The stack's emulators ignore sessions: a token would only make presigned URLs longer.
  return isExternal && AWS_SESSION_TOKEN
    ? { accessKeyId, secretAccessKey, sessionToken: AWS_SESSION_TOKEN }
    : { accessKeyId, secretAccessKey };
}

function awsEnvironment({ endpoint, region, credentials }: AwsSettings): Record<string, string> {
  return {
    AWS_ENDPOINT_URL: endpoint,
    AWS_REGION: region,
    AWS_DEFAULT_REGION: region,
    AWS_ACCESS_KEY_ID: credentials.accessKeyId,
    AWS_SECRET_ACCESS_KEY: credentials.secretAccessKey,
    ...(credentials.sessionToken === undefined ? {} : { AWS_SESSION_TOKEN: credentials.sessionToken }),
  };
}

/** The word that replaces the stage in names of resources at an external endpoint, where the stage `local` may be deployed too. */
const EXTERNAL_STAGE_NAME = 'developer';

/**
 * Makes the environment of the processes that run handlers, without that of the functions.
 * @param isExternal true if the endpoint does not belong to this stack's emulators
 */
export const handlerProcessEnvironment = (
  environment: EnvironmentVariables,
  aws: AwsSettings,
  isExternal: boolean,
): Record<string, string> => ({
  ...(isExternal ? { LOCAL_STACK_NAMES: EXTERNAL_STAGE_NAME } : {}),
  ...pick(environment, [...INHERITED_VARIABLES, ...READ_BY_SERVERLESS]),
  ...awsEnvironment(aws),
  // The Serverless CLI must neither ask questions nor send telemetry.
  SLS_TELEMETRY_DISABLED: '1',
  SLS_NOTIFICATIONS_MODE: 'off',
  // It would print the path of every request, which the functions' log records have too.
  SLS_LOG_LEVEL: 'warning',
  SLS_INTERACTIVE_SETUP_ENABLE: '0',
});

/** Options of `functionEnvironment`. */
export interface FunctionEnvironmentOptions {
  /** `provider.environment` of serverless.yml. */
  declared: Readonly<Record<string, unknown>>;
  resolver: CloudFormationResolver;
  aws: AwsSettings;
  /** The address of the API on this machine. */
  baseUrl: string;
  /** The addresses for clients on other machines. */
  access: { baseUrl: string | undefined; mediaUrl: string | undefined };
  secretsKeyFile: string;
  /** CURSOR_KEY */
  cursorKey: string;
  /** Addresses of single services of AWS, by the SDK's variables for them. */
  directEndpoints: Readonly<Record<string, string>>;
  /** The address of Lambda's `Invoke`, where functions call one another. */
  invokeEndpoint: string;
  /** The ports of this machine that the stack listens on. */
  ownPorts: readonly number[];
  /** `AUTH_*` of the development issuer. */
  issuer: EnvironmentVariables;
  /** The place of the counts of requests. */
  requestCounts: 'table' | 'process';
  /** VIDEO_CODECS, if the ffmpeg encodes other codecs than the deployed one. */
  codecs: string | undefined;
  inherited: EnvironmentVariables;
}

/**
 * Resolves an `environment` of serverless.yml. A variable that refers to a resource without a local counterpart is
 * omitted.
 */
export function resolveEnvironmentVariables(
  declaredVariables: Readonly<Record<string, unknown>>,
  resolver: CloudFormationResolver,
): Record<string, string> {
  const entries = Object.entries(declaredVariables).flatMap(([name, value]) => {
    const resolvedValue = resolver.resolveLeniently(value);
    return resolvedValue === null || typeof resolvedValue === 'object' ? [] : [[name, String(resolvedValue)]];
  });
  return Object.fromEntries(entries);
}

/**
 * Finds the origins whose pages may use the session cookie: those of the API, which also serves pages, and SESSION_ORIGINS.
 * @param baseUrls addresses of the API
 * @throws StartError for a text that is not an origin
 */
export function sessionCookieOrigins(
  { SESSION_ORIGINS }: EnvironmentVariables,
  ...baseUrls: readonly string[]
): string[] {
  const origins = trustedIssuerVariablesSchema.SESSION_ORIGINS.safeParse(SESSION_ORIGINS);
  if (!origins.success) throw new StartError('SESSION_ORIGINS must be origins such as https://app.example.com');
  return [...new Set([...baseUrls.map((url) => new URL(url).origin), ...origins.data])];
}

/** Makes the environment that every function gets. */
export function functionEnvironment(options: FunctionEnvironmentOptions): Record<string, string> {
  const { baseUrl, access } = options;
  const baseUrls = [baseUrl, ...(access.baseUrl === undefined ? [] : [access.baseUrl])];
  return {
    ...resolveEnvironmentVariables(options.declared, options.resolver),
    ...awsEnvironment(options.aws),
    ...options.directEndpoints,
    AWS_ENDPOINT_URL_LAMBDA: options.invokeEndpoint,
    STAGE: 'local',
    PUBLIC_BASE_URL: access.baseUrl ?? baseUrl,
    ...(access.mediaUrl === undefined ? {} : { PUBLIC_MEDIA_URL: access.mediaUrl }),
    SECRETS_KEY_FILE: options.secretsKeyFile,
    CURSOR_KEY: options.cursorKey,
    // Clients on other machines must not reach the programs of this one.
    WEBHOOK_ALLOW_LOOPBACK: String(access.baseUrl === undefined),
    OWN_PORTS: options.ownPorts.join(),
    REQUEST_COUNTS: options.requestCounts,
    ...(options.codecs === undefined ? {} : { VIDEO_CODECS: options.codecs }),
    SESSION_ORIGINS: sessionCookieOrigins(options.inherited, ...baseUrls).join(),
    ...pick(options.inherited.AUTH_ISSUER ? options.inherited : options.issuer, IDENTITY_PROVIDER),
    ...pick(options.inherited, PASSED_ON),
  };
}
