import { describe, expect, it } from 'vitest';
import { ENTITLEMENTS } from '#features/accounts/entitlements.ts';
import { type PollDelay, pollDelayOverHttp, pollDelayOverStdio } from '#front/agents/wait-schedule.ts';

const MINUTE = 60_000;

/**
 * The requests of one tool that waits for work which started at 0, in each minute: the polls, and the calls of the tool that are
 * requests themselves. The work that a call started is known without a poll.
 */
function requestsByMinute(delay: PollDelay, waitMs: number, callIsRequest: boolean, minutes: number): number[] {
  const counts = Array.from({ length: minutes }, () => 0);
  const count = (at: number): void => {
    const minute = Math.floor(at / MINUTE);
    if (minute < minutes) counts[minute] = (counts[minute] ?? 0) + 1;
  };
  let isFirst = true;
  for (let began = 0; began < minutes * MINUTE; began += waitMs) {
    if (callIsRequest) count(began);
    let at = began;
    if (!isFirst) count(at);
    isFirst = false;
    for (at += delay(at); at < began + waitMs; at += delay(at)) count(at);
  }
  return counts;
}

describe('waiting', () => {
  it.each([
    ['standard input', pollDelayOverStdio, 50_000, false],
    ['HTTP', pollDelayOverHttp, 20_000, true],
  ] as const)(
    'for as many videos as Pro renders at once takes less than a tenth of its requests: %s',
    (_, delay, waitMs, isRequest) => {
      const { running_renders, requests_per_minute } = ENTITLEMENTS.pro;
      const most = Math.max(...requestsByMinute(delay, waitMs, isRequest, 20)) * running_renders;
      expect(most).toBeLessThan(requests_per_minute / 10);
    },
  );

  it.each([pollDelayOverStdio, pollDelayOverHttp])('never ends, and never is longer than ten seconds', (delay) => {
    for (let age = 0; age < 3_600_000; age += 500) {
      expect(delay(age)).toBeGreaterThan(0);
      expect(delay(age)).toBeLessThanOrEqual(10_000);
    }
    expect(delay(0)).toBeLessThanOrEqual(3000);
  });
});
