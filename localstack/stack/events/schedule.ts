import { randomUUID } from 'node:crypto';
import type { StackLog } from '#emulators/host/stack-log.ts';
import type { Clock } from '#kernel/shared/clock.ts';
import { errorMessageOf } from '#kernel/shared/error-message.ts';
import type { InvokeFunction, ScheduleEventSource } from './types.ts';
import { waitUnlessAborted } from './wait-unless-aborted.ts';

const UNIT_MS: Readonly<Record<string, number>> = { minute: 60_000, hour: 3_600_000, day: 86_400_000 };
/** The longest time that a timer of Node can wait, in milliseconds. */
const MAX_TIMER_MS = 2 ** 31 - 1;

/** Finds the first time after `afterMs`; both are in milliseconds since the epoch. */
export type FindNextScheduledTime = (afterMs: number) => number;

/**
 * Compiles `rate(n minutes)`, hours or days, with intervals from `startMs`. Schedules of this service have no other
 * form. @throws Error for a `cron(…)` and for a malformed text
 */
export function compileSchedule(expression: string, startMs: number): FindNextScheduledTime {
  const [, count, unit = ''] = /^rate\(([1-9]\d*) (minute|hour|day)s?\)$/.exec(expression) ?? [];
  const unitMs = UNIT_MS[unit];
  if (unitMs === undefined)
    throw new Error(`The local stack runs schedules such as rate(5 minutes), hours or days; not "${expression}".`);
  const intervalMs = Number(count) * unitMs;
  return (afterMs) => startMs + (Math.max(0, Math.floor((afterMs - startMs) / intervalMs)) + 1) * intervalMs;
}

/** Makes the event of an EventBridge rule. @param timeMs the time that it was due */
export function createScheduledEvent(functionName: string, region: string, accountId: string, timeMs: number) {
  return {
    version: '0',
    id: randomUUID(),
    'detail-type': 'Scheduled Event',
    source: 'aws.events',
    account: accountId,
    time: new Date(timeMs).toISOString().replace(/\.\d{3}Z$/, 'Z'),
    region,
    resources: [`arn:aws:events:${region}:${accountId}:rule/${functionName}`],
    detail: {},
  };
}

/** Options of `runSchedule`. */
export interface ScheduleOptions {
  functionName: string;
  event: ScheduleEventSource;
  region: string;
  accountId: string;
  invoke: InvokeFunction;
  clock: Clock;
  log: StackLog;
  signal: AbortSignal;
}

/**
 * Invokes the function whenever it is due, until the signal aborts. Resolves when the last invocation has ended. As
 * with EventBridge, a long invocation does not delay the next. Times that passed while the machine slept are skipped.
 */
export async function runSchedule(options: ScheduleOptions): Promise<void> {
  const { functionName, event, region, accountId, invoke, clock, log, signal } = options;
  const nextTimeMs = compileSchedule(event.rate, clock().getTime());
  const runningInvocations = new Set<Promise<void>>();

  for (let dueMs = nextTimeMs(clock().getTime()); !signal.aborted; ) {
    const leftMs = dueMs - clock().getTime();
    if (leftMs > 0) {
      await waitUnlessAborted(Math.min(MAX_TIMER_MS, leftMs), signal);
      continue;
    }
    const payload = event.input ?? createScheduledEvent(functionName, region, accountId, dueMs);
    const invocation = invoke(functionName, payload)
      .then(() => undefined)
      .catch((error) => log.warn(`[${functionName}] its ${event.rate} run failed: ${errorMessageOf(error)}`))
      .finally(() => runningInvocations.delete(invocation));
    runningInvocations.add(invocation);
    dueMs = nextTimeMs(clock().getTime());
  }
  await Promise.all(runningInvocations);
}
