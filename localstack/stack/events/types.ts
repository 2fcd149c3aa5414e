/** A pattern of the EventBridge grammar, as in an event source's `filterPatterns`. */
export type FilterPattern = { readonly [key: string]: unknown };

export interface SqsEvent {
  kind: 'sqs';
  queueName: string;
  /** 1–10,000; more than 10 only together with a batching window. */
  batchSize: number;
  /** 0–300. */
  maximumBatchingWindowSeconds: number;
  reportBatchItemFailures: boolean;
  /** Invocations at once; none: as many as Lambda allows an account by default (1,000). */
  maximumConcurrency?: number | undefined;
  /** A message passes when any one of them matches; none: every message passes. */
  filterPatterns: readonly FilterPattern[];
}

export interface StreamEvent {
  kind: 'stream';
  tableName: string;
  /** 1–10,000. */
  batchSize: number;
  /** 0–300. */
  batchWindowSeconds: number;
  startingPosition: 'TRIM_HORIZON' | 'LATEST';
  /** 0–10,000, or −1: until the record expires. */
  maximumRetryAttempts: number;
  /** 60–604,800; none: until the stream drops the record. */
  maximumRecordAgeSeconds?: number | undefined;
  bisectBatchOnFunctionError: boolean;
  reportBatchItemFailures: boolean;
  filterPatterns: readonly FilterPattern[];
  /** Gets a message about every batch that is given up. */
  onFailureQueueName?: string | undefined;
}

export interface ScheduleEvent {
  kind: 'schedule';
  /** `rate(1 minute)`, hours or days. */
  rate: string;
  /** Sent instead of the scheduled event. */
  input?: unknown;
}

export type LocalEvent = SqsEvent | StreamEvent | ScheduleEvent;

/** A function with the events that run it outside the REST API, every value resolved. */
export interface LocalFunction {
  name: string;
  /** Absolute path of the compiled module that exports `handler`. */
  bundle: string;
  timeoutSeconds: number;
  memorySizeMb: number;
  environment: Readonly<Record<string, string>>;
  /** Keeps a core busy while it runs; such invocations share the machine's cores. */
  cpuBound: boolean;
  events: readonly LocalEvent[];
  /**
   * Functions of the same host run in the same processes, one event at a time. Undefined: the processes of the function are its
   * own, as in Lambda.
   */
  host?: string | undefined;
  /** Number of calls that run at once; only a function without events, which other functions call, has it. */
  calledAtOnce?: number | undefined;
}

export interface InvokeHooks {
  /** Called once, when a process takes the event: until then it waited for one. The process waits for it. */
  started?(): Promise<void> | void;
  /** Account that the work belongs to: where functions share the cores, groups take turns. */
  group?: string | undefined;
}

/** Runs a function once. Rejects when the handler fails, its process dies, or its time is up. */
export type Invoke = (functionName: string, event: unknown, hooks?: InvokeHooks) => Promise<unknown>;

/** Resolves when there is room for one more event of the function to wait or run, and when the signal aborts. */
export type WaitForRoom = (functionName: string, signal: AbortSignal) => Promise<void>;
