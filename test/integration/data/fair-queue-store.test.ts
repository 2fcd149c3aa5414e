import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { fairQueueRepository } from '#adapters/aws/fair-queue/fair-queue-repository.ts';
import { newId } from '#kernel/shared/ids.ts';
import { enqueueTickets, type FairQueueDeps, releaseFairQueueTicket } from '#platform/fair-queue/enqueue.ts';
import type { AccountQueue, FairQueueTicket } from '#platform/fair-queue/fair-queue-ticket.ts';
import {
  type AdmittedTickets,
  type DueAccountQueue,
  type FairQueueStore,
  MAX_TICKETS_ADMITTED_PER_WRITE,
} from '#platform/fair-queue/ports.ts';
import { allDue } from '#test/support/data/all-due.ts';
import { type Database, startDatabase } from '#test/support/data/database.ts';
import { memoryFairQueueStore } from '#test/support/fakes/fair-queue-store.ts';
import { secondsAfter } from '#test/support/samples/entities.ts';

let database: Database;
let store: FairQueueStore;
let line: AccountQueue;

beforeAll(async () => {
  database = await startDatabase();
});
afterAll(() => database.stop());
beforeEach(() => {
  line = { account_id: newId('account'), pool: 'narration' };
});

const at = (seconds: number): string => secondsAfter(seconds).toISOString();
const conflict = expect.objectContaining({ name: 'WriteConflictError' });
const ticket = (number: number): FairQueueTicket => {
  const id = `01J#video#${String(number).padStart(5, '0')}`;
  return { ...line, id, message: JSON.stringify({ number }) };
};
/** Gives tickets slots at the second that is the number of the first one. */
const admitAll = (numbers: readonly number[], over: Partial<AdmittedTickets> = {}) =>
  store.admit(line, {
    ...{ ids: numbers.map((number) => ticket(number).id), share: 3, at: at(numbers[0] ?? 0), sweepAt: at(60) },
    ...over,
  });
const admit = (number: number, share = 3) => admitAll([number], { share });
const waiting = async (limit = 10): Promise<readonly FairQueueTicket[]> => (await store.view(line, limit)).waiting;
const heldIds = async (): Promise<string[]> => (await store.held(line)).map(({ id }) => id).toSorted();
const isMine = ({ account_id }: AccountQueue): boolean => account_id === line.account_id;
const listed = async (seconds: number): Promise<DueAccountQueue[]> =>
  (await allDue(store.listDue, at(seconds))).filter(isMine);
const due = async (seconds: number): Promise<AccountQueue[]> =>
  (await listed(seconds)).map(({ account_id, pool }) => ({ account_id, pool }));

