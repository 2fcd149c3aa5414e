import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { parseSchedule, runSchedule } from '../../../localstack/events/schedule.ts';
import { type ScheduleEvent, systemClock } from '../../../localstack/events/types.ts';

const START = Date.parse('2026-02-27T10:07:30.000Z'); // a Friday
const next = (expression: string, after: string) => {
  const at = parseSchedule(expression, START)(Date.parse(after));
  return at === undefined ? undefined : new Date(at).toISOString();
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

  it.each(['rate(0 minutes)', 'rate(1 second)', 'rate(1.5 hours)', 'every minute', 'rate(1 minute) '])(
    'is refused as %j',
    (expression) => {
      expect(() => parseSchedule(expression, START)).toThrow('is neither');
    },
  );
});

describe('a cron expression', () => {
  it.each([
    ['every minute', 'cron(* * * * ? *)', '2026-02-27T10:08:00.000Z'],
    ['a time of day', 'cron(0 12 * * ? *)', '2026-02-27T12:00:00.000Z'],
    ['a time of day that has passed', 'cron(0 10 * * ? *)', '2026-02-28T10:00:00.000Z'],
    ['steps', 'cron(0/15 * * * ? *)', '2026-02-27T10:15:00.000Z'],
    ['steps of a range', 'cron(0 8-18/4 * * ? *)', '2026-02-27T12:00:00.000Z'],
    ['weekdays', 'cron(0 9 ? * MON-FRI *)', '2026-03-02T09:00:00.000Z'],
    ['a weekday as a number, Sunday being 1', 'cron(0 9 ? * 1 *)', '2026-03-01T09:00:00.000Z'],
    ['a list of days', 'cron(30 6 1,15 * ? *)', '2026-03-01T06:30:00.000Z'],
    ['a leap day', 'cron(0 0 29 FEB ? *)', '2028-02-29T00:00:00.000Z'],
    ['a year', 'cron(0 0 1 1 ? 2030)', '2030-01-01T00:00:00.000Z'],
    ['a year that has passed', 'cron(0 0 1 1 ? 2020)', undefined],
    ['a day that never comes', 'cron(0 0 31 4 ? *)', undefined],
  ])('knows %s', (_what, expression, due) => {
    expect(next(expression, '2026-02-27T10:07:30.000Z')).toBe(due);
  });

  it.each([
    ['five fields', 'cron(0 12 * * ?)', 'six fields'],
    ['no ?', 'cron(0 12 * * * *)', 'exactly one'],
    ['two ?', 'cron(0 12 ? * ? *)', 'exactly one'],
    ['what is out of range', 'cron(60 12 * * ? *)', '"60" is not a minutes value'],
    ['the last day of the month', 'cron(0 12 L * ? *)', 'not supported locally'],
    ['a backward range', 'cron(9-5 12 * * ? *)', 'runs backwards'],
    ['a step of nothing', 'cron(0/0 12 * * ? *)', 'no valid step'],
  ])('is refused with %s', (_what, expression, why) => {
    expect(() => parseSchedule(expression, START)).toThrow(why);
  });
});

describe('a schedule', () => {
  beforeEach(() => void vi.useFakeTimers({ now: START }));
  afterEach(() => void vi.useRealTimers());

  const run = (event: ScheduleEvent, invoke: () => Promise<unknown> = async () => undefined) => {
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
      log: { info: () => undefined, warn: (line) => warnings.push(line), error: () => undefined },
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

  it('goes on after a failed run, and beside one that does not end', async () => {
    const { invoked, warnings } = run({ kind: 'schedule', rate: 'rate(1 minute)' }, () =>
      invoked.mock.calls.length === 1 ? Promise.reject(new Error('broken')) : new Promise(() => undefined),
    );

    await vi.advanceTimersByTimeAsync(180_000);

    expect(invoked).toHaveBeenCalledTimes(3);
    expect(warnings).toEqual(['[sweep] its rate(1 minute) run failed: broken']);
  });
});
