import { beforeEach, describe, expect, it } from 'vitest';
import { WriteConflictError } from '#kernel/shared/errors.ts';
import {
  admitWaitingTickets,
  enqueueTickets,
  type FairQueueDeps,
  releaseFairQueueTicket,
} from '#platform/fair-queue/enqueue.ts';
import {
  type AccountQueue,
  doesWorkerTakePoolSlot,
  type FairQueueTicket,
  POOL_NAMES,
  secondsUntilMessageCountsAsLost,
  sweepSlotDecision,
  type TicketWorkState,
} from '#platform/fair-queue/fair-queue-ticket.ts';
import { type FairQueueStore, MAX_TICKETS_ADMITTED_PER_WRITE } from '#platform/fair-queue/ports.ts';
import { type RunInAccountSlotDeps, runInAccountSlot } from '#platform/fair-queue/run-in-account-slot.ts';
import { fairQueueSweep } from '#platform/fair-queue/sweep-fair-queues.ts';
import { memoryFairQueueStore } from '#test/support/fakes/fair-queue-store.ts';
import { watched } from '#test/support/fakes/watched.ts';
import { handClock, START, secondsAfter } from '#test/support/samples/entities.ts';
import { sweepNow } from '#test/support/sweep-now.ts';

const SHARE = 3;

let store: FairQueueStore;
let hand: ReturnType<typeof handClock>;
/** The messages in the queue, the oldest first. */
let queue: string[];
let ended: Set<string>;
let working: Set<string>;
let deps: RunInAccountSlotDeps;

const line = (account: string): AccountQueue => ({ account_id: account, pool: 'narration' });
const ticket = (account: string, number: number): FairQueueTicket => {
  const id = `${account}-${String(number).padStart(5, '0')}`;
  return { ...line(account), id, message: id };
};
const tickets = (account: string, count: number): FairQueueTicket[] =>
  Array.from({ length: count }, (_, number) => ticket(account, number));
const heldBy = async (account: string): Promise<string[]> =>
  (await store.held(line(account))).map(({ id }) => id).toSorted();
const waitingOf = async (account: string): Promise<number> => (await store.view(line(account), 100_000)).waiting.length;
const sweep = (over: Partial<RunInAccountSlotDeps> = {}) =>
  sweepNow(fairQueueSweep({ ...deps, ...over }), { clock: hand.clock });
/** A worker that takes the oldest message and ends its work. @returns the account that it worked for */
async function workOnce(): Promise<string | undefined> {
  const message = queue.shift();
  if (message === undefined) return undefined;
  const [account = '', number] = message.split('-');
  await runInAccountSlot(deps, ticket(account, Number(number)), async () => void ended.add(message));
  return account;
}

beforeEach(() => {
  store = memoryFairQueueStore();
  hand = handClock();
  queue = [];
  ended = new Set();
  working = new Set();
  const stateOf = (message: string): TicketWorkState => {
    if (ended.has(message)) return 'ended';
    return working.has(message) ? 'working' : 'idle';
  };
  deps = {
    store,
    shares: { preparation: 2, narration: SHARE, encoding: 5, fetching: 8 },
    sendAll: async (_, all) => void queue.push(...all.map(({ message }) => message)),
    clock: hand.clock,
    stateOf: async ({ message }) => stateOf(message),
    log: { info: () => undefined, warn: () => undefined, error: () => undefined },
  };
});

