import { beforeEach, describe, expect, it } from 'vitest';
import { addSeconds } from '#kernel/shared/clock.ts';
import { WriteConflictError } from '#kernel/shared/errors.ts';
import type { RecoverySweep, SweepCursorStore } from '#platform/recovery/recovery-sweep.ts';
import { endTimeOfSweepRun } from '#platform/recovery/run-sweep.ts';
import { duePage } from '#test/support/fakes/due-page.ts';
import { memorySweepCursors } from '#test/support/fakes/sweep-cursors.ts';
import { handClock, START, secondsAfter } from '#test/support/samples/entities.ts';
import { sweepNow } from '#test/support/sweep-now.ts';

let hand: ReturnType<typeof handClock>;
let cursors: SweepCursorStore;
/** When each entry is due. */
let due: Map<string, Date>;
let taken: string[];
/** The most entries that were listed and not taken yet. */
let held: { now: number; most: number };
let take: (entry: string) => Promise<void>;
/** What happens to entries that the table moves before they are taken. */
let move: (entry: string) => void;

beforeEach(() => {
  hand = handClock();
  cursors = memorySweepCursors();
  due = new Map();
  taken = [];
  held = { now: 0, most: 0 };
  take = async (entry) => void taken.push(entry);
  move = (entry) => void due.set(entry, addSeconds(hand.clock(), 120));
});

const duty: RecoverySweep<string> = {
  name: 'duty',
  async listDue(request) {
    const listed = [...due].map(([entry, at]) => ({ listed_as: `${at.toISOString()}#${entry}`, entry }));
    const page = duePage(listed, request);
    held.now += page.entries.length;
    held.most = Math.max(held.most, held.now);
    return page;
  },
  async take(entry) {
    held.now -= 1;
    move(entry);
    await take(entry);
  },
  describe: (entry) => ({ entry }),
};
const name = (index: number): string => `e${String(index).padStart(6, '0')}`;
/** Entries that have been due for up to an hour, the first one longest. */
function backlog(count: number): string[] {
  const names = Array.from({ length: count }, (_, index) => name(index));
  for (const [index, entry] of names.entries()) due.set(entry, secondsAfter(-3600 + index / 1000));
  return names;
}
const sweep = (onError?: () => void) => sweepNow(duty, { clock: hand.clock, cursors, ...(onError ? { onError } : {}) });

describe('a run of a sweep', () => {
  it('takes everything that was due when it started, each entry once, and nothing else', async () => {
    const all = backlog(2500);
    due.set('later', secondsAfter(1));
    take = async (entry) => {
      taken.push(entry);
      hand.pass(0.001);
      due.set(`new ${entry}`, START);
    };
    expect(await sweep()).toMatchObject({ taken: 2500, is_done: true });
    expect(taken.toSorted()).toEqual(all);
  });

  it('has no more entries of a long backlog than of a short one', async () => {
    backlog(20_000);
    await sweep();
    expect(taken).toHaveLength(20_000);
    expect(held.most).toBeLessThanOrEqual(400);
  });

  it('starts nothing more when its time is up, and the next run continues', async () => {
    const all = backlog(3000);
    take = async (entry) => {
      taken.push(entry);
      hand.pass(0.01);
    };
    expect(await sweep()).toMatchObject({ taken: 2000, is_done: false });
    expect(await sweep()).toMatchObject({ taken: 1000, is_done: true });
    expect(taken.toSorted()).toEqual(all);
  });

  it('does not look again at what it could not take: the entries behind it are reached', async () => {
    const all = backlog(3000);
    // The longest due cannot be written, and each refusal takes its time.
    const broken = new Set(all.slice(0, 2400));
    move = (entry) => {
      if (!broken.has(entry)) due.set(entry, addSeconds(hand.clock(), 3600));
    };
    take = async (entry) => {
      hand.pass(0.02);
      if (broken.has(entry)) throw new Error('the table is busy');
      taken.push(entry);
    };
    const failed: unknown[] = [];
    const runs = [];
    for (let minute = 0; minute < 4; minute++) {
      runs.push(await sweep(() => void failed.push(1)));
      hand.pass(60);
    }
    expect(runs.map(({ is_done }) => is_done)).toEqual([false, false, false, true]);
    expect(taken).toHaveLength(600);
    // And the run after the last one starts with the first entry again.
    const before = failed.length;
    await sweep(() => void failed.push(1));
    expect(failed.length).toBeGreaterThan(before);
  });

  it('counts what a worker was quicker to change, and tells of what failed', async () => {
    backlog(3);
    take = async (entry) => {
      if (entry === name(0)) throw new WriteConflictError('a worker has it');
      if (entry === name(1)) throw new Error('broken');
    };
    const failed: unknown[] = [];
    const report = await sweepNow(duty, {
      clock: hand.clock,
      cursors,
      onError: (details) => void failed.push(details),
    });
    expect(report).toEqual({
      duty: 'duty',
      taken: 1,
      overtaken: 1,
      failed: 1,
      unreadable: 0,
      is_done: true,
    });
    expect(failed).toEqual([{ duty: 'duty', entry: name(1), error: expect.any(Error) }]);
  });

  it('does what was put off after some pages, also when its time is up, and tells of a failure', async () => {
    backlog(3000);
    const putOff: string[] = [];
    const done: number[] = [];
    const batching: RecoverySweep<string> = {
      ...duty,
      async take(entry) {
        await duty.take(entry);
        hand.pass(0.01);
        putOff.push(entry);
      },
      async finish() {
        done.push(putOff.splice(0).length);
        if (done.length === 1) throw new Error('the queue is busy');
      },
    };
    const failed: unknown[] = [];
    const report = await sweepNow(batching, {
      clock: hand.clock,
      cursors,
      onError: ({ error }) => void failed.push(error),
    });
    expect(report).toMatchObject({ taken: 2000, failed: 1, is_done: false });
    expect(done.reduce((sum, count) => sum + count, 0)).toBe(2000);
    expect(Math.max(...done)).toBeLessThanOrEqual(400);
    expect(putOff).toEqual([]);
    expect(failed).toHaveLength(1);
  });

  it('ends where another run stores its cursor meanwhile', async () => {
    backlog(2500);
    let isOvertaken = false;
    const theirs = memorySweepCursors();
    cursors = {
      load: theirs.load,
      async save(cursor, positions) {
        if (!isOvertaken) await theirs.save(cursor, { '0': 'theirs' });
        isOvertaken = true;
        return theirs.save(cursor, positions);
      },
    };
    expect(await sweep()).toMatchObject({ taken: 50, is_done: false });
    expect((await theirs.load('duty')).positions).toEqual({ '0': 'theirs' });
  });

  it('writes no cursor where everything is done in one page', async () => {
    backlog(10);
    await sweep();
    expect(await cursors.load('duty')).toEqual({ duty: 'duty', version: 0, positions: {} });
  });
});

describe('the end of a run', () => {
  it.each([
    [55_000, 20],
    [30_000, 20],
    [11_000, 1],
  ])('with %d ms left to the function comes after %d s', (left, seconds) => {
    expect(endTimeOfSweepRun(START, left)).toEqual(secondsAfter(seconds));
  });
});
