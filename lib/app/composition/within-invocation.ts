import { AsyncLocalStorage } from 'node:async_hooks';
import type { Context } from 'aws-lambda';
import { withRetryDeadline } from '#adapters/aws/retries.ts';

/** The part of Lambda's context with the remaining time; absent in callers outside Lambda, which have no limit. */
export type TimeLeft = Partial<Pick<Context, 'getRemainingTimeInMillis'>>;

const invocations = new AsyncLocalStorage<TimeLeft>();

/** Milliseconds that are left of the current invocation; undefined outside of `withinInvocation`. */
export const invocationTimeLeftMs = (): number | undefined => invocations.getStore()?.getRemainingTimeInMillis?.();

/**
 * Does the work of an invocation. Its calls to AWS are given up `reserveMs` milliseconds before the end, which leaves time to put the
 * work off or to answer. The work can ask for `invocationTimeLeftMs()`.
 */
export const withinInvocation = <T>(context: TimeLeft | undefined, reserveMs: number, work: () => T): T => {
  const left = context?.getRemainingTimeInMillis?.();
  if (context === undefined || left === undefined) return work();
  return invocations.run(context, () => withRetryDeadline(Math.max(0, left - reserveMs), work));
};
