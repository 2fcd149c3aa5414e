import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { usageRepository } from '#adapters/aws/accounts/usage-repository.ts';
import { tombstonedItemRemover } from '#adapters/aws/erasure/remaining-items.ts';
import { unusedSpeechRemover } from '#adapters/aws/erasure/remaining-speech.ts';
import { tombstoneRepository } from '#adapters/aws/erasure/tombstone-repository.ts';
import { slideAudioRepository } from '#adapters/aws/narration/slide-audio-repository.ts';
import { speechRepository } from '#adapters/aws/narration/speech-repository.ts';
import { tableKeys } from '#adapters/aws/table/keys.ts';
import { timelineRepository } from '#adapters/aws/timelines/timeline-repository.ts';
import { ENTITLEMENTS } from '#features/accounts/entitlements.ts';
import { changeTimeline } from '#features/timelines/change-timeline.ts';
import { deleteTimeline } from '#features/timelines/delete-timeline.ts';
import type { GeneratedAudio } from '#features/timelines/slide-audio.ts';
import { formatUtcTimestamp } from '#kernel/shared/clock.ts';
import { newId } from '#kernel/shared/ids.ts';
import { SPEECH_LIFETIMES_IN_SECONDS } from '#kernel/shared/lifetimes.ts';
import { storageKeys } from '#kernel/shared/storage-keys.ts';
import { type SweepTombstonesDeps, tombstonesSweep } from '#platform/erasure/process-tombstone.ts';
import { LATE_WRITE_SECONDS } from '#platform/erasure/tombstone.ts';
import { type Database, startDatabase } from '#test/support/data/database.ts';
import { memoryFileStore } from '#test/support/fakes/file-store.ts';
import { handClock, samplePrincipal, sampleSlide, sampleTimeline } from '#test/support/samples/entities.ts';
import { sweepNow } from '#test/support/sweep-now.ts';

let database: Database;
beforeAll(async () => {
  database = await startDatabase();
});
afterAll(() => database.stop());

const BYTES = 96_044;

/** Its own account, with timelines whose slides are narrated. */
function world() {
  const { table } = database;
  const account_id = newId('account');
  const principal = samplePrincipal({ account_id });
  const hand = handClock();
  const files = memoryFileStore();
  const tombstones = tombstoneRepository(table);
  const speech = speechRepository(table);
  const remains = unusedSpeechRemover(table);
  const audio = slideAudioRepository(table);
  const timelines = timelineRepository(table);
  const deps: SweepTombstonesDeps = {
    ...{ tombstones, speech: remains, files, clock: hand.clock },
    items: tombstonedItemRemover(table),
    isNeeded: async () => false,
  };
  const store = { store: timelines, files: { presignGet: async (key: string) => key }, clock: hand.clock };
  const changes = { ...store, backoff: async () => undefined };
  const keyOf = (hash: string) => storageKeys.speech(account_id, hash);
  return {
    ...{ table, account_id, hand, files, speech, remains, keyOf },
    async timeline(...slideIds: string[]) {
      const timeline_id = newId('timeline');
      const slides = slideIds.map((id) => sampleSlide({ id, timeline_id, speaker_notes: 'Hello.' }));
      const timeline = sampleTimeline(slides, { id: timeline_id, account_id });
      await timelines.insert({ timeline, slides }, ENTITLEMENTS.max);
      return { timeline_id, slides };
    },
    /** Narration of a slide, as its worker makes it. */
    async narrate(slide: { id: string; timeline_id: string; rev: string }, hash: string): Promise<void> {
      const at = formatUtcTimestamp(hand.clock());
      const wanted: GeneratedAudio = {
        ...{ account_id, timeline_id: slide.timeline_id, slide_id: slide.id, job: `${slide.id} ${hash}` },
        status: 'ready',
        source: 'generated',
        format: 'wav',
        ...{ engine: 'e', language: 'en', voice: 'v', speed: 1, notes_hash: 'n', speech_hash: hash, key: keyOf(hash) },
        ...{ duration_seconds: 1, sentences: [], attempt: 0, enqueued_at: at, created_at: at },
      };
      const user = { account_id, timeline_id: slide.timeline_id, source: slide.id };
      const said = [{ hash, slide_id: slide.id }];
      if ((await speech.use(user, said, hand.clock(), { always: true })).size === 0) {
        await speech.announce(user, said, hand.clock());
        await files.putBytes(keyOf(hash), Buffer.alloc(BYTES), 'audio/wav');
        const made = { hash, key: keyOf(hash), duration_seconds: 1, sentences: [], size_bytes: BYTES, used_at: at };
        await speech.keep({ kind: 'audio', audio: wanted }, made, 0);
      }
      const seen = await audio.find(wanted);
      expect(await audio.request(wanted, slide.rev, seen, ENTITLEMENTS.max)).toBe('requested');
    },
    removeSlide: (timeline_id: string, id: string) =>
      changeTimeline(changes, principal, timeline_id, {}, ({ slides }) => ({
        slides: slides.filter((slide) => slide.id !== id),
      })),
    removeTimeline: (timeline_id: string) => deleteTimeline(changes, principal, timeline_id),
    async pass(seconds: number): Promise<void> {
      hand.pass(seconds);
      await sweepNow(tombstonesSweep(deps), { clock: hand.clock });
    },
    there: () => [...files.files.keys()].sort(),
    bytes: async () => (await usageRepository(table).read(account_id, '2026-03')).speech_bytes,
    notes: async (timeline_id: string) => (await remains.uses({ account_id, timeline_id })).length,
  };
}

