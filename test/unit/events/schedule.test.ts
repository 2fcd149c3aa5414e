import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { systemClock } from '#kernel/shared/clock.ts';
import { compileSchedule, runSchedule } from '#stack/events/schedule.ts';
import type { ScheduleEventSource } from '#stack/events/types.ts';

const START = Date.parse('2026-02-27T10:07:30.000Z'); // a Friday
const next = (expression: string, after: string) => {
  return new Date(compileSchedule(expression, START)(Date.parse(after))).toISOString();
};

describe('a rate', () => {
  it.each([
    ['rate(1 minute)', '2026-02-27T10:08:30.000Z'],
    ['rate(5 minutes)', '2026-02-27T10:12:30.000Z'],
    ['rate(2 hours)', '2026-02-27T12:07:30.000Z'],
    ['rate(1 day)', '2026-02-28T10:07:30.000Z'],
  ])('%s is first due one interval after the start', (expression, due) => {
    expect(next(expression, '2026-02-27T10:07:30.000Z')).toBe(due);
  });

  it('skips what passed unnoticed', () => {
    expect(next('rate(5 minutes)', '2026-02-27T10:30:00.000Z')).toBe('2026-02-27T10:32:30.000Z');
  });

  it.each([
    'rate(0 minutes)',
    'rate(1 second)',
    'rate(1.5 hours)',
    'every minute',
    'rate(1 minute) ',
    'cron(0 12 * * ? *)',
  ])('is refused as %j', (expression) => {
    expect(() => compileSchedule(expression, START)).toThrow(`not "${expression}"`);
  });
});

describe('a schedule', () => {
  beforeEach(() => void vi.useFakeTimers({ now: START }));
  afterEach(() => void vi.useRealTimers());

  const run = (event: ScheduleEventSource, invoke: () => Promise<unknown> = async () => undefined) => {
    const stopping = new AbortController();
    const invoked = vi.fn(async (_name: string, _event: unknown) => invoke());
    const warnings: string[] = [];
    const ended = runSchedule({
      functionName: 'sweep',
      event,
      region: 'us-east-1',
      accountId: '000000000000',
      invoke: invoked,
      clock: systemClock,
      log: {
        debug: () => undefined,
        info: () => undefined,
        warn: (line) => warnings.push(line),
        error: () => undefined,
      },
      signal: stopping.signal,
    });
    const stop = () => {
      stopping.abort();
      return ended;
    };
    return { invoked, warnings, stop };
  };

  it('invokes its function whenever it is due, and no more once it is stopped', async () => {
    const { invoked, stop } = run({ kind: 'schedule', rate: 'rate(1 minute)' });

    await vi.advanceTimersByTimeAsync(59_999);
    expect(invoked).toHaveBeenCalledTimes(0);
    await vi.advanceTimersByTimeAsync(1);
    expect(invoked).toHaveBeenCalledTimes(1);
    await vi.advanceTimersByTimeAsync(120_000);
    expect(invoked).toHaveBeenCalledTimes(3);
    await stop();
    await vi.advanceTimersByTimeAsync(120_000);
    expect(invoked).toHaveBeenCalledTimes(3);
  });

  it('sends the event of an EventBridge rule', async () => {
    const { invoked, stop } = run({ kind: 'schedule', rate: 'rate(1 minute)' });

    await vi.advanceTimersByTimeAsync(60_000);
    await stop();

    expect(invoked).toHaveBeenCalledWith('sweep', {
      version: '0',
      id: expect.stringMatching(/^[0-9a-f-]{36}$/),
      'detail-type': 'Scheduled Event',
      source: 'aws.events',
      account: '000000000000',
      time: '2026-02-27T10:08:30Z',
      region: 'us-east-1',
      resources: ['arn:aws:events:us-east-1:000000000000:rule/sweep'],
      detail: {},
    });
  });

  it('sends its input instead when it has one', async () => {
    const { invoked, stop } = run({ kind: 'schedule', rate: 'rate(1 minute)', input: { deep: true } });

    await vi.advanceTimersByTimeAsync(60_000);
    await stop();

    expect(invoked).toHaveBeenCalledWith('sweep', { deep: true });
  });

  it('continues after a failed run, and next to one that does not end', async () => {
    const { invoked, warnings } = run({ kind: 'schedule', rate: 'rate(1 minute)' }, () =>
      invoked.mock.calls.length === 1 ? Promise.reject(new Error('broken')) : new Promise(() => undefined),
    );

    await vi.advanceTimersByTimeAsync(180_000);

    expect(invoked).toHaveBeenCalledTimes(3);
    expect(warnings).toEqual(['[sweep] its rate(1 minute) run failed: broken']);
  });
});