describe('an account', () => {
  it('has no more messages in the queue than its share, whatever it asks for', async () => {
    await enqueueTickets(deps, tickets('a', 1000));
    expect(queue).toEqual(['a-00000', 'a-00001', 'a-00002']);
    expect(await waitingOf('a')).toBe(997);
  });

  it('gets a share of each pool', async () => {
    await enqueueTickets(deps, [
      ...tickets('a', 10),
      ...tickets('a', 10).map((one) => ({ ...one, pool: 'encoding' as const })),
    ]);
    expect(queue).toHaveLength(3 + 5);
  });

  it('has its work done in the order in which it came, and all of it', async () => {
    await enqueueTickets(deps, tickets('a', 40).toReversed());
    const done: string[] = [];
    for (let next = queue[0]; next !== undefined; next = queue[0]) {
      done.push(next);
      await workOnce();
    }
    expect(done.slice(SHARE)).toEqual(done.slice(SHARE).toSorted());
    expect(new Set(done).size).toBe(40);
    expect([await heldBy('a'), await waitingOf('a')]).toEqual([[], 0]);
  });

  it('asks for the same work twice and has it queued once; a message for work in a slot is sent again', async () => {
    await enqueueTickets(deps, tickets('a', 5));
    await enqueueTickets(deps, tickets('a', 5));
    expect(queue).toEqual(['a-00000', 'a-00001', 'a-00002', 'a-00000', 'a-00001', 'a-00002']);
    expect([(await heldBy('a')).length, await waitingOf('a')]).toEqual([3, 2]);
  });

  it('never has more than its share when many ask and give back at the same moment', async () => {
    let most = 0;
    const counting: FairQueueDeps = {
      ...deps,
      async sendAll({ account_id }, all) {
        queue.push(...all.map(({ message }) => message));
        most = Math.max(most, (await heldBy(account_id)).length);
      },
    };
    await Promise.all(tickets('a', 50).map((one) => enqueueTickets(counting, [one])));
    for (let next = queue.splice(0); next.length > 0; next = queue.splice(0)) {
      for (const message of next) ended.add(message);
      await Promise.all(
        next.map((message) => releaseFairQueueTicket(counting, ticket('a', Number(message.split('-')[1])))),
      );
    }
    expect(most).toBeLessThanOrEqual(SHARE);
    expect([ended.size, await waitingOf('a')]).toEqual([50, 0]);
  });
});

describe('accounts', () => {
  it('take turns: one piece of work waits for a share of each other account, not for what they have waiting', async () => {
    const others = Array.from({ length: 20 }, (_, number) => `n${number}`);
    for (const account of others) await enqueueTickets(deps, tickets(account, 1000));
    for (let worked = 0; worked < 500; worked++) await workOnce();
    await enqueueTickets(deps, [ticket('b', 0)]);
    let before = 0;
    while ((await workOnce()) !== 'b') before += 1;
    expect(before).toBe(SHARE * others.length);
  });

  it('get the same amount done, however much each has waiting', async () => {
    await enqueueTickets(deps, tickets('much', 5000));
    await enqueueTickets(deps, tickets('some', 100));
    await enqueueTickets(deps, tickets('few', 30));
    const done = new Map<string, number>();
    for (let worked = 0; worked < 90; worked++) {
      const account = (await workOnce()) ?? '';
      done.set(account, (done.get(account) ?? 0) + 1);
    }
    expect(Object.fromEntries(done)).toEqual({ much: 30, some: 30, few: 30 });
  });
});

