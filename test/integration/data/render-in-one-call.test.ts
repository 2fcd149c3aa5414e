import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { renderRepository } from '#adapters/aws/renders/render-repository.ts';
import { tableKeys } from '#adapters/aws/table/keys.ts';
import { timelineRepository } from '#adapters/aws/timelines/timeline-repository.ts';
import { ENTITLEMENTS } from '#features/accounts/entitlements.ts';
import type { LoadedTimeline } from '#features/timelines/timeline.ts';
import { newId } from '#kernel/shared/ids.ts';
import { type Database, startDatabase } from '#test/support/data/database.ts';
import {
  NOTHING_RESERVED,
  sampleRender,
  sampleSlide,
  sampleTask,
  sampleTimeline,
} from '#test/support/samples/entities.ts';

let database: Database;
beforeAll(async () => {
  database = await startDatabase();
});
afterAll(() => database.stop());

/** A new timeline of `count` slides. */
function deckOf(accountId: string, count: number): LoadedTimeline {
  const id = newId('timeline');
  const slides = Array.from({ length: count }, (_, i) => sampleSlide({ timeline_id: id, title: `Slide ${i}` }));
  return { timeline: sampleTimeline(slides, { id, account_id: accountId, version: 1 }), slides };
}

/** A render together with its timeline, under limits of the Max plan with changes. */
async function together(count: number, over: Partial<typeof ENTITLEMENTS.max> = {}, seconds = 0) {
  const account_id = newId('account');
  const loaded = deckOf(account_id, count);
  const render = sampleRender({ account_id, timeline_id: loaded.timeline.id });
  const limits = { ...ENTITLEMENTS.max, ...over };
  const insert = () =>
    renderRepository(database.table).insert(
      render,
      sampleTask(render),
      limits,
      { ...NOTHING_RESERVED, render_seconds: seconds },
      undefined,
      { loaded, limits },
    );
  /** Fills the queue. */
  const waiting = sampleRender({ account_id });
  const repository = renderRepository(database.table);
  await repository.insert(waiting, sampleTask(waiting), ENTITLEMENTS.max, NOTHING_RESERVED);
  return { account_id, loaded, render, insert };
}

const timelinesOf = async (accountId: string) =>
  Number((await database.table.get(tableKeys.holdings(accountId)))?.timelines ?? 0);
const itemsOf = ({ timeline }: LoadedTimeline) =>
  database.table.all({
    KeyConditionExpression: 'PK = :pk',
    ExpressionAttributeValues: { ':pk': tableKeys.timeline(timeline.account_id, timeline.id).PK },
    ConsistentRead: true,
  });

// Few slides are in the transaction of the render; many are written before it.
describe.each([3, 150])('a render and its timeline of %d slides', (count) => {
  it('are there, and counted, together', async () => {
    const { account_id, loaded, render, insert } = await together(count);
    expect(await insert()).toBe('inserted');
    expect(await timelineRepository(database.table).load(account_id, loaded.timeline.id)).toEqual(loaded);
    expect(await renderRepository(database.table).find(account_id, render.id)).toMatchObject({
      timeline_id: loaded.timeline.id,
    });
    expect(await timelinesOf(account_id)).toBe(1);
  });

  it.each<[string, Partial<typeof ENTITLEMENTS.max>, unknown]>([
    ['when the queue is full', { queued_renders: 1 }, 'queue_full'],
    ['when the month has too little left', { render_seconds_per_month: 5 }, { refused: 'render_seconds' }],
    ['when there is no room for another timeline', { timelines: 0 }, 'too_many_timelines'],
  ])('are both refused %s, and nothing of them is left', async (_, over, outcome) => {
    const { account_id, loaded, render, insert } = await together(count, over, 6);
    expect(await insert()).toEqual(outcome);
    expect(await renderRepository(database.table).find(account_id, render.id)).toBeUndefined();
    expect(await itemsOf(loaded)).toEqual([]);
    expect(await timelinesOf(account_id)).toBe(0);
  });

  it('are both refused for an account that was deleted', async () => {
    const { account_id, loaded, insert } = await together(count);
    await database.table.put({ ...tableKeys.accounting(account_id), entity: 'accounting' });
    expect(await insert()).toBe('account_deleted');
    expect(await itemsOf(loaded)).toEqual([]);
  });
});
