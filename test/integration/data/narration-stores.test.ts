import { createHash } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { usageRepository } from '#adapters/aws/accounts/usage-repository.ts';
import { slideAudioRepository } from '#adapters/aws/narration/slide-audio-repository.ts';
import { speechRepository } from '#adapters/aws/narration/speech-repository.ts';
import { cachedArtifactRepository } from '#adapters/aws/renders/cached-artifact-repository.ts';
import { renderRepository } from '#adapters/aws/renders/render-repository.ts';
import { timelineRepository } from '#adapters/aws/timelines/timeline-repository.ts';
import { ENTITLEMENTS } from '#features/accounts/entitlements.ts';
import type { SlideAudioStore, SpeechStore } from '#features/narration/ports.ts';
import type { ArtifactStore } from '#features/renders/cached-artifact.ts';
import type { RenderStore } from '#features/renders/ports.ts';
import type { TimelineStore } from '#features/timelines/ports.ts';
import type { Slide } from '#features/timelines/slide.ts';
import type { GeneratedAudio } from '#features/timelines/slide-audio.ts';
import { createOpaqueToken, newId } from '#kernel/shared/ids.ts';
import { createRemovalTombstone } from '#platform/erasure/tombstone.ts';
import { allDue } from '#test/support/data/all-due.ts';
import { type Database, startDatabase } from '#test/support/data/database.ts';
import { memoryArtifactStore } from '#test/support/fakes/artifact-store.ts';
import { memoryAudioStore } from '#test/support/fakes/audio-store.ts';
import { memoryLedger } from '#test/support/fakes/ledger.ts';
import { memoryRenderStore } from '#test/support/fakes/render-store.ts';
import { memorySpeechStore } from '#test/support/fakes/speech-store.ts';
import { memoryTimelineStore } from '#test/support/fakes/timeline-store.ts';
import {
  START,
  sampleRender,
  sampleSlide,
  sampleTask,
  sampleTimeline,
  secondsAfter,
} from '#test/support/samples/entities.ts';

let database: Database;
let audio: SlideAudioStore;
let timelines: TimelineStore;
let speech: SpeechStore;
let renders: RenderStore;
let artifacts: ArtifactStore;
let charactersOf: (accountId: string) => Promise<number>;

beforeAll(async () => {
  database = await startDatabase();
});
afterAll(() => database.stop());

function useTable(): void {
  const { table } = database;
  audio = slideAudioRepository(table);
  timelines = timelineRepository(table);
  speech = speechRepository(table);
  renders = renderRepository(table);
  artifacts = cachedArtifactRepository(table);
  charactersOf = async (accountId) => (await usageRepository(table).read(accountId, '2026-03')).narration_characters;
}

function useMemory(): void {
  const ledger = memoryLedger();
  ({ audio, timelines } = memoryAudioStore(memoryTimelineStore(ledger), ledger));
  ({ renders } = memoryRenderStore(ledger));
  const memory = memorySpeechStore(ledger);
  speech = memory.speech;
  charactersOf = async (accountId) => memory.characters.get(accountId) ?? 0;
  artifacts = memoryArtifactStore();
}

const LIMITS = ENTITLEMENTS.max;
const at = (seconds: number): string => secondsAfter(seconds).toISOString();
const conflict = expect.objectContaining({ name: 'WriteConflictError' });

