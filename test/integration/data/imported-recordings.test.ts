import { afterAll, beforeAll, expect, it } from 'vitest';
import { tombstonedItemRemover } from '#adapters/aws/erasure/remaining-items.ts';
import { tombstoneCodec } from '#adapters/aws/erasure/tombstone-items.ts';
import { tableKeys } from '#adapters/aws/table/keys.ts';
import { timelineRepository } from '#adapters/aws/timelines/timeline-repository.ts';
import type { Slide, UploadedAudio } from '#features/timelines/public.ts';
import { createOpaqueToken, newId } from '#kernel/shared/ids.ts';
import { type Database, startDatabase } from '#test/support/data/database.ts';
import { START, sampleSlide, sampleTimeline } from '#test/support/samples/entities.ts';

let database: Database;
beforeAll(async () => {
  database = await startDatabase();
});
afterAll(() => database.stop());

const BYTES = 1000;
/** One transaction has room for them all, the other for the head of the timeline. */
const SIZES = [3, 70] as const;

const recordingOf = (slide: Slide, account_id: string): UploadedAudio => ({
  ...{ account_id, timeline_id: slide.timeline_id, slide_id: slide.id, job: createOpaqueToken(START), status: 'ready' },
  ...{ source: 'uploaded', format: 'wav', notes_hash: 'n', speech_hash: 's', key: `k/${slide.id}` },
  ...{ size_bytes: BYTES, duration_seconds: 2, sentences: [], attempt: 0 },
  ...{ enqueued_at: START.toISOString(), created_at: START.toISOString() },
});

function recorded(count: number) {
  const account_id = newId('account');
  const timeline_id = newId('timeline');
  const slides = Array.from({ length: count }, () => {
    const slide = sampleSlide({ id: newId('slide'), timeline_id });
    return { ...slide, audio: recordingOf(slide, account_id) };
  });
  return { account_id, slides, timeline: sampleTimeline(slides, { id: timeline_id, account_id }) };
}

const bytesOf = async (accountId: string) =>
  (await database.table.get(tableKeys.holdings(accountId)))?.stored_bytes ?? 0;
/** What tombstones of revisions say of a timeline. */
async function slideTombstones(accountId: string, timelineId: string) {
  const items = await database.table.all({
    KeyConditionExpression: 'PK = :pk',
    ExpressionAttributeValues: { ':pk': tableKeys.tombstone(accountId, '').PK },
  });
  const found = items.filter(({ entity }) => entity === 'tombstone').map((item) => tombstoneCodec.parse(item).remains);
  return found.flatMap((remains) => (remains.kind === 'slides' && remains.timeline_id === timelineId ? [remains] : []));
}

const plain = { parts: {}, refusals: {}, stored_bytes: 0 };

it.each(SIZES)(
  'a new timeline of %i recorded slides has them all, counted once, and takes them along',
  async (count) => {
    const store = timelineRepository(database.table);
    const { account_id, slides, timeline } = recorded(count);
    expect(await store.insertWith({ timeline, slides }, {}, plain)).toBe('inserted');
    const loaded = await store.load(account_id, timeline.id);
    expect(loaded?.slides.map(({ audio }) => audio)).toEqual(slides.map(({ audio }) => audio));
    expect(await bytesOf(account_id)).toBe(count * BYTES);
    expect(await slideTombstones(account_id, timeline.id)).toEqual([]);

    const at = START.toISOString();
    const remains = { kind: 'timeline', timeline_id: timeline.id } as const;
    await store.remove(loaded ?? expect.fail(), { id: createOpaqueToken(START), account_id, remains, due_at: at });
    await tombstonedItemRemover(database.table).removeTimeline(account_id, timeline.id);
    expect(await bytesOf(account_id)).toBe(0);
  },
);

it.each(SIZES)('a timeline of %i recorded slides that is refused leaves nothing', async (count) => {
  const store = timelineRepository(database.table);
  const { account_id, slides, timeline } = recorded(count);
  const missing = {
    ConditionCheck: {
      TableName: database.table.name,
      Key: { PK: 'nowhere', SK: 'nothing' },
      ConditionExpression: 'attribute_exists(PK)',
    },
  };
  const beside = { parts: { missing }, refusals: { missing: 'gone' as const }, stored_bytes: 0 };
  expect(await store.insertWith({ timeline, slides }, {}, beside)).toBe('gone');
  const left = await database.table.all({
    KeyConditionExpression: 'PK = :pk',
    ExpressionAttributeValues: { ':pk': tableKeys.timeline(account_id, timeline.id).PK },
  });
  expect(left).toEqual([]);
  expect(await bytesOf(account_id)).toBe(0);
});

it('recordings of a timeline that a kill kept from being are removed without a count', async () => {
  const { account_id, slides, timeline } = recorded(70);
  const killed = new Proxy(database.table, {
    get(table, name) {
      if (name === 'transact') return () => Promise.reject(new Error('killed'));
      const member: unknown = Reflect.get(table, name);
      return typeof member === 'function' ? member.bind(table) : member;
    },
  });
  await expect(timelineRepository(killed).insertWith({ timeline, slides }, {}, plain)).rejects.toThrow('killed');
  const [remains = expect.fail('no tombstone')] = await slideTombstones(account_id, timeline.id);
  expect(remains.is_uncounted).toBe(true);
  await tombstonedItemRemover(database.table).removeRevisions(
    account_id,
    timeline.id,
    remains.refs,
    !remains.is_uncounted,
  );
  expect(await database.table.get(tableKeys.audio(account_id, timeline.id, slides[0]?.id ?? ''))).toBeUndefined();
  expect(await bytesOf(account_id)).toBe(0);
});
