/** A pattern of the EventBridge grammar, as in an event source's `filterPatterns`. */
export type FilterPattern = { readonly [key: string]: unknown };

/** An event source that is a queue. */
export interface SqsEventSource {
  kind: 'sqs';
  queueName: string;
  /** 1–10,000; more than 10 only with a batching window. */
  batchSize: number;
  /** 0–300. */
  maximumBatchingWindowSeconds: number;
  reportBatchItemFailures: boolean;
  /** The largest number of concurrent invocations; by default 1,000, which Lambda allows an account by default. */
  maximumConcurrency?: number | undefined;
  /** A message passes if any pattern matches. Without patterns, every message passes. */
  filterPatterns: readonly FilterPattern[];
}

/** An event source that is the stream of a table. */
export interface StreamEventSource {
  kind: 'stream';
  tableName: string;
  /** 1–10,000. */
  batchSize: number;
  /** 0–300. */
  batchWindowSeconds: number;
  startingPosition: 'TRIM_HORIZON' | 'LATEST';
  /** 0–10,000, or −1 for retries until the record expires. */
  maximumRetryAttempts: number;
  /** 60–604,800; by default until the stream removes the record. */
  maximumRecordAgeSeconds?: number | undefined;
  bisectBatchOnFunctionError: boolean;
  reportBatchItemFailures: boolean;
  filterPatterns: readonly FilterPattern[];
  /** Gets a message about every batch that is discarded. */
  onFailureQueueName?: string | undefined;
}

/** An event source that is a schedule. */
export interface ScheduleEventSource {
  kind: 'schedule';
  /** `rate(1 minute)`, hours or days. */
  rate: string;
  /** Sent instead of the scheduled event. */
  input?: unknown;
}

/** An event source that the local stack serves. */
export type LocalEventSource = SqsEventSource | StreamEventSource | ScheduleEventSource;

/** A function with the event sources that run it outside of the REST API. Every value is resolved. */
export interface LocalFunction {
  name: string;
  /** Absolute path of the compiled module that exports `handler`. */
  bundle: string;
  timeoutSeconds: number;
  memorySizeMb: number;
  environment: Readonly<Record<string, string>>;
  /** True if it keeps a core busy while it runs. Such invocations share the machine's cores. */
  cpuBound: boolean;
  events: readonly LocalEventSource[];
  /**
   * Functions of the same host run in the same processes, one event at a time. If it is undefined, the function has separate
   * processes, as in Lambda.
   */
  host?: string | undefined;
  /** The largest number of calls at the same time. Only a function without events, which other functions call, has it. */
  calledAtOnce?: number | undefined;
}

/** Options of an invocation. */
export interface InvocationOptions {
  /** Called once, when the event no longer waits for a process. The process waits for the result. */
  started?(): Promise<void> | void;
  /** The account of the work. If functions share the cores, groups take turns. */
  group?: string | undefined;
}

/** Runs a function once. @throws InvocationError if the handler fails, its process ends, or its time is up */
export type InvokeFunction = (functionName: string, event: unknown, hooks?: InvocationOptions) => Promise<unknown>;

/** Waits until one more event of the function can wait or run, or the signal aborts. */
export type WaitForEventCapacity = (functionName: string, signal: AbortSignal) => Promise<void>;
