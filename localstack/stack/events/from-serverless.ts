import { z } from 'zod';
import type {
  LocalEventSource,
  LocalFunction,
  ScheduleEventSource,
  SqsEventSource,
  StreamEventSource,
} from './types.ts';

const arnSchema = z.string().startsWith('arn:');
const filterPatternsSchema = z.array(z.record(z.string(), z.unknown())).default([]);
const functionResponseTypeSchema = z.literal('ReportBatchItemFailures').optional();
const enabledSchema = z.boolean().default(true);

// Strict, so that an option without local support is an error and not ignored. The defaults are those of the framework.
const sqsSchema = z.strictObject({
  arn: arnSchema,
  batchSize: z.int().min(1).max(10_000).default(10),
  maximumBatchingWindow: z.int().min(0).max(300).default(0),
  maximumConcurrency: z.int().min(2).max(1000).optional(),
  functionResponseType: functionResponseTypeSchema,
  filterPatterns: filterPatternsSchema,
  enabled: enabledSchema,
});

const streamSchema = z.strictObject({
  arn: arnSchema,
  type: z.literal('dynamodb').optional(),
  batchSize: z.int().min(1).max(10_000).default(10),
  batchWindow: z.int().min(0).max(300).default(0),
  startingPosition: z.enum(['TRIM_HORIZON', 'LATEST']).default('TRIM_HORIZON'),
  maximumRetryAttempts: z.int().min(-1).max(10_000).default(-1),
  maximumRecordAgeInSeconds: z.union([z.literal(-1), z.int().min(60).max(604_800)]).optional(),
  bisectBatchOnFunctionError: z.boolean().default(false),
  destinations: z
    .strictObject({
      onFailure: z.union([arnSchema, z.strictObject({ arn: arnSchema, type: z.literal('sqs').optional() })]),
    })
    .optional(),
  functionResponseType: functionResponseTypeSchema,
  filterPatterns: filterPatternsSchema,
  enabled: enabledSchema,
});

const scheduleSchema = z.strictObject({
  rate: z.union([z.string(), z.array(z.string()).min(1)]),
  input: z.unknown().optional(),
  name: z.string().optional(),
  description: z.string().optional(),
  enabled: enabledSchema,
});

const functionSchema = z.object({
  timeout: z.number().positive().optional(),
  memorySize: z.number().positive().optional(),
  reservedConcurrency: z.int().positive().optional(),
  environment: z.record(z.string(), z.union([z.string(), z.number(), z.boolean()]).transform(String)).default({}),
  events: z.array(z.record(z.string(), z.unknown())).default([]),
});

const queueName = (queueArn: string): string => queueArn.slice(queueArn.lastIndexOf(':') + 1);

function tableName(streamArn: string): string {
  const [, name] = /:table\/([^/]+)/.exec(streamArn) ?? [];
  if (name === undefined) throw new Error(`${streamArn} is not the ARN of a table's stream`);
  return name;
}

function toSqsEventSource(config: z.output<typeof sqsSchema>): SqsEventSource {
  const { arn: queueArn, batchSize, maximumBatchingWindow, maximumConcurrency } = config;
  if (batchSize > 10 && maximumBatchingWindow === 0) {
    throw new Error('a batchSize of more than 10 needs a maximumBatchingWindow of at least 1');
  }
  return {
    kind: 'sqs',
    queueName: queueName(queueArn),
    batchSize,
    maximumBatchingWindowSeconds: maximumBatchingWindow,
    reportBatchItemFailures: config.functionResponseType !== undefined,
    filterPatterns: config.filterPatterns,
    ...(maximumConcurrency === undefined ? {} : { maximumConcurrency }),
  };
}