describe('a message', () => {
  it('whose work is to be tried again keeps the slot', async () => {
    await enqueueTickets(deps, tickets('a', 4));
    const failing = runInAccountSlot(deps, ticket('a', 0), () => Promise.reject(new Error('the engine failed')));
    await expect(failing).rejects.toThrow('the engine failed');
    expect(await heldBy('a')).toEqual(['a-00000', 'a-00001', 'a-00002']);
  });

  it('whose work fails for good gives the slot back once, also when it comes again', async () => {
    await enqueueTickets(deps, tickets('a', 5));
    const fail = async () => {
      ended.add('a-00000');
      throw new Error('failed for good');
    };
    await expect(runInAccountSlot(deps, ticket('a', 0), fail)).rejects.toThrow();
    // Its work finds nothing to do by then.
    await runInAccountSlot(deps, ticket('a', 0), async () => undefined);
    expect(await heldBy('a')).toEqual(['a-00001', 'a-00002', 'a-00003']);
    expect(queue.filter((message) => message === 'a-00003')).toHaveLength(1);
  });

  it('whose work may not start yet keeps no slot, and is asked for again', async () => {
    const notYet: RunInAccountSlotDeps = { ...deps, stateOf: async () => 'not_yet' };
    await enqueueTickets(notYet, tickets('a', 4));
    queue.length = 0;
    await runInAccountSlot(notYet, ticket('a', 0), async () => undefined);
    expect([await heldBy('a'), queue]).toEqual([['a-00001', 'a-00002', 'a-00003'], ['a-00003']]);
    // Its message comes once more.
    await runInAccountSlot(notYet, ticket('a', 0), async () => undefined);
    expect([(await heldBy('a')).length, await waitingOf('a')]).toEqual([3, 0]);
    await workOnce();
    await enqueueTickets(deps, [ticket('a', 0)]);
    expect(queue).toEqual(['a-00000']);
  });

  it('without a slot does not start: its work waits its turn', async () => {
    await enqueueTickets(deps, tickets('a', 3));
    await runInAccountSlot(deps, ticket('a', 7), () => Promise.reject(new Error('must not run')));
    expect(await waitingOf('a')).toBe(1);
    expect(queue).not.toContain('a-00007');
  });

  it('without a slot takes one that is free, and starts', async () => {
    let during: unknown;
    await runInAccountSlot(deps, ticket('a', 7), async () => {
      during = [await heldBy('a'), await store.tickets(line('a'), ['a-00007'])];
      ended.add('a-00007');
    });
    expect(during).toEqual([['a-00007'], [ticket('a', 7)]]);
    expect([queue, await heldBy('a'), await waitingOf('a')]).toEqual([[], [], 0]);
  });

  it('without a slot takes the free one although its own ticket waits', async () => {
    await store.addTickets([ticket('a', 7)]);
    await runInAccountSlot(deps, ticket('a', 7), async () => void ended.add('a-00007'));
    expect([[...ended], queue]).toEqual([['a-00007'], []]);
  });

  it('without a slot does not go before what waits for the free one', async () => {
    await store.addTickets(tickets('a', SHARE));
    await runInAccountSlot(deps, ticket('a', 7), () => Promise.reject(new Error('must not run')));
    expect([queue, await waitingOf('a')]).toEqual([['a-00000', 'a-00001', 'a-00002'], 1]);
  });

  it('whose work has ended does what follows the work, and lets the next one in', async () => {
    await enqueueTickets(deps, tickets('a', 1));
    ended.add('a-00000');
    await store.release(ticket('a', 0));
    await store.addTickets([ticket('a', 5)]);
    const followed: string[] = [];
    await runInAccountSlot(deps, ticket('a', 0), async () => void followed.push('a-00000'));
    expect(followed).toEqual(['a-00000']);
    expect(await heldBy('a')).toEqual(['a-00005']);
  });

  it('whose slot was given back before lets the next one in all the same', async () => {
    await enqueueTickets(deps, tickets('a', 1));
    await store.release(ticket('a', 0));
    await store.addTickets([ticket('a', 5)]);
    await releaseFairQueueTicket(deps, ticket('a', 0));
    expect(await heldBy('a')).toEqual(['a-00005']);
  });

  it('is settled although its slot cannot be given back', async () => {
    await enqueueTickets(deps, tickets('a', 1));
    const broken = { ...store, release: () => Promise.reject(new Error('the table is busy')) };
    await runInAccountSlot({ ...deps, store: broken }, ticket('a', 0), async () => void ended.add('a-00000'));
    expect(await heldBy('a')).toEqual(['a-00000']);
  });
});

