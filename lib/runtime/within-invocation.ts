import type { Context } from 'aws-lambda';
import { withinTime } from '../aws/retries.ts';

/** What is known of the time that an invocation has left; a caller without a context has all of it. */
export type TimeLeft = Partial<Pick<Context, 'getRemainingTimeInMillis'>>;

/**
 * Does the work of an invocation so that its calls to AWS are given up `reserveMs` before its end: time to put the work off, or to
 * answer.
 */
export const withinInvocation = <T>(context: TimeLeft | undefined, reserveMs: number, work: () => T): T => {
  const left = context?.getRemainingTimeInMillis?.();
  return left === undefined ? work() : withinTime(Math.max(0, left - reserveMs), work);
};
