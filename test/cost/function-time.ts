import type { Usage } from './prices.ts';

/** Memory (MB) that has one processor; less has its share of one, and more has more than one. */
const MEMORY_OF_A_CORE = 1769;
/** Bytes of /tmp that cost nothing, in GB. */
const FREE_DISK_GB = 0.5;

/**
 * What a call to a service of AWS lets its caller wait, in seconds: assumed, for emulators answer in another time. Calls to the bucket
 * go out several at once.
 */
const TABLE_CALL_SECONDS = 0.006;
const BUCKET_CALL_SECONDS = 0.03;
const BUCKET_CALLS_AT_ONCE = 8;

/** A function as serverless.yml configures it. */
export interface FunctionSize {
  /** MB. */
  memory: number;
  /** MB of /tmp. */
  disk: number;
}

/** What a function did, and had to wait for. */
export interface FunctionWork {
  invocations: number;
  /** Processor time, that of its children included. */
  cpuSeconds: number;
  tableCalls: number;
  bucketCalls: number;
}

/**
 * Seconds that Lambda bills for some work: its processor time on the share of a processor that its memory has, and what it
 * waits. Taken as if it used one processor at a time and waited while it computes nothing, so the true time is less.
 */
export function billedSeconds({ cpuSeconds, tableCalls, bucketCalls }: FunctionWork, { memory }: FunctionSize): number {
  const waiting =
    tableCalls * TABLE_CALL_SECONDS +
    (bucketCalls * BUCKET_CALL_SECONDS) / Math.min(BUCKET_CALLS_AT_ONCE, bucketCalls || 1);
  return cpuSeconds / Math.min(1, memory / MEMORY_OF_A_CORE) + waiting;
}

/** The usage of functions that some work comes to. */
export function usageOfFunction(work: FunctionWork, size: FunctionSize): Usage {
  const seconds = billedSeconds(work, size);
  return {
    invocations: work.invocations,
    gbSeconds: (seconds * size.memory) / 1024,
    ephemeralGbSeconds: seconds * Math.max(0, size.disk / 1024 - FREE_DISK_GB),
  };
}
