import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { usageRepository } from '#adapters/aws/accounts/usage-repository.ts';
import { batchRepository } from '#adapters/aws/renders/batch-repository.ts';
import { renderRepository } from '#adapters/aws/renders/render-repository.ts';
import { tableKeys } from '#adapters/aws/table/keys.ts';
import type { PlanLimits } from '#features/accounts/entitlements.ts';
import { ENTITLEMENTS } from '#features/accounts/entitlements.ts';
import { type MonthlyAmounts, usageMonthOf } from '#features/accounts/public.ts';
import { type Batch, countsOfBatchRows } from '#features/renders/batches/batch.ts';
import type { BatchStore } from '#features/renders/batches/ports.ts';
import { renderIdOfBatchRow } from '#features/renders/batches/row-render.ts';
import { createRenderEvent } from '#features/renders/events.ts';
import type { RenderStore } from '#features/renders/ports.ts';
import type { Render } from '#features/renders/render.ts';
import { newId } from '#kernel/shared/ids.ts';
import { allDue } from '#test/support/data/all-due.ts';
import { type Database, startDatabase } from '#test/support/data/database.ts';
import { memoryRenderStore } from '#test/support/fakes/render-store.ts';
import {
  NOTHING_RESERVED,
  sampleBatch,
  sampleRender,
  sampleTask,
  secondsAfter,
} from '#test/support/samples/entities.ts';

const LIMITS: PlanLimits = { ...ENTITLEMENTS.max, running_renders: 2, open_batches: 2, render_seconds_per_month: 100 };
const conflict = expect.objectContaining({ name: 'WriteConflictError' });
const at = (seconds: number): string => secondsAfter(seconds).toISOString();

let database: Database;
let renders: RenderStore;
let batches: BatchStore;
let booked: () => Promise<MonthlyAmounts>;
let deleteAccount: (accountId: string) => Promise<void>;
let account: string;

beforeAll(async () => {
  database = await startDatabase();
});
afterAll(() => database.stop());
beforeEach(() => {
  account = newId('account');
});

const STORES: Record<string, () => void> = {
  'in the table': () => {
    renders = renderRepository(database.table);
    batches = batchRepository(database.table);
    booked = () => usageRepository(database.table).reserved(account, usageMonthOf(at(0)));
    deleteAccount = (id) => database.table.put({ ...tableKeys.accounting(id), entity: 'accounting' });
  },
  'in memory': () => {
    const memory = memoryRenderStore();
    ({ renders, batches } = memory);
    booked = () => memory.ledger.usage.reserved(account, usageMonthOf(at(0)));
    deleteAccount = async (id) => void memory.ledger.deleted.add(id);
  },
};

async function open(over: Partial<Batch> = {}): Promise<Batch> {
  const batch = sampleBatch({ id: newId('batch'), account_id: account, ...over });
  expect(await batches.insert(batch, LIMITS)).toBe('inserted');
  return batch;
}
const rowOf = (batch: Batch, index: number, over: Partial<Render> = {}): Render =>
  sampleRender({ id: renderIdOfBatchRow(batch, index), account_id: account, batch_id: batch.id, ...over });
const begin = (
  batch: Batch,
  index: number,
  reserved = NOTHING_RESERVED,
  share = NOTHING_RESERVED,
  place: 'runs' | 'waits' = 'runs',
) => {
  const render = rowOf(batch, index);
  return renders.insertRow(render, sampleTask(render), { batch_id: batch.id, index, share }, LIMITS, reserved, place);
};
const end = async (batch: Batch, index: number, how: 'failed' | 'canceled' = 'canceled'): Promise<void> => {
  const render = rowOf(batch, index);
  if (how === 'canceled') await renders.cancel(render, at(9), 0);
  else {
    const failed: Render = { ...render, status: 'failed', completed_at: at(9) };
    const error = { code: 'encoder_failed', message: 'no' } as const;
    await renders.fail(failed, error, createRenderEvent('render.failed', failed, at(9)), 0, {
      deadline: render.deadline,
    });
  }
  await renders.releaseSlot(account, render.id);
};
const failRow = (batch: Batch, index: number, share = NOTHING_RESERVED) => {
  const failed = rowOf(batch, index, { status: 'failed', completed_at: at(8) });
  const row = { batch_id: batch.id, index, share };
  return renders.insertFailedRow(failed, row, createRenderEvent('render.failed', failed, at(8)));
};
const now = async (batch: Batch): Promise<Batch> => {
  const found = await batches.find(account, batch.id);
  if (!found) throw new Error('the batch is gone');
  return found;
};
const states = async (batch: Batch) => {
  const found = await now(batch);
  const { waiting, running, completed, failed, canceled } = countsOfBatchRows(found);
  return [found.status, waiting, running, completed, failed, canceled];
};
const isListed = async ({ id }: Batch): Promise<boolean> =>
  (await allDue(batches.listDue)).some(({ batch }) => batch.id === id);

