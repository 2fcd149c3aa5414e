import { z } from 'zod';
import type { QueueUrls } from '#adapters/aws/queues.ts';
import {
  chooseSpeechEngine,
  type StageSpeechEngineChoice,
  speechEngineVariableSchemas,
} from '#engine/speech/engine-choice.ts';
import { DEPLOYED_VIDEO_CODECS, VIDEO_CODEC_IDS, type VideoCodecId } from '#engine/video/codecs/codec-facts.ts';
import { readTrustedIssuer, type TrustedIssuer, trustedIssuerVariablesSchema } from '#features/accounts/public.ts';
import { type LoopbackPermission, portOfUrl } from '#platform/egress/public.ts';
import type { AccountPoolLimits } from '#platform/fair-queue/public.ts';
import { cpuTimeFactorVariableSchema } from './cpu-time-factor.ts';

/** A variable with 'true' or 'false'. */
const flag = (fallback: boolean) =>
  z
    .enum(['true', 'false'])
    .optional()
    .transform((value) => (value === undefined ? fallback : value === 'true'));

/** A variable that may be absent. serverless.yml sets it to the empty string when no value was given. */
const unlessEmpty = (schema: z.ZodString | z.ZodURL) =>
  z
    .union([z.literal(''), schema])
    .optional()
    .transform((value) => value || undefined);

/** Schema of the environment of a function. */
const environmentSchema = z.object({
  STAGE: z.string().default('local'),
  TABLE_NAME: z.string().min(1),
  BUCKET_NAME: z.string().min(1),
  RENDERS_QUEUE_URL: z.url(),
  NARRATION_QUEUE_URL: z.url(),
  SEGMENTS_QUEUE_URL: z.url(),
  ASSEMBLIES_QUEUE_URL: z.url(),
  IMPORTS_QUEUE_URL: z.url(),
  DELIVERIES_QUEUE_URL: z.url(),
  SLOW_DELIVERIES_QUEUE_URL: z.url(),
  // Name of the function that decodes files of clients.
  DECODER_FUNCTION: z.string().min(1),
  VIDEO_DECODER_FUNCTION: z.string().min(1),
  PUBLIC_BASE_URL: unlessEmpty(z.url()),
  // On the local stage only, where the bucket's address is not that of its emulator for clients.
  PUBLIC_MEDIA_URL: unlessEmpty(z.url()),
  AWS_ENDPOINT_URL: z.url().optional(),
  // Lambda sets it.
  AWS_REGION: z.string().min(1).default('us-east-1'),
  SECRETS_KEY_FILE: z.string().optional(),
  CURSOR_KEY: unlessEmpty(z.string()),
  SECRETS_KMS_KEY_ID: unlessEmpty(z.string()),
  WEBHOOK_ALLOW_LOOPBACK: flag(false),
  // Ports of the local stack in addition to those of PUBLIC_BASE_URL and AWS_ENDPOINT_URL, separated by commas.
  OWN_PORTS: z
    .string()
    .default('')
    .transform((value) => value.split(',').map(Number).filter(Boolean)),
  // A file, on the local stage only. Tests compare the calls to AWS in it with the roles.
  AWS_CALL_RECORD: unlessEmpty(z.string()),
  AWS_LAMBDA_FUNCTION_NAME: z.string().optional(),
  // `process` on a local stage whose API is one process.
  REQUEST_COUNTS: z.enum(['table', 'process']).default('table'),
  // On the local stage only.
  CPU_TIME_FACTOR: cpuTimeFactorVariableSchema,
  PREPARATION_SHARE: z.coerce.number().int().min(1),
  NARRATION_SHARE: z.coerce.number().int().min(1),
  ENCODING_SHARE: z.coerce.number().int().min(1),
  FETCHING_SHARE: z.coerce.number().int().min(1),
  DECODING_SHARE: z.coerce.number().int().min(1),
  FFMPEG_PATH: unlessEmpty(z.string()),
  // Lambda sets both, to the folders of layers.
  NODE_PATH: z.string().optional(),
  LD_LIBRARY_PATH: z.string().optional(),
  VIDEO_CODECS: z
    .string()
    .default(DEPLOYED_VIDEO_CODECS.join())
    .transform((value) => value.split(','))
    .pipe(z.array(z.enum(VIDEO_CODEC_IDS)).min(1)),
  ...speechEngineVariableSchemas,
  ...trustedIssuerVariablesSchema,
});

/** The environment of a function, parsed. */
type Environment = z.output<typeof environmentSchema>;