function toStreamEventSource(config: z.output<typeof streamSchema>): StreamEventSource {
  const { maximumRecordAgeInSeconds } = config;
  const onFailure = config.destinations?.onFailure;
  return {
    kind: 'stream',
    tableName: tableName(config.arn),
    batchSize: config.batchSize,
    batchWindowSeconds: config.batchWindow,
    startingPosition: config.startingPosition,
    maximumRetryAttempts: config.maximumRetryAttempts,
    bisectBatchOnFunctionError: config.bisectBatchOnFunctionError,
    reportBatchItemFailures: config.functionResponseType !== undefined,
    filterPatterns: config.filterPatterns,
    ...(maximumRecordAgeInSeconds === undefined || maximumRecordAgeInSeconds < 0
      ? {}
      : { maximumRecordAgeSeconds: maximumRecordAgeInSeconds }),
    ...(onFailure === undefined
      ? {}
      : { onFailureQueueName: queueName(typeof onFailure === 'string' ? onFailure : onFailure.arn) }),
  };
}

function toScheduleEventSources(config: z.output<typeof scheduleSchema>): ScheduleEventSource[] {
  const rates = typeof config.rate === 'string' ? [config.rate] : config.rate;
  return rates.map((rate) => ({
    kind: 'schedule',
    rate,
    ...(config.input === undefined ? {} : { input: config.input }),
  }));
}

/** Makes the long form of an event. The short form is one string: the ARN, or the rate. */
const toLongForm = (key: string, config: unknown): unknown => (typeof config === 'string' ? { [key]: config } : config);

function toLocalEventSources(event: Readonly<Record<string, unknown>>): LocalEventSource[] {
  if ('sqs' in event) {
    const config = sqsSchema.parse(toLongForm('arn', event.sqs));
    return config.enabled ? [toSqsEventSource(config)] : [];
  }
  if ('stream' in event) {
    const config = streamSchema.parse(toLongForm('arn', event.stream));
    return config.enabled ? [toStreamEventSource(config)] : [];
  }
  if ('schedule' in event) {
    const config = scheduleSchema.parse(toLongForm('rate', event.schedule));
    return config.enabled ? toScheduleEventSources(config) : [];
  }
  // serverless-offline serves `http` events.
  return [];
}

/** The memory with which Lambda gives a function one full core. A function with less is not expected to use a core for long. */
export const ONE_CORE_MEMORY_MB = 1769;

/** Options of `functionsFromServerless`. */
export interface FromServerlessOptions {
  /** Absolute path of a function's compiled module. */
  bundleOf(functionName: string): string;
  /** The resolved settings of `provider` in serverless.yml for every function. */
  provider: { timeout?: number; memorySize?: number; environment?: Readonly<Record<string, string>> };
}

/**
 * Selects the functions of serverless.yml that `sqs`, `stream` and `schedule` events run, and those that other functions call. All values
 * must be resolved: no variables, no CloudFormation functions, ARNs as strings.
 * @throws Error that names the function, for anything that cannot be served
 */
export function functionsFromServerless(
  functions: Readonly<Record<string, unknown>>,
  { bundleOf, provider }: FromServerlessOptions,
): LocalFunction[] {
  return Object.entries(functions).flatMap(([name, definition]): LocalFunction[] => {
    try {
      const config = functionSchema.parse(definition);
      const events = config.events.flatMap(toLocalEventSources);
      // A function without events is called by other functions, which wait for it.
      const isCalled = config.events.length === 0;
      if (events.length === 0 && !isCalled) return [];
      const memorySizeMb = config.memorySize ?? provider.memorySize ?? 1024;
      return [
        {
          name,
          bundle: bundleOf(name),
          timeoutSeconds: config.timeout ?? provider.timeout ?? 6,
          memorySizeMb,
          environment: { ...provider.environment, ...config.environment },
          cpuBound: !isCalled && memorySizeMb >= ONE_CORE_MEMORY_MB,
          ...(isCalled ? { calledAtOnce: config.reservedConcurrency ?? Number.POSITIVE_INFINITY } : {}),
          events,
        },
      ];
    } catch (error) {
      const reason = error instanceof z.ZodError ? z.prettifyError(error) : String(error);
      throw new Error(`serverless.yml: function ${name} cannot be run locally: ${reason}`);
    }
  });
}