describe('speech in the table', () => {
  it('goes with the last slide and timeline that says it; its bytes are counted from its making to its end', async () => {
    const w = world();
    const one = await w.timeline('a', 'b');
    const two = await w.timeline('c');
    const [a, b] = one.slides;
    const [c] = two.slides;
    if (!a || !b || !c) throw new Error('no slides');
    await w.narrate(a, 'old');
    await w.narrate(a, 'shared');
    await w.narrate(b, 'shared');
    await w.narrate(c, 'shared');
    await w.narrate(b, 'own');
    expect([w.there(), await w.bytes()]).toEqual([['old', 'own', 'shared'].map(w.keyOf), 3 * BYTES]);

    w.hand.pass(LATE_WRITE_SECONDS);
    await w.removeSlide(one.timeline_id, 'a');
    await w.pass(180);
    // The other timeline has it; what the slide once said is in no other.
    expect([w.there(), await w.bytes()]).toEqual([['own', 'shared'].map(w.keyOf), 2 * BYTES]);
    await w.removeTimeline(one.timeline_id);
    await w.pass(180);
    expect([w.there(), await w.bytes(), await w.notes(one.timeline_id)]).toEqual([[w.keyOf('shared')], BYTES, 0]);
    await w.removeTimeline(two.timeline_id);
    await w.pass(180);
    expect([w.there(), await w.bytes(), await w.notes(two.timeline_id)]).toEqual([[], 0, 0]);
  });

  it('goes unless it was used for its lifetime; the narration of a slide stays', async () => {
    const w = world();
    const { timeline_id, slides } = await w.timeline('a');
    const [a] = slides;
    if (!a) throw new Error('no slide');
    await w.narrate(a, 'before');
    await w.narrate(a, 'now');
    await w.pass(SPEECH_LIFETIMES_IN_SECONDS.unused + 60);
    expect([w.there(), await w.bytes(), await w.notes(timeline_id)]).toEqual([[w.keyOf('now')], BYTES, 1]);
  });

  it('that was removed is hidden, and kept again only by those who started after its files were gone', async () => {
    const w = world();
    const { timeline_id, slides } = await w.timeline('a');
    const [a] = slides;
    if (!a) throw new Error('no slide');
    await w.narrate(a, 'h');
    const place = { account_id: w.account_id, timeline_id };
    const made = { hash: 'h', key: w.keyOf('h'), duration_seconds: 1, sentences: [], size_bytes: BYTES };
    const payer = {
      kind: 'render',
      ...place,
      id: 'rn',
      created_at: '2026-03-04T05:06:07Z',
      claim: 1,
      slide: 0,
    } as const;
    const keep = (used_at: string) => w.speech.keep(payer, { ...made, used_at }, 0);
    const conflict = expect.objectContaining({ name: 'WriteConflictError' });
    const [mark] = (await w.remains.mark(place, ['h'], 'first')).marked;
    if (!mark) throw new Error('not marked');
    // Marked again by another sweeper: the mark of the first one means nothing any more.
    await w.remains.mark(place, ['h'], 'second');
    expect(await w.remains.leave(place, mark, '2026-03-05T00:00:00Z')).toBe('changed');
    expect(await w.remains.leave(place, { ...mark, token: 'second' }, '2026-03-05T00:00:00Z')).toBe('last');
    expect(await w.bytes()).toBe(0);

    expect(await w.speech.findMany(w.account_id, ['h'])).toEqual(new Map());
    expect((await w.remains.mark(place, ['h'], 'third')).unemptied).toEqual(['h']);
    await expect(keep('2026-03-06T00:00:00Z')).rejects.toEqual(conflict);
    await w.remains.noteEmpty(place, 'h', '2026-03-05T00:00:00Z');
    await expect(keep('2026-03-04T23:59:59Z')).rejects.toEqual(conflict);
    await keep('2026-03-05T00:00:01Z');
    expect([[...(await w.speech.findMany(w.account_id, ['h'])).keys()], await w.bytes()]).toEqual([['h'], BYTES]);
    // Kept again, it is no longer one that expires by itself.
    expect(await w.table.get(tableKeys.speech(w.account_id, 'h'))).not.toHaveProperty('expires_at_epoch');
  });

  it('that another worker stored, and used later, keeps the time of its last use', async () => {
    const w = world();
    const [one, two] = [await w.timeline('a'), await w.timeline('b')];
    const made = { hash: 'h', key: w.keyOf('h'), duration_seconds: 1, sentences: [], size_bytes: BYTES };
    const keep = (timeline_id: string, used_at: string) =>
      w.speech.keep(
        {
          ...{ kind: 'render', account_id: w.account_id, timeline_id, id: 'rn', claim: 1, slide: 0 },
          created_at: '2026-03-04T05:06:07Z',
        },
        { ...made, used_at },
        0,
      );
    const usedAt = async () => (await w.table.get(tableKeys.speech(w.account_id, 'h')))?.used_at;
    await keep(one.timeline_id, '2026-03-05T00:00:00Z');
    await keep(two.timeline_id, '2026-03-04T23:59:59Z');
    expect(await usedAt()).toBe('2026-03-05T00:00:00Z');
    await keep((await w.timeline('c')).timeline_id, '2026-03-05T00:00:01Z');
    expect(await usedAt()).toBe('2026-03-05T00:00:01Z');
  });

  it('of an earlier version is found as before, and is in no note', async () => {
    const w = world();
    const { timeline_id } = await w.timeline('a');
    const legacy = { hash: 'h', key: w.keyOf('h'), duration_seconds: 1, sentences: [] };
    await w.table.put({ ...tableKeys.speech(w.account_id, 'h'), entity: 'speech', item_format: 1, ...legacy });
    const user = { account_id: w.account_id, timeline_id, source: 'a' };
    const found = await w.speech.use(user, [{ hash: 'h', slide_id: 'a' }], w.hand.clock(), { always: true });
    expect(found).toEqual(new Map([['h', legacy]]));
    await w.removeTimeline(timeline_id);
    await w.pass(LATE_WRITE_SECONDS);
    expect((await w.speech.findMany(w.account_id, ['h'])).size).toBe(1);
  });
});