// The same assertions for both, so that tests of use cases can trust the stores in memory.
describe.each([
  ['in the table', useTable],
  ['in memory', useMemory],
])('%s', (_, open) => {
  beforeAll(open);

  describe('the audio of a slide', () => {
    let account_id: string;
    let slide: Slide;
    let wanted: GeneratedAudio;
    const ref = () => ({ account_id, timeline_id: slide.timeline_id, slide_id: slide.id, job: wanted.job });
    const claim = (seconds = 0, max_claims = 3) =>
      audio.claim(ref(), { now: at(seconds), lease_until: at(seconds + 15), message_id: 'm', max_claims });
    const load = async () => {
      const loaded = await timelines.load(account_id, slide.timeline_id);
      if (!loaded) throw new Error('there is no timeline');
      return loaded;
    };

    beforeEach(async () => {
      account_id = newId('account');
      const id = newId('timeline');
      slide = sampleSlide({ timeline_id: id, speaker_notes: 'Good morning.' });
      await timelines.insert({ timeline: sampleTimeline([slide], { account_id, id }), slides: [slide] }, LIMITS);
      wanted = {
        account_id,
        timeline_id: id,
        slide_id: slide.id,
        job: createOpaqueToken(),
        status: 'queued',
        source: 'generated',
        engine: 'e',
        language: 'en',
        voice: 'en',
        speed: 1,
        format: 'mp3',
        text: 'Good morning.',
        notes_hash: 'n',
        speech_hash: 's',
        attempt: 0,
        enqueued_at: START.toISOString(),
        created_at: START.toISOString(),
      };
    });

    it('is requested for the revision and instead of the audio that were seen', async () => {
      await expect(audio.request(wanted, 'another', undefined, LIMITS)).rejects.toEqual(conflict);
      await audio.request(wanted, slide.rev, undefined, LIMITS);
      expect(await audio.find(ref())).toEqual(wanted);
      const later = { ...wanted, job: createOpaqueToken() };
      await expect(audio.request(later, slide.rev, undefined, LIMITS)).rejects.toEqual(conflict);
      await expect(audio.request(later, slide.rev, later, LIMITS)).rejects.toEqual(conflict);
      await audio.request(later, slide.rev, wanted, LIMITS);
      expect((await audio.find(ref()))?.job).toBe(later.job);
      expect((await load()).slides[0]?.audio).toEqual(later);
    });

    it('is adopted by many slides at once, and left alone where something has changed', async () => {
      const id = newId('timeline');
      const slides = Array.from({ length: 120 }, (_, index) =>
        sampleSlide({ timeline_id: id, id: newId('slide'), speaker_notes: `Number ${index}.` }),
      );
      await timelines.insert({ timeline: sampleTimeline(slides, { account_id, id }), slides }, LIMITS);
      const ready = (one: Slide): GeneratedAudio => {
        const { text: _, ...audio } = wanted;
        const made = { key: `${one.id}.wav`, duration_seconds: 1, sentences: [], status: 'ready' as const };
        return {
          ...audio,
          ...made,
          timeline_id: id,
          slide_id: one.id,
          job: createOpaqueToken(),
          follows_timeline: true,
        };
      };
      const audioNow = async () => {
        const found = await timelines.load(account_id, id);
        return new Map(found?.slides.map((one) => [one.id, one.audio?.job]));
      };
      const [edited, asked, other] = [slides[3]?.id, slides[70]?.id, slides[119]?.id];
      const before = slides.find((one) => one.id === asked);
      if (!before) throw new Error('there is no slide');
      const queued = { ...ready(before), status: 'queued' as const };
      await audio.request(queued, before.rev, undefined, LIMITS);

      const first = slides.map((one) => ({
        audio: ready(one),
        rev: one.id === edited ? 'an earlier one' : one.rev,
        seen: undefined,
      }));
      await audio.adopt(first);
      const expected = new Map(first.map((one) => [one.audio.slide_id, one.audio.job as string | undefined]));
      expected.set(edited ?? '', undefined).set(asked ?? '', queued.job);
      expect(await audioNow()).toEqual(expected);

      // Again, by a worker that does not know of the first; and instead of what it has seen.
      await audio.adopt(first);
      expect(await audioNow()).toEqual(expected);
      const seen = first.find((one) => one.audio.slide_id === other);
      if (!seen) throw new Error('there is no such audio');
      const later = { ...seen.audio, job: createOpaqueToken() };
      const now = (await timelines.load(account_id, id))?.slides.find((one) => one.id === other)?.audio;
      if (now?.source !== 'generated') throw new Error('the slide has no such audio');
      await audio.adopt([{ audio: later, rev: seen.rev, seen: now }]);
      expect((await audioNow()).get(other ?? '')).toBe(later.job);

      // A request replaces it; who has not seen the request adopts nothing, neither alone nor together with others.
      const asker = { ...later, job: createOpaqueToken(), status: 'queued' as const };
      const adopted = (await timelines.load(account_id, id))?.slides.map((one) => ({ one, was: one.audio })) ?? [];
      const replaced = adopted.find(({ one }) => one.id === other)?.was;
      await audio.request(asker, seen.rev, replaced, LIMITS);
      await expect(audio.request({ ...asker, job: createOpaqueToken() }, seen.rev, replaced, LIMITS)).rejects.toEqual(
        conflict,
      );
      const again = adopted.flatMap(({ one, was }) =>
        was?.source === 'generated' && was.status === 'ready'
          ? [{ audio: { ...was, job: createOpaqueToken() }, rev: one.rev, seen: was }]
          : [],
      );
      await audio.adopt(again);
      const after = new Map(again.map((one) => [one.audio.slide_id, one.audio.job as string | undefined]));
      after
        .set(edited ?? '', undefined)
        .set(asked ?? '', queued.job)
        .set(other ?? '', asker.job);
      expect(await audioNow()).toEqual(after);

      // Slides that go take it with them, and others keep theirs.
      const loaded = await timelines.load(account_id, id);
      if (!loaded) throw new Error('the timeline is gone');
      const [gone, ...left] = loaded.slides;
      const timeline = { ...loaded.timeline, version: loaded.timeline.version + 1, slides: left };
      await timelines.save({ before: loaded, after: { timeline, slides: left } }, LIMITS);
      after.delete(gone?.id ?? '');
      expect(await audioNow()).toEqual(after);
    });

    it('is claimed by one worker at a time, at most as often as its limit', async () => {
      await audio.request(wanted, slide.rev, undefined, LIMITS);
      await expect(
        audio.claim({ ...ref(), job: 'other' }, { now: at(0), lease_until: at(15), message_id: 'm', max_claims: 3 }),
      ).rejects.toEqual(conflict);
      expect(await claim()).toMatchObject({ status: 'processing', attempt: 1, lease_until: at(15), message_id: 'm' });
      await expect(claim(15)).rejects.toEqual(conflict);
      expect((await claim(16)).attempt).toBe(2);
      await expect(claim(60, 2)).rejects.toEqual(conflict);
      expect((await claim(60)).attempt).toBe(3);
      await expect(claim(90)).rejects.toEqual(conflict);
    });

    it('is claimed once more for each time that it was postponed', async () => {
      await audio.request(wanted, slide.rev, undefined, LIMITS);
      await audio.postpone(await claim(0, 1), at(5), { claims_allowed: 2, postponed: { throttled: 1 } });
      expect((await claim(5, 1)).attempt).toBe(2);
      await expect(claim(60, 1)).rejects.toEqual(conflict);
    });

    it('is found abandoned only while its last worker has not renewed its lease', async () => {
      await audio.request(wanted, slide.rev, undefined, LIMITS);
      const seen = await claim();
      await audio.renew(seen, at(30));
      const error = { code: 'internal_error', message: '' } as const;
      await expect(audio.failAbandoned(seen, error)).rejects.toEqual(conflict);
      expect(await audio.find(ref())).toMatchObject({ status: 'processing', lease_until: at(30) });
      await audio.failAbandoned({ ...seen, lease_until: at(30) }, error);
      expect(await audio.find(ref())).toMatchObject({ status: 'failed', error });
    });

    it('is changed by the worker of the last claim alone', async () => {
      await audio.request(wanted, slide.rev, undefined, LIMITS);
      const [zombie, last] = [await claim(), await claim(20)];
      const made = {
        ...{ speech_hash: 'other', engine: 'another', voice: 'its own' },
        ...{ key: 'k', duration_seconds: 1, sentences: [{ text: 'a', start_seconds: 0, end_seconds: 1 }] },
      };
      await expect(audio.renew(zombie, at(90))).rejects.toEqual(conflict);
      await expect(audio.finish(zombie, made)).rejects.toEqual(conflict);
      await expect(audio.fail(zombie, { code: 'too_long', message: '' })).rejects.toEqual(conflict);
      await expect(audio.failAbandoned(zombie, { code: 'too_long', message: '' })).rejects.toEqual(conflict);
      await expect(audio.release(zombie)).rejects.toEqual(conflict);
      await expect(audio.postpone(zombie, at(90), { claims_allowed: 9, postponed: {} })).rejects.toEqual(conflict);
      await audio.renew(last, at(50));
      expect((await audio.find(ref()))?.lease_until).toBe(at(50));
      await audio.finish(last, made);
      const { text: __, ...said } = wanted;
      expect(await audio.find(ref())).toEqual({ ...said, ...made, status: 'ready', attempt: 2, message_id: 'm' });
      await expect(audio.renew(last, at(90))).rejects.toEqual(conflict);
    });

    it('is given back after a failure or without one, and ends as failed', async () => {
      await audio.request(wanted, slide.rev, undefined, LIMITS);
      await audio.release(await claim());
      expect(await audio.find(ref())).toEqual({ ...wanted, attempt: 1, failures: 1, message_id: 'm' });
      await audio.postpone(await claim(), at(5), { claims_allowed: 4, postponed: { busy: 2, handed_back: 1 } });
      expect(await audio.find(ref())).toEqual({
        ...wanted,
        attempt: 2,
        failures: 1,
        claims_allowed: 4,
        postponed: { busy: 2, handed_back: 1 },
        message_id: 'm',
        enqueued_at: at(5),
      });
      const error = { code: 'too_long', message: 'no' } as const;
      await audio.fail(await claim(), error);
      expect(await audio.find(ref())).toMatchObject({ status: 'failed', error });
      expect(await audio.find(ref())).not.toHaveProperty('text');
    });

    it('is listed for the sweeper until it is ready or failed, and taken by one of two', async () => {
      const mine = async (seconds: number) =>
        (await allDue(audio.listDue, at(seconds))).filter(({ audio: one }) => one.account_id === account_id);
      const due = async (seconds: number) => {
        const [one] = await mine(seconds);
        if (!one) throw new Error('nothing is due');
        return one;
      };
      await audio.request(wanted, slide.rev, undefined, LIMITS);
      expect(await mine(60)).toEqual([]);
      expect((await due(61)).audio).toEqual(wanted);
      const seen = await due(61);
      await audio.noteCheck(seen, at(181), at(61));
      await expect(audio.noteCheck(seen, at(182), at(62))).rejects.toEqual(conflict);
      expect(await audio.find(ref())).toEqual({ ...wanted, enqueued_at: at(61), sent_again: 1 });
      expect(await mine(181)).toEqual([]);
      await audio.noteCheck(await due(182), at(300));
      expect(await audio.find(ref())).toEqual({ ...wanted, enqueued_at: at(61), sent_again: 1 });

      // A claim starts the count again, and moves the look past its lease: a sweeper that saw it before takes nothing.
      const before = await due(301);
      const claimed = await claim(200);
      expect(claimed).not.toHaveProperty('sent_again');
      await expect(audio.noteCheck(before, at(500), at(301))).rejects.toEqual(conflict);
      expect(await mine(215 + 45)).toEqual([]);
      const held = await due(215 + 46);
      await audio.postpone(claimed, at(230), { claims_allowed: 9, postponed: {} });
      await expect(audio.noteCheck(held, at(500))).rejects.toEqual(conflict);

      const said = { speech_hash: 'h', engine: 'e', voice: 'v', key: 'k', duration_seconds: 1, sentences: [] };
      await audio.finish(await claim(240), said);
      expect(await mine(9999)).toEqual([]);
      await expect(audio.noteCheck(held, at(500))).rejects.toEqual(conflict);
    });

    it('goes with its slide and with its timeline, unless it came meanwhile', async () => {
      const before = await load();
      await audio.request(wanted, slide.rev, undefined, LIMITS);
      await expect(
        timelines.remove(before, createRemovalTombstone('acc', { kind: 'timeline', timeline_id: 'tl' }, START)),
      ).rejects.toEqual(conflict);
      const empty = { timeline: { ...before.timeline, version: 2, slides: [] }, slides: [] };
      await expect(timelines.save({ before, after: empty }, LIMITS)).rejects.toEqual(conflict);
      await timelines.save({ before: await load(), after: empty }, LIMITS);
      expect(await audio.find(ref())).toBeUndefined();
      await expect(audio.request(wanted, slide.rev, undefined, LIMITS)).rejects.toEqual(conflict);
    });
  });

  it('speech is kept, and counted, once an account', async () => {
    const [mine, other] = [newId('account'), newId('account')];
    const made = { hash: 'h', key: 'k', duration_seconds: 1, sentences: [] };
    const payer = sampleRender({ account_id: mine });
    await renders.insert(payer, sampleTask(payer), LIMITS, { render_seconds: 0, narration_characters: 30 });
    await speech.keep({ kind: 'render', ...payer, claim: 1, slide: 0 }, made, 12);
    await speech.keep({ kind: 'render', ...payer, claim: 1, slide: 0 }, { ...made, key: 'later' }, 12);
    expect(await speech.findMany(mine, ['h', 'h', 'unknown'])).toEqual(new Map([['h', made]]));
    expect(await speech.findMany(other, ['h'])).toEqual(new Map());
    expect(await charactersOf(mine)).toBe(12);
  });

  describe('artifacts', () => {
    const clip = { form: 'moving', frames: 3, parameter_sets: 'p' } as const;
    const place = () => ({ account_id: newId('account'), timeline_id: newId('timeline') });
    const file = { key: 'k', made_at: START.toISOString() };
    const later = { key: 'later', made_at: secondsAfter(1).toISOString() };
    /** Hashes as good as any: a name is one. */
    const named = (...parts: unknown[]) => createHash('sha256').update(parts.join(' ')).digest('hex');
    const many = (count: number, of: string) =>
      Array.from({ length: count }, (_, index) => ({ name: named(of, index), offset: index * 9, bytes: 9, clip }));
    const namesOf = (list: readonly { name: string }[]) => list.map(({ name }) => name);

    it('are found by their name in their account, the later of two', async () => {
      const mine = place();
      const [a, b] = [named('a'), named('b')];
      const artifact = { name: a, offset: 0, bytes: 9, clip };
      await artifacts.keep(mine, file, [artifact, { name: b, offset: 9, bytes: 9 }]);
      await artifacts.keep(mine, later, [artifact]);
      expect(await artifacts.findMany(mine, [a, a, b, named('unknown')])).toEqual(
        new Map([
          [a, { ...artifact, ...later }],
          [b, { name: b, offset: 9, bytes: 9, ...file }],
        ]),
      );
      expect(await artifacts.findMany({ ...mine, account_id: newId('account') }, [a])).toEqual(new Map());
    });

    it('of two files of one moment are all found', async () => {
      const mine = place();
      await artifacts.keep(mine, file, many(3, 'one'));
      await artifacts.keep(mine, { ...file, key: 'other' }, many(2, 'one'));
      await artifacts.keep(mine, { ...file, key: 'third' }, many(3, 'three'));
      expect((await artifacts.findMany(mine, namesOf([...many(3, 'one'), ...many(3, 'three')]))).size).toBe(6);
    });

    it('of more than one item are all found', async () => {
      const mine = place();
      const all = many(4100, 'long');
      await artifacts.keep(mine, file, all);
      const found = await artifacts.findMany(mine, namesOf(all));
      expect([found.size, found.get(all.at(-1)?.name ?? '')]).toEqual([4100, { ...all.at(-1), ...file }]);
    });

    // The smallest names of a file are its sketch: the file is found without any one of them, too.
    it.each([
      [60, 0],
      [5, 0],
      [5, 1],
      [5, 4],
    ])('of another timeline are found that has %d, without the one at place %d', async (count, lacking) => {
      const mine = place();
      const all = many(count, newId('render')).sort((a, b) => (a.name < b.name ? -1 : 1));
      await artifacts.keep(mine, file, all);
      const other = { ...mine, timeline_id: newId('timeline') };
      const wanted = [...namesOf(all.toSpliced(lacking, 1)).reverse(), named(newId('slide'))];
      const found = await artifacts.findMany(other, wanted);
      expect(found.size).toBe(count - 1);
      const foreign = { ...other, account_id: newId('account') };
      expect((await artifacts.findMany(foreign, wanted)).size).toBe(0);
    });
  });
});
