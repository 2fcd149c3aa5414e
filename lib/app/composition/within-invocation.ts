import { AsyncLocalStorage } from 'node:async_hooks';
import type { Context } from 'aws-lambda';
import { withinTime } from '#adapters/aws/retries.ts';

/** Remaining time of an invocation; a caller without a context has no limit. */
export type TimeLeft = Partial<Pick<Context, 'getRemainingTimeInMillis'>>;

const invocations = new AsyncLocalStorage<TimeLeft>();

/** Milliseconds that are left of the invocation around the caller; undefined where nothing is known of it. */
export const timeLeftMs = (): number | undefined => invocations.getStore()?.getRemainingTimeInMillis?.();

/**
 * Does the work of an invocation so that its calls to AWS are given up `reserveMs` before its end: time to put the work off, or to
 * answer. The work can ask for `timeLeftMs()`.
 */
export const withinInvocation = <T>(context: TimeLeft | undefined, reserveMs: number, work: () => T): T => {
  const left = context?.getRemainingTimeInMillis?.();
  if (context === undefined || left === undefined) return work();
  return invocations.run(context, () => withinTime(Math.max(0, left - reserveMs), work));
};