/** The settings of one function, read once. */
export interface Config {
  stage: string;
  tableName: string;
  bucketName: string;
  queues: QueueUrls;
  /** Name in AWS of the function that decodes files of clients. */
  decoderFunction: string;
  /** Name in AWS of the function that decodes videos of clients. */
  videoDecoderFunction: string;
  /** The number of slots of each pool of workers that one account may use at the same time. */
  poolShares: AccountPoolLimits;
  /** The number of files of one account that may be decoded at the same time. */
  decodingShare: number;
  /** Address of the API as clients see it; undefined: the address of each request. */
  publicBaseUrl: string | undefined;
  /** The origin of presigned addresses of files. */
  storageOrigin: string;
  /** The address before the bucket's name in presigned addresses; undefined: that of the bucket. */
  publicMediaUrl: string | undefined;
  /** The endpoint of an emulator; undefined: AWS. */
  endpoint: string | undefined;
  /** File with the key that encrypts webhook secrets, on the local stage; undefined in the cloud. */
  secretsKeyFile: string | undefined;
  /** The KMS key that encrypts webhook secrets in the cloud; undefined on the local stage. */
  secretsKmsKeyId: string | undefined;
  /** Key that signs the cursors of lists; undefined for functions other than those of the API. */
  cursorKey: string | undefined;
  /** Permission of requests to loopback addresses, with the ports that are excluded. Always false on a deployed stage. */
  webhookAllowLoopback: LoopbackPermission;
  /**
   * On the local stage: the file that gets a line for each call to AWS, and the function named in it for calls outside of
   * `runWithRecordedCallerName`.
   */
  callRecord: { path: string; functionName: string | undefined } | undefined;
  /** The place of the counts of requests: the table, which all processes share, or this process. Always the table on a deployed stage. */
  requestCounts: 'table' | 'process';
  /** Slowness of this machine, from 1 to 100: isolated processes get that many times as much processor time as usual. */
  cpuTimeFactor: number;
  /** Path of the ffmpeg to use; undefined: the installed one. */
  ffmpegPath: string | undefined;
  /** The environment of isolated processes: only the paths of packages and libraries, no credentials. */
  bareEnvironment: Readonly<Record<string, string>>;
  /** Codecs that renders may ask for: those that the ffmpeg of this stage encodes. */
  codecs: readonly VideoCodecId[];
  /** The engine that synthesizes speech. */
  narration: StageSpeechEngineChoice;
  /** The identity provider whose bearer tokens and sessions are accepted; undefined: API keys only. */
  trustedIssuer: TrustedIssuer | undefined;
  /** Origins of the pages that may change something by session cookie. */
  sessionOrigins: string[];
}

/** The ports of the addresses of the API and of the emulator. */
const portsOf = ({ AWS_ENDPOINT_URL, PUBLIC_BASE_URL }: Environment): number[] =>
  [AWS_ENDPOINT_URL, PUBLIC_BASE_URL].flatMap((url) => (url === undefined ? [] : [portOfUrl(new URL(url))]));

/** Origin of the presigned addresses that the SDK makes. An emulator's buckets have no separate host names (`createAwsClients`). */
function storageOriginOf(env: Environment): string {
  const { PUBLIC_MEDIA_URL, AWS_ENDPOINT_URL, AWS_REGION, BUCKET_NAME } = env;
  const endpoint = PUBLIC_MEDIA_URL ?? AWS_ENDPOINT_URL;
  if (endpoint !== undefined) return new URL(endpoint).origin;
  return `https://${BUCKET_NAME}.s3.${AWS_REGION}.amazonaws.com${AWS_REGION.startsWith('cn-') ? '.cn' : ''}`;
}

/**
 * Reads and checks the environment. No other place of `lib` and `functions` reads `process.env`.
 * @throws Error that names every variable that is missing or wrong
 */
export function readConfig(environment: NodeJS.ProcessEnv = process.env): Config {
  const parsed = environmentSchema.safeParse(environment);
  if (!parsed.success) {
    const names = parsed.error.issues.map((issue) => `${issue.path.join('.')}: ${issue.message}`).join('; ');
    throw new Error(`The environment of this function has missing or wrong variables: ${names}`);
  }
  const env = parsed.data;
  return {
    stage: env.STAGE,
    tableName: env.TABLE_NAME,
    bucketName: env.BUCKET_NAME,
    queues: {
      renders: env.RENDERS_QUEUE_URL,
      narration: env.NARRATION_QUEUE_URL,
      segments: env.SEGMENTS_QUEUE_URL,
      assemblies: env.ASSEMBLIES_QUEUE_URL,
      imports: env.IMPORTS_QUEUE_URL,
      deliveries: env.DELIVERIES_QUEUE_URL,
      slowDeliveries: env.SLOW_DELIVERIES_QUEUE_URL,
    },
    decoderFunction: env.DECODER_FUNCTION,
    videoDecoderFunction: env.VIDEO_DECODER_FUNCTION,
    poolShares: {
      preparation: env.PREPARATION_SHARE,
      narration: env.NARRATION_SHARE,
      encoding: env.ENCODING_SHARE,
      fetching: env.FETCHING_SHARE,
    },
    decodingShare: env.DECODING_SHARE,
    publicBaseUrl: env.PUBLIC_BASE_URL,
    storageOrigin: storageOriginOf(env),
    publicMediaUrl: env.PUBLIC_MEDIA_URL,
    endpoint: env.AWS_ENDPOINT_URL,
    secretsKeyFile: env.SECRETS_KEY_FILE,
    secretsKmsKeyId: env.SECRETS_KMS_KEY_ID,
    cursorKey: env.CURSOR_KEY,
    webhookAllowLoopback: env.WEBHOOK_ALLOW_LOOPBACK &&
      env.STAGE === 'local' && { exceptPorts: [...portsOf(env), ...env.OWN_PORTS] },
    callRecord:
      env.AWS_CALL_RECORD !== undefined && env.STAGE === 'local'
        ? { path: env.AWS_CALL_RECORD, functionName: env.AWS_LAMBDA_FUNCTION_NAME }
        : undefined,
    requestCounts: env.STAGE === 'local' ? env.REQUEST_COUNTS : 'table',
    cpuTimeFactor: env.STAGE === 'local' ? env.CPU_TIME_FACTOR : 1,
    ffmpegPath: env.FFMPEG_PATH,
    bareEnvironment: Object.fromEntries(
      Object.entries({ NODE_PATH: env.NODE_PATH, LD_LIBRARY_PATH: env.LD_LIBRARY_PATH }).flatMap(([name, value]) =>
        value === undefined ? [] : [[name, value]],
      ),
    ),
    codecs: env.VIDEO_CODECS,
    narration: chooseSpeechEngine(env, environment),
    trustedIssuer: readTrustedIssuer(env, env.STAGE),
    sessionOrigins: env.SESSION_ORIGINS,
  };
}