describe('the sweeper', () => {
  /** A process that dies at its `fatal`-th call. */
  function mortal(fatal: number): FairQueueDeps {
    let calls = 0;
    const dying =
      <Args extends unknown[], Result>(call: (...args: Args) => Promise<Result>) =>
      async (...args: Args): Promise<Result> => {
        calls += 1;
        if (calls >= fatal) throw new Error('killed');
        return call(...args);
      };
    return {
      ...deps,
      sendAll: dying(deps.sendAll),
      store: {
        ...store,
        addTickets: dying(store.addTickets),
        removeTicket: dying(store.removeTicket),
        held: dying(store.held),
        view: dying(store.view),
        admit: dying(store.admit),
        release: dying(store.release),
      },
    };
  }

  it('loses nothing and leaks no slot, wherever a process dies while it asks or gives back', async () => {
    for (let fatal = 1; fatal <= 40; fatal++) {
      const account = `k${fatal}`;
      const all = tickets(account, 6);
      // The process that asked was killed, and asks again.
      await enqueueTickets(mortal(fatal), all).catch(() => undefined);
      await enqueueTickets(deps, all);
      for (const one of all.slice(0, 2)) {
        ended.add(one.message);
        await releaseFairQueueTicket(mortal(fatal), one).catch(() => undefined);
      }
      for (let round = 0; round < 12; round++) {
        hand.pass(130);
        await sweep();
        expect((await heldBy(account)).length).toBeLessThanOrEqual(SHARE);
        while ((await workOnce()) !== undefined);
      }
      expect(all.filter(({ message }) => !ended.has(message))).toEqual([]);
      expect([await heldBy(account), await waitingOf(account)]).toEqual([[], 0]);
    }
  });

  it('sends a lost message again, ever less often, and none whose worker lives', async () => {
    await enqueueTickets(deps, tickets('a', 2));
    working.add('a-00001');
    queue.length = 0;
    const sentAt: number[] = [];
    for (let swept = 0; swept < 60; swept++) {
      hand.pass(61);
      await sweep();
      sentAt.push(...queue.splice(0).map(() => (hand.clock().getTime() - START.getTime()) / 1000));
    }
    expect(sentAt).toEqual([122, 366, 854, 1830, 3660]);
  });

  it('sends a message although it was notified that it was noted before: the answer of its own note was lost', async () => {
    await enqueueTickets(deps, tickets('a', SHARE));
    queue.length = 0;
    const forgetful: FairQueueStore = {
      ...store,
      async noteSent(...note) {
        await store.noteSent(...note);
        return store.noteSent(...note);
      },
    };
    hand.pass(130);
    await sweep({ store: forgetful });
    expect(queue.splice(0).toSorted()).toEqual(['a-00000', 'a-00001', 'a-00002']);
    expect((await store.held(line('a'))).map(({ sends }) => sends)).toEqual([2, 2, 2]);
  });

  it('notes no message as sent that could not be sent, and sends it at the next check', async () => {
    await enqueueTickets(deps, tickets('a', SHARE));
    queue.length = 0;
    hand.pass(130);
    const onError = () => undefined;
    const sendAll = () => Promise.reject(new Error('the queue is busy'));
    await sweepNow(fairQueueSweep({ ...deps, sendAll }), { clock: hand.clock, onError });
    expect((await store.held(line('a'))).map(({ sends }) => sends)).toEqual([1, 1, 1]);
    hand.pass(46);
    await sweep();
    expect(queue.toSorted()).toEqual(['a-00000', 'a-00001', 'a-00002']);
  });

  it('leaves a line alone in which nothing was left for longer than any process lives', async () => {
    await enqueueTickets(deps, tickets('a', 1));
    await workOnce();
    const takenAt: number[] = [];
    for (let seconds = 61; seconds < 3000; seconds += 61) {
      hand.pass(61);
      if ((await sweep()).taken > 0) takenAt.push(seconds);
    }
    expect(takenAt.length).toBeGreaterThan(900 / 61);
    expect(takenAt.at(-1)).toBeLessThan(1500);
  });

  it('keeps a queue on its list while a slot is held, and takes it off by one write', async () => {
    await enqueueTickets(deps, tickets('a', 1));
    working.add('a-00000');
    const calls: string[] = [];
    const noting = { store: watched(store, (method) => void calls.push(method)) };
    hand.pass(61);
    await sweep(noting);
    expect(calls.filter((call) => call === 'noteEmpty' || call === 'stopChecking')).toEqual([]);
    ended.add('a-00000');
    hand.pass(61);
    await sweep(noting);
    calls.length = 0;
    hand.pass(3000);
    await sweep(noting);
    expect(calls.filter((call) => call === 'noteEmpty' || call === 'stopChecking')).toEqual(['stopChecking']);
    expect((await sweep(noting)).taken).toBe(0);
  });

  it('finds the tickets of a process that died as it added them to a line that was full, and drained since', async () => {
    await enqueueTickets(deps, tickets('a', SHARE));
    const late: FairQueueDeps = {
      ...deps,
      store: {
        ...store,
        async addTickets(all) {
          while ((await workOnce()) !== undefined);
          for (let swept = 0; swept < 14; swept++) {
            hand.pass(61);
            await sweep();
          }
          await store.addTickets(all);
          throw new Error('killed');
        },
      },
    };
    await expect(enqueueTickets(late, [ticket('a', 7)])).rejects.toThrow('killed');
    hand.pass(61);
    await sweep();
    expect(queue).toEqual(['a-00007']);
  });

  it('reads the slots of a line, whatever waits in it', async () => {
    await enqueueTickets(deps, tickets('a', 40_000));
    hand.pass(61);
    let asked = 0;
    await sweep({
      async stateOf() {
        asked += 1;
        return 'working';
      },
    });
    expect(asked).toBe(SHARE);
  });

  it('continues after a line that cannot be swept, and reports it', async () => {
    for (const account of ['a', 'b', 'c']) await enqueueTickets(deps, tickets(account, 1));
    for (const account of ['a', 'b', 'c']) ended.add(`${account}-00000`);
    hand.pass(61);
    const reported: string[] = [];
    const stateOf: RunInAccountSlotDeps['stateOf'] = async ({ account_id }) => {
      if (account_id === 'b') throw new Error('unreadable');
      return 'ended';
    };
    const onError = ({ account_id }: Record<string, unknown>): void => void reported.push(String(account_id));
    await sweepNow(fairQueueSweep({ ...deps, stateOf }), { clock: hand.clock, onError });
    expect(reported).toEqual(['b']);
    expect([await heldBy('a'), await heldBy('b'), await heldBy('c')]).toEqual([[], ['b-00000'], []]);
  });

  it('admits what waits although no worker did', async () => {
    await enqueueTickets(deps, tickets('a', 4));
    ended.add('a-00000');
    await store.removeTicket(ticket('a', 0));
    await store.release(ticket('a', 0));
    expect(await waitingOf('a')).toBe(1);
    hand.pass(61);
    await sweep();
    expect(await waitingOf('a')).toBe(0);
    await admitWaitingTickets(deps, line('a'));
    expect(queue.filter((message) => message === 'a-00003')).toHaveLength(1);
  });
});

