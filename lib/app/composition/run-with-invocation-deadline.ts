import { AsyncLocalStorage } from 'node:async_hooks';
import type { Context } from 'aws-lambda';
import { withRetryDeadline } from '#adapters/aws/retries.ts';

/** The part of Lambda's context with the remaining time; callers outside Lambda have no limit, and leave the function out. */
export type LambdaContextTimeLeft = Partial<Pick<Context, 'getRemainingTimeInMillis'>>;

const invocations = new AsyncLocalStorage<LambdaContextTimeLeft>();

/** Milliseconds that are left of the current invocation; undefined outside of `runWithInvocationDeadline`. */
export const invocationTimeLeftMs = (): number | undefined => invocations.getStore()?.getRemainingTimeInMillis?.();

/**
 * Runs the work of an invocation. Its AWS calls are no longer repeated from `reserveMs` milliseconds before the end, which leaves time to put
 * the work off or to answer. The work can read `invocationTimeLeftMs()`.
 */
export const runWithInvocationDeadline = <T>(
  context: LambdaContextTimeLeft | undefined,
  reserveMs: number,
  work: () => T,
): T => {
  const timeLeftMs = context?.getRemainingTimeInMillis?.();
  if (context === undefined || timeLeftMs === undefined) return work();
  return invocations.run(context, () => withRetryDeadline(Math.max(0, timeLeftMs - reserveMs), work));
};