describe.each(Object.entries(STORES))('batches %s', (_, use) => {
  beforeEach(() => use());

  it('are stored as they were made, and found by their account alone', async () => {
    const batch = await open({ webhook_url: 'https://example.com/hook', webhook_secret: 'sealed' });
    expect(await now(batch)).toEqual(batch);
    expect(await batches.find(newId('account'), batch.id)).toBeUndefined();
    expect(await batches.findMany(account, [batch.id, newId('batch')])).toEqual([batch]);
    expect((await renders.slots(account)).batches).toEqual([batch.id]);
    await expect(batches.insert(batch, LIMITS)).rejects.toEqual(conflict);
  });

  it('are as many as the plan allows, and none of a deleted account', async () => {
    await open();
    const second = await open();
    expect(await batches.insert(sampleBatch({ id: newId('batch'), account_id: account }), LIMITS)).toBe('too_many');
    await batches.cancel(second, at(1), 'client');
    await open();
    await deleteAccount(account);
    expect(await batches.insert(sampleBatch({ id: newId('batch'), account_id: account }), LIMITS)).toBe(
      'account_deleted',
    );
  });

  it('reserve what their rows need, which each row takes the place of, and give the rest back', async () => {
    const share = { render_seconds: 10.5, narration_characters: 40 };
    const batch = await open({ total: 3, reserved_seconds: 31.5, reserved_characters: 120 });
    expect(await booked()).toEqual({ render_seconds: 31.5, narration_characters: 120 });
    // The row needs other amounts than were likely.
    expect(await begin(batch, 0, { render_seconds: 12, narration_characters: 30 }, share)).toBe('inserted');
    expect(await booked()).toEqual({ render_seconds: 33, narration_characters: 110 });
    expect(await now(batch)).toMatchObject({ begun: 1, reserved_seconds: 21, reserved_characters: 80 });
    await expect(begin(batch, 0, share, share)).rejects.toEqual(conflict);
    await end(batch, 0);
    expect(await booked()).toEqual({ render_seconds: 21, narration_characters: 80 });
    expect(await failRow(batch, 1, share)).toBe('inserted');
    expect(await booked()).toEqual({ render_seconds: 10.5, narration_characters: 40 });
    await batches.cancel(await now(batch), at(3), 'client');
    expect(await booked()).toEqual(NOTHING_RESERVED);
    await expect(batches.cancel(batch, at(3), 'client')).rejects.toEqual(conflict);
    expect(await booked()).toEqual(NOTHING_RESERVED);
  });

  it('are refused when the month has no room for their rows, and then reserve nothing', async () => {
    const batch = sampleBatch({ id: newId('batch'), account_id: account, reserved_characters: 0 });
    const refused = { ...batch, reserved_seconds: LIMITS.render_seconds_per_month + 1 };
    expect(await batches.insert(refused, LIMITS)).toEqual({ refused: 'render_seconds' });
    const chatty = { ...batch, reserved_seconds: 1, reserved_characters: LIMITS.narration_characters_per_month + 1 };
    expect(await batches.insert(chatty, LIMITS)).toEqual({ refused: 'narration_characters' });
    expect([await booked(), await batches.find(account, batch.id)]).toEqual([NOTHING_RESERVED, undefined]);
  });

  it('count for the month in which they were made, also when a row starts in the next one', async () => {
    const share = { render_seconds: 10, narration_characters: 0 };
    const batch = await open({ total: 1, reserved_seconds: 10, reserved_characters: 0 });
    const render = rowOf(batch, 0, { created_at: '2031-01-01T00:00:00.000Z', counted_at: batch.created_at });
    await renders.insertRow(render, sampleTask(render), { batch_id: batch.id, index: 0, share }, LIMITS, share, 'runs');
    expect(await booked()).toEqual(share);
    await renders.cancel(render, at(9), 0);
    expect(await booked()).toEqual(NOTHING_RESERVED);
  });

  it('let a row wait among the renders of the account', async () => {
    const batch = await open({ total: 2 });
    expect(await begin(batch, 0, NOTHING_RESERVED, NOTHING_RESERVED, 'waits')).toBe('inserted');
    const id = renderIdOfBatchRow(batch, 0);
    expect(await renders.slots(account)).toMatchObject({ waiting: [id], running: [] });
    expect(await begin(batch, 1)).toBe('no_place');
    await renders.acquireSlot(account, id, LIMITS.running_renders);
    await end(batch, 0);
    expect(await renders.slots(account)).toMatchObject({ waiting: [], running: [] });
  });

  it('are listed newest first, by their status', async () => {
    const first = await open();
    const second = await open();
    await batches.cancel(first, at(1), 'client');
    const list = async (status?: 'canceled') => {
      const page = await batches.list(account, { status }, { limit: 1, after: undefined });
      return [page.items.map(({ id }) => id), page.next];
    };
    expect(await list()).toEqual([[second.id], second.id]);
    expect((await batches.list(account, {}, { limit: 1, after: second.id })).items.map(({ id }) => id)).toEqual([
      first.id,
    ]);
    expect(await list('canceled')).toEqual([[first.id], undefined]);
  });

  it('start each row once, in their order, in places that are free', async () => {
    const batch = await open();
    await expect(begin(batch, 1)).rejects.toEqual(conflict);
    const outcomes = await Promise.allSettled([begin(batch, 0), begin(batch, 0), begin(batch, 0)]);
    expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    expect(await states(batch)).toEqual(['running', 2, 1, 0, 0, 0]);
    expect(await begin(batch, 1)).toBe('inserted');
    expect(await begin(batch, 2)).toBe('no_place');
    const { running, waiting } = await renders.slots(account);
    expect([running, waiting]).toEqual([[renderIdOfBatchRow(batch, 0), renderIdOfBatchRow(batch, 1)], []]);
    expect((await renders.findMany(account, running)).map(({ id }) => id).toSorted()).toEqual(running);
  });

  it('leave a place to a render that waits', async () => {
    const batch = await open();
    const render = sampleRender({ account_id: account });
    await renders.insert(render, sampleTask(render), LIMITS, NOTHING_RESERVED);
    expect(await begin(batch, 0)).toBe('no_place');
    expect(await states(batch)).toEqual(['running', 3, 0, 0, 0, 0]);
  });

  it('start no row that the month has no room for, and count it as failed', async () => {
    const batch = await open({ total: 2 });
    expect(await begin(batch, 0, { render_seconds: 101, narration_characters: 0 })).toEqual({
      refused: 'render_seconds',
    });
    expect(await states(batch)).toEqual(['running', 2, 0, 0, 0, 0]);
    expect(await failRow(batch, 0)).toBe('inserted');
    await expect(failRow(batch, 0)).rejects.toEqual(conflict);
    expect(await states(batch)).toEqual(['running', 1, 0, 0, 1, 0]);
    expect((await allDue(renders.listDue)).some(({ render }) => render.batch_id === batch.id)).toBe(false);
    expect(await failRow(batch, 1)).toBe('inserted');
    expect(await states(batch)).toEqual(['completed', 0, 0, 0, 2, 0]);
    expect((await renders.slots(account)).batches).toEqual([]);
    expect(await isListed(batch)).toBe(false);
  });

  it('count the end of each row with it, and are over with the last', async () => {
    const batch = await open({ total: 2 });
    await begin(batch, 0);
    await begin(batch, 1);
    await end(batch, 0, 'failed');
    await expect(end(batch, 0, 'failed')).rejects.toEqual(conflict);
    expect(await states(batch)).toEqual(['running', 0, 1, 0, 1, 0]);
    expect(await isListed(batch)).toBe(true);
    await end(batch, 1);
    expect(await states(batch)).toEqual(['completed', 0, 0, 0, 1, 1]);
    expect(await now(batch)).toMatchObject({ completed_at: at(9) });
    expect((await renders.slots(account)).batches).toEqual([]);
    expect(await isListed(batch)).toBe(false);
  });

  it('count rows that end at the same time', async () => {
    const batch = await open({ total: 2 });
    await begin(batch, 0);
    await begin(batch, 1);
    await Promise.all([end(batch, 0, 'failed'), end(batch, 1)]);
    expect(await states(batch)).toEqual(['completed', 0, 0, 0, 1, 1]);
  });

  it('that are canceled start nothing more, and are over when their rows are', async () => {
    const batch = await open();
    await begin(batch, 0);
    const seen = await now(batch);
    await batches.cancel(seen, at(5), 'client');
    await expect(batches.cancel(seen, at(5), 'client')).rejects.toEqual(conflict);
    await expect(begin(batch, 1)).rejects.toEqual(conflict);
    await expect(failRow(batch, 1)).rejects.toEqual(conflict);
    expect(await states(batch)).toEqual(['canceled', 0, 1, 0, 0, 2]);
    expect([await isListed(batch), (await renders.slots(account)).batches]).toEqual([true, []]);
    await end(batch, 0);
    expect(await states(batch)).toEqual(['canceled', 0, 0, 0, 0, 3]);
    expect([await isListed(batch), (await now(batch)).completed_at]).toEqual([false, at(9)]);
  });

  it('that never started are over as soon as they are canceled', async () => {
    const batch = await open();
    await batches.cancel(batch, at(5), 'client');
    const over = await now(batch);
    expect([await isListed(batch), over.completed_at, over.canceled_by]).toEqual([false, at(5), 'client']);
  });

  it('are looked after by one sweeper at a time', async () => {
    const batch = await open();
    const due = (await allDue(batches.listDue)).find((one) => one.batch.id === batch.id);
    if (!due) throw new Error('the batch is not listed');
    await batches.noteCheck(due, at(99));
    await expect(batches.noteCheck(due, at(100))).rejects.toEqual(conflict);
  });

  it('start no row of a deleted account', async () => {
    const batch = await open();
    await deleteAccount(account);
    expect(await begin(batch, 0)).toBe('account_deleted');
    expect(await failRow(batch, 0)).toBe('account_deleted');
  });
});
