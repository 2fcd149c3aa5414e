import { afterAll, beforeAll, beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import { usageRepository } from '#adapters/aws/accounts/usage-repository.ts';
import { tombstoneCodec } from '#adapters/aws/erasure/tombstone-items.ts';
import { tombstoneRepository } from '#adapters/aws/erasure/tombstone-repository.ts';
import { slideAudioRepository } from '#adapters/aws/narration/slide-audio-repository.ts';
import { speechRepository } from '#adapters/aws/narration/speech-repository.ts';
import { tableKeys } from '#adapters/aws/table/keys.ts';
import { timelineRepository } from '#adapters/aws/timelines/timeline-repository.ts';
import { uploadRepository } from '#adapters/aws/timelines/upload-repository.ts';
import { type SpeechEngineIdentity, SpeechError } from '#engine/speech/engine.ts';
import { espeakIdentity } from '#engine/speech/engines/espeak-identity.ts';
import type { Principal } from '#features/accounts/account.ts';
import { ENTITLEMENTS } from '#features/accounts/entitlements.ts';
import { toSlideAudioAnswer } from '#features/narration/audio-view.ts';
import { generateSlideAudio } from '#features/narration/generate-slide-audio.ts';
import { getSlideAudio } from '#features/narration/get-slide-audio.ts';
import type { SlideAudioStore } from '#features/narration/ports.ts';
import { type RecordingUploadDeps, setRecording } from '#features/narration/recording/set-recording.ts';
import { AUDIO_QUEUE_TIMEOUT_SECONDS, narrationSweep } from '#features/narration/sweep-audio.ts';
import {
  NARRATION_ATTEMPT_LIMITS,
  type SynthesizeSlideNarrationDeps,
  synthesizeSlideNarration,
} from '#features/narration/synthesize-slide-narration.ts';
import type { TemplateChoiceDeps } from '#features/templates/public.ts';
import type { AnnounceMediaFetchesDeps } from '#features/timelines/announce-media-fetches.ts';
import type { TimelineDeps } from '#features/timelines/change-timeline.ts';
import type { CheckVoiceDeps } from '#features/timelines/check-voice.ts';
import { createTimeline } from '#features/timelines/create-timeline.ts';
import { deleteTimeline } from '#features/timelines/delete-timeline.ts';
import { deleteSlide, updateSlide } from '#features/timelines/edit-slides.ts';
import { DEFAULT_NARRATION_PAUSES } from '#features/timelines/narration-pauses.ts';
import type { SlideAudio, SlideAudioRequestRef } from '#features/timelines/slide-audio.ts';
import type { LoadedTimeline } from '#features/timelines/timeline.ts';
import { updateTimeline } from '#features/timelines/update-timeline.ts';
import { DependencyUnavailableError, WrittenByNewerVersionError } from '#kernel/shared/errors.ts';
import { createOpaqueToken } from '#kernel/shared/ids.ts';
import { prepareNoIdempotentAnswer } from '#kernel/shared/prepared-idempotent-answer.ts';
import { timelineFilesPrefix } from '#kernel/shared/storage-keys.ts';
import { allDue } from '#test/support/data/all-due.ts';
import { type Database, startDatabase } from '#test/support/data/database.ts';
import { makeUnreadable } from '#test/support/data/make-unreadable.ts';
import { noOwnTemplates } from '#test/support/fakes/custom-template-store.ts';
import { noImageFetches } from '#test/support/fakes/no-image-fetches.ts';
import { handClock, sampleInput, samplePrincipal } from '#test/support/samples/entities.ts';
import { sweepNow } from '#test/support/sweep-now.ts';

let database: Database;
let audio: SlideAudioStore;
let hand: ReturnType<typeof handClock>;
let principal: Principal;
let loaded: LoadedTimeline;
let timelineDeps: TimelineDeps & CheckVoiceDeps & TemplateChoiceDeps & AnnounceMediaFetchesDeps;
/** Texts that were spoken; messages that were sent; how long messages were hidden. */
let spoken: string[];
let sent: SlideAudioRequestRef[];
let hidden: number[];
/** What workers sent again, and how long it is held back. */
let resent: [string, number | undefined][];
let files: Map<string, string>;
let speak: SynthesizeSlideNarrationDeps['speak'];
/** The engine of the workers. */
let engine: SpeechEngineIdentity;
/** What the workers that are at work do every few seconds. */
let beats: (() => Promise<void>)[];

beforeAll(async () => {
  database = await startDatabase();
  audio = slideAudioRepository(database.table);
});
afterAll(() => database.stop());

beforeEach(async () => {
  for (const { audio: left } of await allDue(audio.listDue))
    await database.table.delete({ PK: `ACC#${left.account_id}#TL#${left.timeline_id}`, SK: `AUDIO#${left.slide_id}` });
  hand = handClock();
  engine = espeakIdentity;
  principal = samplePrincipal();
  [spoken, sent, hidden, resent, files, beats] = [[], [], [], [], new Map(), []];
  timelineDeps = {
    store: timelineRepository(database.table),
    files: { presignGet: async (key) => key },
    clock: hand.clock,
    backoff: async () => undefined,
    voices: espeakIdentity,
    templates: noOwnTemplates,
    imageFetches: noImageFetches,
  };
  loaded = await createTimeline(timelineDeps, principal, {
    title: 'x',
    format: 'landscape',
    resolution: '1080p',
    template_id: 'plain',
    language: 'en',
    narration_source: 'notes',
    transition: { type: 'none', duration_seconds: 0 },
    slide_numbers: false,
    ...DEFAULT_NARRATION_PAUSES,
    lexicon: [],
    metadata: {},
    slides: [sampleInput({ speaker_notes: 'Good morning.' }), sampleInput()],
  });
  speak = async ({ text }) => {
    spoken.push(text);
    return {
      sampleRate: 48_000,
      pcm: Buffer.alloc(96_000),
      sentences: [{ text, start_seconds: 0, end_seconds: 1 }],
      durationSeconds: 1,
    };
  };
});

const slideId = () => loaded.slides[0]?.id ?? '';
const place = () => ({ id: loaded.timeline.id, sid: slideId() });
const deps = (): SynthesizeSlideNarrationDeps => ({
  audio,
  speech: speechRepository(database.table),
  files: {
    getBytes: async (key) => Buffer.from(files.get(key) ?? '', 'latin1'),
    putBytes: async (key, bytes) => void files.set(key, Buffer.from(bytes).toString('latin1')),
  },
  engine,
  speak: (request, signal) => speak(request, signal),
  encodeAhead: async () => undefined,
  transcode: async (_, format) => Buffer.from(`as ${format}`),
  queue: { send: async (ref, delay) => void resent.push([ref.job, delay]) },
  clock: hand.clock,
  every: (_, beat) => {
    beats.push(beat);
    return { stop: () => void beats.pop() };
  },
  log: { info: () => undefined, warn: () => undefined, error: () => undefined },
});
const asking = (body: object = {}, where = place(), asked: SpeechEngineIdentity = espeakIdentity) =>
  generateSlideAudio(
    {
      timelines: timelineDeps.store,
      audio,
      speech: speechRepository(database.table),
      files: { sizeOf: async (key) => files.get(key)?.length },
      queue: { send: async (ref) => void sent.push(ref) },
      engine: asked,
      clock: hand.clock,
    },
    principal,
    where,
    { speed: 1, format: 'mp3', ...body },
  );
const ask = async (body: object = {}): Promise<SlideAudio> => (await asking(body)).audio;
const work = (ref: SlideAudioRequestRef, store = audio, over: Partial<SynthesizeSlideNarrationDeps> = {}) =>
  synthesizeSlideNarration({ ...deps(), audio: store, ...over }, ref, {
    message_id: 'm',
    hideFor: async (seconds) => void hidden.push(seconds),
  });
const now = () => audio.find({ account_id: principal.account_id, timeline_id: place().id, slide_id: slideId() });
/** A worker that takes the message and is never heard of again. */
const vanish = (ref: SlideAudioRequestRef, lease = 60) =>
  audio.claim(ref, {
    now: hand.clock().toISOString(),
    lease_until: new Date(hand.clock().getTime() + lease * 1000).toISOString(),
    message_id: 'm',
    max_claims: NARRATION_ATTEMPT_LIMITS.claims,
  });
const sweep = (onUnreadable?: (key: string) => void, store = audio) =>
  sweepNow(
    narrationSweep({ audio: store, queue: { sendAll: async (refs) => void sent.push(...refs) }, clock: hand.clock }),
    {
      clock: hand.clock,
      ...(onUnreadable ? { onUnreadable } : {}),
    },
  );

describe('the narration of a slide', () => {
  it('is made, kept under its content, and made no second time for the same words', async () => {
    await work(await ask());
    expect(await now()).toMatchObject({ status: 'ready', duration_seconds: 1, attempt: 1 });
    expect(await now()).not.toHaveProperty('text');
    const key = (await now())?.key ?? '';
    expect(files.get(key)).toBe('as mp3');

    await work(await ask({ format: 'ogg' }));

    expect(await now()).toMatchObject({ status: 'ready', format: 'ogg' });
    expect(spoken).toEqual(['Good morning.']);
    const { narration_characters } = await usageRepository(database.table).read(principal.account_id, '2026-03');
    expect(narration_characters).toBe('Good morning.'.length);
    expect(await allDue(audio.listDue)).toEqual([]);
  });

  it('is encoded in its format while it is encoded for videos, from what was spoken', async () => {
    await ask();
    const begun = Promise.withResolvers<void>();
    const bare = deps();
    await work(sent[0] as SlideAudioRequestRef, audio, {
      // Neither would end if one of them came after the other.
      encodeAhead: () => begun.promise,
      transcode: async (wav, format, signal) => {
        begun.resolve();
        return bare.transcode(wav, format, signal);
      },
      files: { ...bare.files, getBytes: () => Promise.reject(new Error('the file was read again')) },
    });
    expect(await now()).toMatchObject({ status: 'ready', format: 'mp3' });
  });

  it('stops encoding when its speech cannot be kept', async () => {
    await ask();
    let stopped: unknown;
    const lost = work(sent[0] as SlideAudioRequestRef, audio, {
      encodeAhead: () => Promise.reject(new Error('out of memory')),
      transcode: (_wav, _format, signal) =>
        new Promise((_, reject) => {
          signal.addEventListener('abort', () => {
            stopped = signal.reason;
            reject(signal.reason);
          });
        }),
    });
    await expect(lost).rejects.toThrow('out of memory');
    expect(stopped).toBeDefined();
  });

  it('is swept although that of another slide cannot be read, which is reported', async () => {
    const broken = await ask();
    const other = { ...place(), sid: loaded.slides[1]?.id ?? '' };
    await asking({ text: 'Good evening.' }, other);
    const key = tableKeys.audio(broken.account_id, broken.timeline_id, broken.slide_id);
    onTestFinished(async () => void (await database.table.delete(key)));
    const name = await makeUnreadable(database.table, key);
    sent = [];
    hand.pass(AUDIO_QUEUE_TIMEOUT_SECONDS + 1);
    const skipped: string[] = [];

    await sweep((unread) => void skipped.push(unread));

    expect(sent.map(({ slide_id }) => slide_id)).toEqual([other.sid]);
    expect(skipped).toEqual([name]);
    await expect(allDue(audio.listDue)).rejects.toThrow(name);
  });

  it('is taken up again when its worker vanished, and not before its lease has ended', async () => {
    const asked = await ask();
    await vanish(asked);
    hand.pass(59);
    await work(asked);
    expect(spoken).toEqual([]);
    hand.pass(2);
    await work(asked);
    expect(await now()).toMatchObject({ status: 'ready', attempt: 2 });
  });

  it('is kept by a worker that says every few seconds that it is at work, and given up by one that lost it', async () => {
    const asked = await ask();
    const aborted: boolean[] = [];
    const ready = speak;
    speak = async (request, signal) => {
      hand.pass(14);
      await beats[0]?.();
      hand.pass(14);
      await work(asked);
      aborted.push(signal.aborted);
      hand.pass(2);
      await vanish(asked);
      await beats[0]?.();
      aborted.push(signal.aborted);
      signal.throwIfAborted();
      return ready(request, signal);
    };
    await expect(work(asked)).rejects.toThrow('condition');
    expect(aborted).toEqual([false, true]);
    expect(spoken).toEqual([]);
    expect(await now()).toMatchObject({ status: 'processing', attempt: 2 });
    expect(beats).toEqual([]);
  });

  it('fails three times before it counts as failed, however many workers were killed before', async () => {
    const asked = await ask();
    for (let killed = 1; killed <= 3; killed++) {
      await vanish(asked);
      hand.pass(61);
    }
    const ready = speak;
    speak = async () => {
      throw new SpeechError('engine_failed', 'it crashed');
    };
    for (let failed = 1; failed <= 2; failed++) await expect(work(asked)).rejects.toThrow('it crashed');
    expect(await now()).toMatchObject({ status: 'queued', attempt: 5, failures: 2 });
    speak = ready;
    await work(asked);
    expect(await now()).toMatchObject({ status: 'ready', attempt: 6 });
  });

  it('ends with the last worker that may take it, whether that one fails or vanishes', async () => {
    const asked = await ask();
    for (let killed = 1; killed < NARRATION_ATTEMPT_LIMITS.claims; killed++) {
      await vanish(asked);
      hand.pass(61);
    }
    speak = async () => {
      throw new SpeechError('engine_failed', 'it crashed');
    };
    await expect(work(asked)).rejects.toThrow('it crashed');
    expect(await now()).toMatchObject({ status: 'failed', attempt: NARRATION_ATTEMPT_LIMITS.claims });
  });

  it.each([
    ['by a message', (asked: SlideAudioRequestRef, store: SlideAudioStore) => work(asked, store)],
    ['by a sweeper', (_: SlideAudioRequestRef, store: SlideAudioStore) => sweep(undefined, store)],
  ])('is not ended %s when its last worker comes back right before the write', async (_, end) => {
    const asked = await ask();
    for (let claim = 1; claim < NARRATION_ATTEMPT_LIMITS.claims; claim++) {
      await vanish(asked);
      hand.pass(61);
    }
    const last = await vanish(asked);
    hand.pass(3600);
    let ends = 0;
    const late: SlideAudioStore = {
      ...audio,
      async failAbandoned(...args) {
        ends += 1;
        await audio.renew(last, new Date(hand.clock().getTime() + 15_000).toISOString());
        await audio.failAbandoned(...args);
      },
    };
    await end(asked, late);
    expect(ends).toBe(1);
    expect(await now()).toMatchObject({ status: 'processing' });
    hand.pass(3600);
    await end(asked, audio);
    expect(await now()).toMatchObject({ status: 'failed', error: { code: 'internal_error' } });
  });

  it('is not changed by a worker that was given up on', async () => {
    const asked = await ask();
    const zombie = await vanish(asked);
    hand.pass(61);
    await work(asked);
    const late = { speech_hash: 'h', engine: 'e', voice: 'v', key: 'zombie', duration_seconds: 9, sentences: [] };
    await expect(audio.finish(zombie, late)).rejects.toMatchObject({
      name: 'WriteConflictError',
    });
    await expect(audio.fail(zombie, { code: 'narration_failed', message: '' })).rejects.toMatchObject({
      name: 'WriteConflictError',
    });
    expect(await now()).toMatchObject({ status: 'ready', duration_seconds: 1 });
  });

  it('that was asked for again shuts out what was asked for before', async () => {
    const before = await ask();
    const after = await ask({ text: 'Other words.' });
    await work(before);
    expect(spoken).toEqual([]);
    await work(after);
    expect(spoken).toEqual(['Other words.']);
    expect(await now()).toMatchObject({ job: after.job, status: 'ready' });
  });

  it('is tried three times, then failed', async () => {
    speak = async () => {
      throw new SpeechError('engine_failed', 'it crashed');
    };
    const asked = await ask();
    for (const [attempt, status] of [
      [1, 'queued'],
      [2, 'queued'],
      [3, 'failed'],
    ] as const) {
      await expect(work(asked)).rejects.toThrow('it crashed');
      expect(await now()).toMatchObject({ status, attempt });
    }
    expect(await now()).toMatchObject({ error: { code: 'engine_failed' } });
    expect(await allDue(audio.listDue)).toEqual([]);
  });

  it('waits for an engine that is busy, longer each time, without counting failures, seven times, and then as often as after failures', async () => {
    const asked = await ask();
    speak = async () => {
      throw new SpeechError('busy', 'throttled');
    };
    for (let attempt = 1; attempt <= NARRATION_ATTEMPT_LIMITS.postponements; attempt++) {
      hand.pass(100);
      await work(asked);
      expect(await now()).toMatchObject({ status: 'queued', attempt });
      expect(await now()).not.toHaveProperty('failures');
      // No sweeper takes its message for one that was never sent.
      expect(await now()).toMatchObject({ enqueued_at: hand.clock().toISOString() });
    }
    expect(resent).toEqual([10, 20, 40, 60, 60, 60, 60].map((seconds) => [asked.job, seconds]));
    for (const status of ['queued', 'queued', 'failed']) {
      await expect(work(asked)).rejects.toThrow('throttled');
      expect(await now()).toMatchObject({ status });
    }
    expect(await now()).toMatchObject({ error: { code: 'engine_failed' } });
  });

  it('waits for a table or a bucket that is throttled as long as that lasts', async () => {
    const asked = await ask();
    speak = async () => {
      throw new DependencyUnavailableError('throttled');
    };
    for (let attempt = 1; attempt <= 3 * NARRATION_ATTEMPT_LIMITS.claims; attempt++) {
      hand.pass(100);
      await work(asked);
      expect(await now()).toMatchObject({ status: 'queued', attempt });
    }
    hand.pass(3600);
    await sweep();
    expect(await now()).toMatchObject({ status: 'queued' });
    expect(await now()).not.toHaveProperty('failures');
  });

  it('waits for an engine that is busy, and is made when it no longer is', async () => {
    const asked = await ask();
    const ready = speak;
    speak = async () => {
      throw new SpeechError('busy', 'throttled');
    };
    for (let times = 1; times <= 4; times++) await work(asked);
    speak = ready;
    await work(asked);
    expect(await now()).toMatchObject({ status: 'ready', attempt: 5 });
  });

  it('by a voice of one pace is refused at any other at once, and nothing is asked for', async () => {
    const onePace = asking({ speed: 1.2 }, place(), { ...espeakIdentity, takesSpeed: () => false });
    await expect(onePace).rejects.toMatchObject({ code: 'validation_failed', details: { param: 'speed' } });
    expect(await now()).toBeUndefined();
    expect((await asking({}, place(), { ...espeakIdentity, takesSpeed: () => false })).audio.status).toBe('queued');
  });

  it("is by the timeline's voice, also where the timeline's language is named, and not in another language", async () => {
    await updateTimeline(timelineDeps, principal, place().id, { voice: 'en-us+f2' });
    expect(await ask()).toMatchObject({ language: 'en', voice: 'en-us+f2' });
    expect(await ask({ language: 'en' })).toMatchObject({ language: 'en', voice: 'en-us+f2' });
    expect(await ask({ language: 'de' })).toMatchObject({ language: 'de', voice: espeakIdentity.voiceFor('de') });
    expect(await ask({ language: 'en', voice: 'en-gb' })).toMatchObject({ voice: 'en-gb' });
  });

  it('that cannot be spoken fails at once', async () => {
    speak = async () => {
      throw new SpeechError('no_speech', 'nothing to say');
    };
    await work(await ask());
    expect(await now()).toMatchObject({ status: 'failed', attempt: 1, error: { code: 'no_speech' } });
  });

  it('is ready at once where the same was said before, for whichever slide, and goes to no worker', async () => {
    await work(await ask({ text: 'Said before.' }));
    await work(await ask());
    sent = [];

    expect(await ask({ text: 'Said before.' })).toMatchObject({ status: 'ready', duration_seconds: 1, attempt: 0 });

    const kept = await now();
    expect(kept).toMatchObject({ status: 'ready', own_text: 'Said before.', sentences: [{ text: 'Said before.' }] });
    expect(await ask({ text: 'Said before.' })).toEqual(kept);
    expect(sent).toEqual([]);
    expect(await allDue(audio.listDue)).toEqual([]);
    // In another format, faster, or by another voice it is not the same.
    for (const other of [{ format: 'ogg' }, { speed: 1.5 }, { voice: 'de' }])
      expect(await ask({ text: 'Said before.', ...other })).toMatchObject({ status: 'queued' });
  });

  it('is made again when the file of what was said before is gone', async () => {
    await work(await ask());
    files.delete((await now())?.key ?? '');
    expect(await ask()).toMatchObject({ status: 'queued' });
  });

  it('that is asked for again while it is being made is not started twice', async () => {
    const first = await ask();
    await vanish(first);

    expect(await ask()).toMatchObject({ job: first.job, status: 'processing' });

    expect(sent.map(({ job }) => job)).toEqual([first.job]);
    expect((await ask({ text: 'Other words.' })).job).not.toBe(first.job);
  });

  it('that is asked for by many at once is asked for once', async () => {
    const jobs = await Promise.all(Array.from({ length: 5 }, () => ask()));
    expect(new Set(jobs.map(({ job }) => job)).size).toBe(1);
    expect(sent).toHaveLength(1);
  });

  it('is counted once when two slides have the same made at the same time', async () => {
    const other = { id: place().id, sid: loaded.slides[1]?.id ?? '' };
    const ready = speak;
    const both = Promise.withResolvers<void>();
    let waiting = 0;
    speak = async (request, signal) => {
      waiting += 1;
      if (waiting === 2) both.resolve();
      await both.promise;
      return ready(request, signal);
    };
    const asked = [await ask({ text: 'Twice.' }), (await asking({ text: 'Twice.' }, other)).audio];

    await Promise.all(asked.map((ref) => work(ref)));

    expect(spoken).toEqual(['Twice.', 'Twice.']);
    const { narration_characters } = await usageRepository(database.table).read(principal.account_id, '2026-03');
    expect(narration_characters).toBe('Twice.'.length);
  });

  describe('in a timeline with a lexicon', () => {
    const morning = { word: 'MORNING', say: 'mourning' };
    const unsaid = Array.from({ length: 199 }, (_, i) => ({ word: `word ${i}`, say: 'never said' }));
    const give = (lexicon: { word: string; say: string }[]) =>
      updateTimeline(timelineDeps, principal, place().id, { lexicon });
    const isStale = async () =>
      (
        await toSlideAudioAnswer(
          await getSlideAudio({ timelines: timelineDeps.store }, principal, place()),
          timelineDeps.files.presignGet,
          espeakIdentity,
        )
      ).stale;

    it('keeps of it only what is said, and that no longer than until it was', async () => {
      await give([morning, ...unsaid]);
      const asked = await ask();
      expect(await now()).toMatchObject({ lexicon: [morning] });
      await work(asked);
      expect(await now()).not.toHaveProperty('lexicon');
      // Which entries it does not say makes no difference.
      await give([morning]);
      expect(await ask({ format: 'ogg' })).toMatchObject({ speech_hash: asked.speech_hash });
      await give(unsaid);
      expect(await ask()).not.toHaveProperty('lexicon');
    });

    it('goes stale when a word of it is to be said otherwise, and is made again when it is asked for', async () => {
      await give([morning]);
      await work(await ask());
      expect(await isStale()).toBe(false);
      await give([morning, ...unsaid]);
      expect(await isStale()).toBe(false);
      await give([{ ...morning, say: 'moaning' }]);
      expect(await isStale()).toBe(true);
      const again = await ask();
      expect(again).toMatchObject({ status: 'queued' });
      await work(again);
      expect(await isStale()).toBe(false);
      await give([]);
      expect(await isStale()).toBe(true);
    });

    it('is ready at once, and no longer stale, where the other word makes no difference', async () => {
      const text = '<speak>Good <sub alias="evening">morning</sub>.</speak>';
      await give([morning]);
      await work(await ask({ text }));
      await give([{ ...morning, say: 'moaning' }]);
      expect(await ask({ text })).toMatchObject({ status: 'ready' });
      expect(await isStale()).toBe(false);
    });
  });

  it('is swept on when its message was never sent, and ended when its last worker vanished', async () => {
    const asked = await ask();
    sent = [];
    hand.pass(AUDIO_QUEUE_TIMEOUT_SECONDS - 1);
    await sweep();
    expect(sent).toEqual([]);
    hand.pass(2);
    await sweep();
    await sweep();
    expect(sent.map(({ job }) => job)).toEqual([asked.job]);
    for (let attempt = 1; attempt <= NARRATION_ATTEMPT_LIMITS.claims; attempt++) {
      await vanish(asked);
      hand.pass(61);
    }
    hand.pass(46);
    await sweep();
    expect(await now()).toMatchObject({ status: 'failed', error: { code: 'internal_error' } });
  });

  it('goes with its slide, and with its timeline', async () => {
    const asked = await ask();
    await deleteSlide(timelineDeps, principal, place().id, slideId());
    expect(await now()).toBeUndefined();
    await work(asked);
    expect(await now()).toBeUndefined();
    await expect(
      audio.request({ ...asked, job: createOpaqueToken() }, loaded.slides[0]?.rev ?? '', undefined, ENTITLEMENTS.max),
    ).rejects.toThrow();
    await deleteTimeline(timelineDeps, principal, place().id);
    const { PK } = { PK: `ACC#${principal.account_id}#TL#${place().id}` };
    const left = await database.table.all({
      KeyConditionExpression: 'PK = :pk',
      ExpressionAttributeValues: { ':pk': PK },
    });
    expect(left).toEqual([]);
  });

  it('stays with its slide through changes of it, and is not part of its revisions', async () => {
    await work(await ask());
    await updateSlide(timelineDeps, principal, place(), { title: 'New' });
    const { slides } = (await timelineDeps.store.load(principal.account_id, place().id)) ?? { slides: [] };
    expect(slides.map(({ audio: made }) => made?.status)).toEqual(['ready', undefined]);
    const items = await database.table.all({
      KeyConditionExpression: 'PK = :pk AND begins_with(SK, :slide)',
      ExpressionAttributeValues: { ':pk': `ACC#${principal.account_id}#TL#${place().id}`, ':slide': 'SLIDE#' },
    });
    expect(items).toHaveLength(2);
    expect(items.some((item) => 'audio' in item)).toBe(false);
  });
});

describe('a recording of the client', () => {
  /** The sound that is made of the bytes has half a second a byte. */
  const send = (bytes: string, over: Partial<RecordingUploadDeps> = {}) =>
    setRecording(
      {
        timelines: timelineDeps.store,
        audio,
        uploads: uploadRepository(database.table),
        tombstones: tombstoneRepository(database.table),
        blobs: {
          presignPut: async () => '',
          sizeOf: async () => undefined,
          getBytes: async () => new Uint8Array(0),
          remove: async (key) => void files.delete(key),
          putBytes: async (key) => void files.set(key, 'wav'),
        },
        clock: hand.clock,
        fetchFile: async () => new Uint8Array(0),
        cleanRecording: clean,
        findWords: async () => undefined,
        ...over,
      },
      principal,
      place(),
      Buffer.from(bytes),
      prepareNoIdempotentAnswer,
    );
  /** The files that tombstones name, sorted. */
  const buried = async (): Promise<string[]> => {
    const items = await database.table.all({
      KeyConditionExpression: 'PK = :pk',
      ExpressionAttributeValues: { ':pk': tableKeys.tombstone(principal.account_id, '').PK },
    });
    return items
      .map(tombstoneCodec.parse)
      .flatMap(({ remains }) => (remains.kind === 'files' ? remains.keys : []))
      .sort();
  };
  const clean = async (bytes: Uint8Array): Promise<Buffer> => {
    const pcm = Buffer.alloc(bytes.length * 48_000);
    for (let i = 0; i < pcm.length / 2; i++) pcm.writeInt16LE(Math.round(9000 * Math.sin(i / 20)), i * 2);
    return pcm;
  };
  it('is ready and lies next to its slide alone: it counts no characters and leaves no speech that outlives it', async () => {
    const { audio: made } = await send('ab');
    expect(await now()).toEqual(made);
    const { narration_characters } = await usageRepository(database.table).read(principal.account_id, '2026-03');
    expect(narration_characters).toBe(0);
    const kept = await speechRepository(database.table).findMany(principal.account_id, [made.speech_hash]);
    expect(kept.size).toBe(0);
  });

  it('shuts out the worker that still makes what was asked for before', async () => {
    const asked = await ask();
    const ready = speak;
    speak = async (request, signal) => {
      await send('ab');
      return ready(request, signal);
    };
    await work(asked);
    expect(await now()).toMatchObject({ status: 'ready', source: 'uploaded' });
  });

  it('that is sent next to others leaves no file of those that it replaced', async () => {
    const made = await Promise.all(['a', 'bb', 'ccc'].map((bytes) => send(bytes)));

    const last = await now();
    expect(files.has(last?.key ?? '')).toBe(true);
    const others = made.map((one) => one.audio.key).filter((key) => key !== last?.key);
    expect(await buried()).toEqual(others.toSorted());
    expect(others).toHaveLength(2);
  });

  it('that is sent several times at once is kept once', async () => {
    const made = await Promise.all(['ab', 'ab', 'ab'].map((bytes) => send(bytes)));

    expect(new Set(made.map((one) => one.audio.key))).toEqual(new Set([(await now())?.key]));
    const { key } = (await now()) ?? {};
    expect(await buried()).toEqual([...files.keys()].filter((file) => file !== key).sort());
  });

  it.each([
    ['slide', (deps: TimelineDeps) => deleteSlide(deps, principal, place().id, slideId()), false],
    ['timeline', (deps: TimelineDeps) => deleteTimeline(deps, principal, place().id), true],
  ])('goes with its %s also when it came while that was being deleted', async (_, remove, removesAll) => {
    let meanwhile: Promise<unknown> | undefined;
    const came = () => {
      meanwhile ??= send('ab');
      return meanwhile;
    };
    const { store } = timelineDeps;
    const overtaken: TimelineDeps = {
      ...timelineDeps,
      store: {
        ...store,
        save: async (...change) => {
          await came();
          return store.save(...change);
        },
        remove: async (deleted, tombstone) => {
          await came();
          await store.remove(deleted, tombstone);
        },
      },
    };

    await remove(overtaken);

    expect(await now()).toBeUndefined();
    const key = [...files.keys()][0] ?? '';
    expect(files.size).toBe(1);
    // A deleted timeline takes along all that is under its prefix.
    const isUnder = key.startsWith(timelineFilesPrefix(principal.account_id, place().id));
    expect((await buried()).includes(key) || (removesAll && isUnder)).toBe(true);
  });
});

describe('what audio reserves of the month', () => {
  const pro = ENTITLEMENTS.pro.narration_characters_per_month;
  const fill = (characters: number) =>
    database.table.put({
      ...tableKeys.usage(principal.account_id, '2026-03'),
      entity: 'usage',
      narration_characters_booked: pro - characters,
    });
  const usage = async () => {
    const item = await database.table.get(tableKeys.usage(principal.account_id, '2026-03'));
    return [item?.narration_characters ?? 0, Number(item?.narration_characters_booked) - pro];
  };
  beforeEach(() => {
    principal = { ...principal, plan: 'pro' };
  });

  it('is its characters until they are spoken; then they are counted', async () => {
    await fill('Good morning.'.length);
    const asked = await ask();
    expect(await usage()).toEqual([0, 0]);
    await work(asked);
    expect(await now()).toMatchObject({ status: 'ready' });
    expect(await usage()).toEqual([13, 0]);
  });

  it('is nothing for what was said before', async () => {
    await work(await ask());
    await fill(0);
    expect((await ask({ text: 'Good morning.' })).status).toBe('ready');
  });

  it('is nothing when it was said for another slide meanwhile', async () => {
    await fill(26);
    const first = await ask();
    const second = (await asking({ text: 'Good morning.' }, { ...place(), sid: loaded.slides[1]?.id ?? '' })).audio;
    expect(await usage()).toEqual([0, 0]);
    await work(first);
    await work(second);
    expect(await usage()).toEqual([13, -13]);
  });

  it('is refused when it is more than is left, and nothing changes', async () => {
    await fill(12);
    await expect(ask()).rejects.toMatchObject({
      code: 'quota_exceeded',
      details: { param: 'narration_characters_per_month' },
    });
    expect(await now()).toBeUndefined();
    expect([sent, await usage()]).toEqual([[], [0, -12]]);
  });

  it('is given back when nothing could be made of it', async () => {
    await fill(13);
    const asked = await ask();
    speak = async () => {
      throw new SpeechError('no_speech', 'no');
    };
    await work(asked);
    expect(await now()).toMatchObject({ status: 'failed' });
    expect(await usage()).toEqual([0, -13]);
  });

  it('is given back when the last worker vanished', async () => {
    await fill(13);
    const asked = await ask();
    for (let claim = 0; claim < NARRATION_ATTEMPT_LIMITS.claims; claim++) {
      await vanish(asked);
      hand.pass(61);
    }
    await work(asked);
    expect(await now()).toMatchObject({ status: 'failed' });
    expect(await usage()).toEqual([0, -13]);
  });
});

it('a timeline beyond the plan is refused', async () => {
  principal = samplePrincipal({ plan: 'pro' });
  await database.table.put({ ...tableKeys.holdings(principal.account_id), entity: 'holdings', timelines: 1000 });
  const { title, format, resolution, template_id, language, transition, metadata } = loaded.timeline;
  const settings = {
    title,
    format,
    resolution,
    template_id,
    language,
    transition,
    metadata,
    slide_numbers: false,
    ...DEFAULT_NARRATION_PAUSES,
  };
  const made = createTimeline(timelineDeps, principal, {
    ...settings,
    narration_source: 'notes',
    lexicon: [],
    slides: [],
  });
  await expect(made).rejects.toMatchObject({ code: 'entitlement_required', details: { param: 'timelines' } });
});

describe('audio that another version of the program was asked for', () => {
  const NEXT = { ...espeakIdentity, version: `${espeakIdentity.version};next` };
  const OTHER = { ...espeakIdentity, id: 'other', voiceFor: (_: string, voice?: string) => voice ?? 'other-voice' };

  it.each([
    ['an older', espeakIdentity, NEXT],
    ['a newer', NEXT, espeakIdentity],
  ])('is under the address of the engine that spoke, asked of %s one', async (_, before, after) => {
    const { audio: asked } = await asking({ format: 'wav' }, place(), before);
    engine = after;
    await work(asked);
    const { audio: today } = await asking({ format: 'wav' }, place(), after);
    const made = await now();
    expect(made).toMatchObject({ status: 'ready', job: today.job, speech_hash: today.speech_hash });
    expect(today.speech_hash).not.toBe(asked.speech_hash);
    const stored = await speechRepository(database.table).findMany(principal.account_id, [
      asked.speech_hash,
      today.speech_hash,
    ]);
    expect([...stored.keys()]).toEqual([today.speech_hash]);
    expect(made?.key).toBe(stored.get(today.speech_hash)?.key);
    expect(spoken).toEqual(['Good morning.']);
  });

  it('is left to workers of its engine for two minutes, then spoken by a voice of this one, which it says', async () => {
    const asked = await ask();
    engine = OTHER;
    for (let time = 1; time <= 4; time++) await work(asked);
    expect(resent.map(([, seconds]) => seconds)).toEqual([10, 20, 40, 60]);
    expect(spoken).toEqual([]);
    await work(asked);
    expect(await now()).toMatchObject({ status: 'ready', engine: 'other', voice: 'other-voice' });
  });

  it('is left to workers of its engine also after the table was throttled for long', async () => {
    const asked = await ask();
    const ready = speak;
    speak = () => Promise.reject(new DependencyUnavailableError('throttled'));
    for (let time = 1; time <= 6; time++) await work(asked);
    resent.length = 0;
    speak = ready;
    engine = OTHER;
    await work(asked);
    expect(resent).toEqual([[asked.job, 10]]);
    expect(await now()).toMatchObject({ status: 'queued', postponed: { throttled: 6, handed_back: 1 } });
    expect(spoken).toEqual([]);
  });

  it('is spoken by a worker of its engine that receives it in between', async () => {
    const asked = await ask();
    engine = OTHER;
    await work(asked);
    engine = espeakIdentity;
    await work(asked);
    expect(await now()).toMatchObject({ status: 'ready', engine: asked.source === 'generated' ? asked.engine : '' });
  });

  it('is not claimed when its item is of a later format, and counts no attempt', async () => {
    const asked = await ask();
    const key = { PK: `ACC#${principal.account_id}#TL#${place().id}`, SK: `AUDIO#${slideId()}` };
    await makeUnreadable(database.table, key);
    for (let time = 1; time <= 5; time++) await expect(work(asked)).rejects.toThrow(WrittenByNewerVersionError);
    expect(await database.table.get(key)).toMatchObject({ status: 'queued', attempt: 0 });
  });
});