describe('many units of work', () => {
  /** The calls that one act makes, in their order; the act is given those that it has made so far. */
  async function callsOf(
    act: (noting: RunInAccountSlotDeps, calls: readonly string[]) => Promise<unknown>,
  ): Promise<string[]> {
    const calls: string[] = [];
    const note = (method: string): void => void calls.push(method);
    const { sendAll } = watched({ sendAll: deps.sendAll }, note);
    const shares = { preparation: 1, narration: 50, encoding: 50, fetching: 8 };
    await act({ ...deps, shares, store: watched(store, note), sendAll }, calls);
    return calls;
  }

  it('get their slots by one write and their messages by one call, however many fit', async () => {
    const calls = await callsOf((noting) => enqueueTickets(noting, tickets('a', 60)));
    expect(calls).toEqual(['view', 'admit', 'addTickets', 'sendAll', 'view']);
    expect([(await heldBy('a')).length, await waitingOf('a'), queue.length]).toEqual([50, 10, 50]);
  });

  it('get the slots that are left by one write, after one look', async () => {
    await callsOf((noting) => enqueueTickets(noting, tickets('a', 48)));
    const late = Array.from({ length: 5 }, (_, at) => ticket('a', 48 + at));
    expect(await callsOf((noting) => enqueueTickets(noting, late))).toEqual([
      'view',
      'admit',
      'addTickets',
      'sendAll',
      'view',
    ]);
    expect([(await heldBy('a')).length, queue.at(-1)]).toEqual([50, 'a-00049']);
    // All slots are taken: nothing is written but the tickets, and nothing is sent.
    expect(await callsOf((noting) => enqueueTickets(noting, [ticket('a', 60)]))).toEqual([
      'view',
      'addTickets',
      'view',
    ]);
  });

  it('are looked at once where each has its slot', async () => {
    const calls = await callsOf((noting) => enqueueTickets(noting, tickets('a', 2)));
    expect(calls).toEqual(['view', 'admit', 'addTickets', 'sendAll']);
  });

  it('that wait get the slots that are free, by one write after one look', async () => {
    await callsOf((noting) => enqueueTickets(noting, tickets('a', 48)));
    await store.addTickets(Array.from({ length: 5 }, (_, at) => ticket('a', -1 - at)));
    const calls = await callsOf((noting) => admitWaitingTickets(noting, line('a')));
    expect(calls).toEqual(['view', 'admit', 'sendAll']);
    expect((await heldBy('a')).length).toBe(50);
  });

  it('get a slot also where another process changed the queue at the first attempt', async () => {
    let attempts = 0;
    const contended: FairQueueStore = {
      ...store,
      admit: async (...words) => {
        attempts += 1;
        if (attempts === 1) throw new WriteConflictError('another process took a slot');
        return store.admit(...words);
      },
    };
    await enqueueTickets({ ...deps, store: contended }, tickets('a', 1));
    expect([await heldBy('a'), queue, attempts]).toEqual([['a-00000'], ['a-00000'], 2]);
  });

  it('that take their slots themselves are started after one look and one write', async () => {
    const own: FairQueueTicket = { ...ticket('a', 0), pool: 'preparation' };
    let before: string[] = [];
    await callsOf((noting, calls) =>
      runInAccountSlot(noting, own, async () => {
        before = [...calls];
      }),
    );
    expect(before).toEqual(['view', 'admit']);
    const { held, waiting } = await store.view({ account_id: 'a', pool: 'preparation' }, 10);
    expect([held.map(({ id }) => id), waiting]).toEqual([[own.id], []]);
    expect(await store.tickets(own, [own.id])).toEqual([own]);
  });

  it('hand their slots on by one write', async () => {
    await callsOf((noting) => enqueueTickets(noting, tickets('a', 60)));
    ended.add('a-00000');
    const calls = await callsOf((noting) => runInAccountSlot(noting, ticket('a', 0), async () => undefined));
    expect(calls.toSorted()).toEqual(['admit', 'held', 'removeTicket', 'sendAll', 'view']);
    expect(queue.at(-1)).toBe('a-00050');
  });

  it('all get their messages after a process that died when it had given them slots, or had sent some', async () => {
    for (const [account, sent] of [
      ['a', 0],
      ['b', 2],
    ] as const) {
      const dying: FairQueueDeps = {
        ...deps,
        async sendAll(line, all) {
          await deps.sendAll(line, all.slice(0, sent));
          throw new Error('killed');
        },
      };
      await expect(enqueueTickets(dying, tickets(account, 5))).rejects.toThrow('killed');
      expect([(await heldBy(account)).length, queue.length]).toEqual([SHARE, sent]);
      hand.pass(130);
      await sweep();
      expect(new Set(queue).size).toBe(SHARE);
      while ((await workOnce()) !== undefined);
      expect([await heldBy(account), await waitingOf(account)]).toEqual([[], 0]);
    }
  });

  it('that have ended give their slots back although their tickets are gone', async () => {
    await enqueueTickets(deps, tickets('a', 4));
    await store.removeTicket(ticket('a', 0));
    hand.pass(61);
    await sweep();
    expect(await heldBy('a')).toEqual(['a-00001', 'a-00002', 'a-00003']);
  });

  it('get slots when more are free than one write gives away', async () => {
    const wide = {
      ...deps,
      shares: { preparation: 1, narration: 2 * MAX_TICKETS_ADMITTED_PER_WRITE + 5, encoding: 1, fetching: 1 },
    };
    await enqueueTickets(wide, tickets('a', 200));
    expect((await heldBy('a')).length).toBe(2 * MAX_TICKETS_ADMITTED_PER_WRITE + 5);
  });
});

it('a message of two pools is sent before its ticket has a slot', () => {
  expect(POOL_NAMES.filter(doesWorkerTakePoolSlot)).toEqual(['preparation', 'fetching']);
});

describe('what a slot needs', () => {
  const slot = { id: 'x', sent_at: START.toISOString(), sends: 1 };
  it.each<[TicketWorkState, number, ReturnType<typeof sweepSlotDecision>]>([
    ['ended', 0, 'release'],
    ['not_yet', 0, 'release'],
    ['working', 1e6, 'nothing'],
    ['idle', 120, 'nothing'],
    ['idle', 120.001, 'send'],
  ])('of work that is %s after %d s: %s', (state, seconds, decision) => {
    expect(sweepSlotDecision(slot, state, secondsAfter(seconds))).toBe(decision);
  });

  it('waits twice as long with each message, up to half an hour', () => {
    expect([1, 2, 3, 4, 5, 9].map(secondsUntilMessageCountsAsLost)).toEqual([120, 240, 480, 960, 1800, 1800]);
  });
});