// The same assertions for both, so that tests of use cases can trust the store in memory.
describe.each([
  ['in the table', () => fairQueueRepository(database.table)],
  ['in memory', () => memoryFairQueueStore()],
])('a line %s', (_, open) => {
  beforeAll(() => {
    store = open();
  });

  it('starts empty', async () => {
    expect([await store.held(line), await store.view(line, 10), await due(1e6)]).toEqual([
      [],
      { held: [], waiting: [] },
      [],
    ]);
  });

  it('gives slots up to the share', async () => {
    await admit(1, 2);
    await admit(2, 2);
    await expect(admit(3, 2)).rejects.toThrow(conflict);
    await admit(3, 3);
    expect((await store.held(line)).toSorted((a, b) => (a.id < b.id ? -1 : 1))).toEqual(
      [1, 2, 3].map((number) => {
        return { id: ticket(number).id, sent_at: at(number), sends: 1 };
      }),
    );
  });

  it('adds a ticket with its slot, and not without it, whether it is the first one of the line or not', async () => {
    for (const number of [1, 2]) {
      const own = ticket(number);
      await admitAll([number], { share: 2, added: [own] });
      expect(await store.tickets(line, [own.id])).toEqual([own]);
    }
    await expect(admitAll([3], { share: 2, added: [ticket(3)] })).rejects.toThrow(conflict);
    expect(await store.tickets(line, [ticket(3).id])).toEqual([]);
    expect(await heldIds()).toEqual([1, 2].map((number) => ticket(number).id));
  });

  it('gives slots up to the share when many ask at the same moment', async () => {
    // Several times, for which of them starts the line, and who comes in the middle of that, is decided by chance.
    for (let times = 0; times < 10; times++) {
      line = { account_id: newId('account'), pool: 'narration' };
      const outcomes = await Promise.allSettled(Array.from({ length: 12 }, (_, number) => admit(number, 4)));
      expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(4);
      expect(await store.held(line)).toHaveLength(4);
    }
  });

  it('gives many tickets slots, all or none', async () => {
    await admitAll([1, 2], { share: 4 });
    await expect(admitAll([3, 4, 5], { share: 4 })).rejects.toThrow(conflict);
    await expect(admitAll([2, 3], { share: 4 })).rejects.toThrow(conflict);
    expect(await heldIds()).toEqual([1, 2].map((number) => ticket(number).id));
    await admitAll([3, 4], { share: 4 });
    expect(await heldIds()).toEqual([1, 2, 3, 4].map((number) => ticket(number).id));
    expect(await due(1e6)).toEqual([line]);
  });

  it('gives the most slots that one write gives', async () => {
    const numbers = Array.from({ length: MAX_TICKETS_ADMITTED_PER_WRITE }, (_, number) => number);
    await admitAll([100], { share: 100 });
    await admitAll(numbers, { share: 100 });
    expect(await store.held(line)).toHaveLength(MAX_TICKETS_ADMITTED_PER_WRITE + 1);
  });

  it('starts with no more slots than its share', async () => {
    await expect(admitAll([1, 2, 3, 4])).rejects.toThrow(conflict);
    expect([await store.held(line), await due(1e6)]).toEqual([[], []]);
  });

  it('hands a slot on in one write, which may give away free ones, too', async () => {
    await admitAll([1, 2]);
    await admitAll([3, 4], { inPlaceOf: ticket(1).id });
    expect(await heldIds()).toEqual([2, 3, 4].map((number) => ticket(number).id));
    // It was given back before.
    await expect(admitAll([5], { inPlaceOf: ticket(1).id })).rejects.toThrow(conflict);
    await expect(admitAll([5, 6], { inPlaceOf: ticket(2).id })).rejects.toThrow(conflict);
    expect(await heldIds()).toEqual([2, 3, 4].map((number) => ticket(number).id));
  });

  it('gives a ticket one slot, and takes it back once', async () => {
    await admit(1);
    await expect(admit(1)).rejects.toThrow(conflict);
    await store.release(ticket(1));
    await expect(store.release(ticket(1))).rejects.toThrow(conflict);
    expect(await store.held(line)).toEqual([]);
    await admit(1);
  });

  it('takes no slot back where there was none', async () => {
    await expect(store.release(ticket(1))).rejects.toThrow(conflict);
  });

  it('lists what waits by id, each ticket once', async () => {
    await store.addTickets([3, 1, 12, 2].map(ticket));
    await store.addTickets([ticket(3)]);
    expect(await waiting(3)).toEqual([1, 2, 3].map(ticket));
    await store.removeTicket(ticket(2));
    await store.removeTicket(ticket(2));
    expect(await waiting()).toEqual([1, 3, 12].map(ticket));
  });

  it('keeps a ticket while it has a slot, and tells it from those that wait', async () => {
    await store.addTickets([1, 2, 3, 4].map(ticket));
    await admitAll([1, 3]);
    const { held, waiting: others } = await store.view(line, 10);
    expect(held.map(({ id }) => id).toSorted()).toEqual([ticket(1).id, ticket(3).id]);
    expect(others).toEqual([ticket(2), ticket(4)]);
    // Those that hold a slot are among the oldest two.
    expect(await waiting(2)).toEqual([ticket(2)]);
    const found = await store.tickets(
      line,
      [1, 3, 9].map((number) => ticket(number).id),
    );
    expect(found.toSorted((a, b) => (a.id < b.id ? -1 : 1))).toEqual([ticket(1), ticket(3)]);
    expect(await store.tickets(line, [])).toEqual([]);
    await store.removeTicket(ticket(1));
    expect(await heldIds()).toEqual([ticket(1).id, ticket(3).id]);
  });

  it('is another one for each pool and each account', async () => {
    await store.addTickets([ticket(1)]);
    await admit(2);
    for (const other of [
      { ...line, pool: 'encoding' as const },
      { ...line, account_id: newId('account') },
    ])
      expect(await store.view(other, 10)).toEqual({ held: [], waiting: [] });
  });

  it('notes a message that is sent again, once for each that was seen', async () => {
    await admit(1);
    const [seen] = await store.held(line);
    if (!seen) throw new Error('no slot is held');
    await store.noteSent(line, seen, at(200));
    await expect(store.noteSent(line, seen, at(201))).rejects.toThrow(conflict);
    expect(await store.held(line)).toEqual([{ ...seen, sent_at: at(200), sends: 2 }]);
    await store.release(ticket(1));
    await expect(store.noteSent(line, { ...seen, sent_at: at(200) }, at(202))).rejects.toThrow(conflict);
  });

  it('is due for its sweep from its first slot on, which later slots do not put off', async () => {
    await admit(1);
    await admitAll([2], { at: at(50), sweepAt: at(110) });
    expect([await due(60), await due(61)]).toEqual([[], [line]]);
  });

  it('is looked at by one of two sweepers', async () => {
    await admit(1);
    const [seen] = await listed(61);
    if (!seen) throw new Error('nothing is due');
    await store.noteCheck(seen, at(121));
    await expect(store.noteCheck(seen, at(122))).rejects.toThrow(conflict);
    expect([await due(61), await due(122)]).toEqual([[], [line]]);
  });

  it('leaves the list of the sweeper only when no slot was held for a while', async () => {
    await expect(store.noteEmpty(line, at(1))).rejects.toThrow(conflict);
    await admit(1);
    await expect(store.noteEmpty(line, at(1))).rejects.toThrow(conflict);
    await store.release(ticket(1));
    await expect(store.stopChecking(line, at(1e6))).rejects.toThrow(conflict);
    await store.noteEmpty(line, at(100));
    await store.noteEmpty(line, at(200));
    await expect(store.stopChecking(line, at(100))).rejects.toThrow(conflict);
    expect(await due(1e6)).toEqual([line]);
    // What was recorded ends with the next slot.
    await admit(2);
    await store.release(ticket(2));
    await expect(store.stopChecking(line, at(1e6))).rejects.toThrow(conflict);
    await store.noteEmpty(line, at(300));
    await store.stopChecking(line, at(301));
    expect(await due(1e6)).toEqual([]);
    await admit(1);
    expect(await due(1e6)).toEqual([line]);
  });

  it('hands out every ticket once, and never more than the share, when all ask and give back at once', async () => {
    const sent: string[] = [];
    const deps: FairQueueDeps = {
      store,
      shares: { preparation: 4, narration: 4, encoding: 4, fetching: 4 },
      sendAll: async (_, tickets) => void sent.push(...tickets.map(({ message }) => message)),
      clock: () => secondsAfter(0),
    };
    const all = Array.from({ length: 30 }, (_, number) => ticket(number));
    await Promise.all(all.map((one) => enqueueTickets(deps, [one])));
    let most = 0;
    for (let done = 0; done < sent.length; ) {
      const held = await store.held(line);
      most = Math.max(most, held.length);
      done += held.length;
      await Promise.all(held.map(({ id }) => releaseFairQueueTicket(deps, { ...line, id })));
    }
    expect(most).toBeLessThanOrEqual(4);
    expect(sent.toSorted()).toEqual(all.map(({ message }) => message).toSorted());
    expect(await store.view(line, 10)).toEqual({ held: [], waiting: [] });
  });
});
