import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Principal } from '../../../lib/accounts/account.ts';
import { audioRepository } from '../../../lib/aws/audio-repository.ts';
import { speechRepository } from '../../../lib/aws/speech-repository.ts';
import { timelineRepository } from '../../../lib/aws/timeline-repository.ts';
import { usageRepository } from '../../../lib/aws/usage-repository.ts';
import { newToken } from '../../../lib/ids.ts';
import { SpeechError } from '../../../lib/narration/engine.ts';
import { espeakIdentity } from '../../../lib/narration/engines/espeak-identity.ts';
import { generateAudio } from '../../../lib/narration/generate-audio.ts';
import { type NarrateAudioTools, narrateAudio } from '../../../lib/narration/narrate-audio.ts';
import type { AudioStore } from '../../../lib/narration/ports.ts';
import type { AudioRef, SlideAudio } from '../../../lib/narration/slide-audio.ts';
import { sweepAudio } from '../../../lib/narration/sweep-audio.ts';
import type { TimelineTools } from '../../../lib/timelines/change-timeline.ts';
import { createTimeline } from '../../../lib/timelines/create-timeline.ts';
import { deleteTimeline } from '../../../lib/timelines/delete-timeline.ts';
import { deleteSlide, updateSlide } from '../../../lib/timelines/edit-slides.ts';
import type { LoadedTimeline } from '../../../lib/timelines/timeline.ts';
import { handClock, sampleInput, samplePrincipal } from '../../unit/core/samples.ts';
import { type Database, startDatabase } from './database.ts';

let database: Database;
let audio: AudioStore;
let hand: ReturnType<typeof handClock>;
let principal: Principal;
let loaded: LoadedTimeline;
let timelineTools: TimelineTools;
/** Texts that were spoken; messages that were sent; how long messages were hidden. */
let spoken: string[];
let sent: AudioRef[];
let hidden: number[];
let files: Map<string, string>;
let speak: NarrateAudioTools['speak'];

beforeAll(async () => {
  database = await startDatabase();
  audio = audioRepository(database.table);
});
afterAll(() => database.stop());

beforeEach(async () => {
  for (const left of await audio.listUnfinished())
    await database.table.delete({ PK: `ACC#${left.account_id}#TL#${left.timeline_id}`, SK: `AUDIO#${left.slide_id}` });
  hand = handClock();
  principal = samplePrincipal();
  [spoken, sent, hidden, files] = [[], [], [], new Map()];
  timelineTools = {
    store: timelineRepository(database.table),
    files: { presignGet: async (key) => key, trash: async () => undefined },
    clock: hand.clock,
    backoff: async () => undefined,
  };
  loaded = await createTimeline(timelineTools, principal, {
    title: 'x',
    format: 'landscape',
    resolution: '1080p',
    template_id: 'plain',
    language: 'en',
    transition: { type: 'none', duration_seconds: 0 },
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
const tools = (): NarrateAudioTools => ({
  audio,
  speech: speechRepository(database.table),
  files: {
    getBytes: async (key) => Buffer.from(files.get(key) ?? '', 'latin1'),
    putBytes: async (key, bytes) => void files.set(key, Buffer.from(bytes).toString('latin1')),
  },
  speak: (request, signal) => speak(request, signal),
  transcode: async (_, format) => Buffer.from(`as ${format}`),
  clock: hand.clock,
  log: { info: () => undefined, warn: () => undefined, error: () => undefined },
});
const ask = (body: object = {}): Promise<SlideAudio> =>
  generateAudio(
    {
      timelines: timelineTools.store,
      audio,
      queue: { send: async (ref) => void sent.push(ref) },
      engine: espeakIdentity,
      clock: hand.clock,
    },
    principal,
    place(),
    { speed: 1, format: 'mp3', ...body },
  );
const work = (ref: AudioRef) => narrateAudio(tools(), ref, async (seconds) => void hidden.push(seconds));
const now = () => audio.find({ account_id: principal.account_id, timeline_id: place().id, slide_id: slideId() });
/** A worker that takes the message and is never heard of again. */
const vanish = (ref: AudioRef, lease = 60) =>
  audio.claim(ref, hand.clock().toISOString(), new Date(hand.clock().getTime() + lease * 1000).toISOString());
const sweep = () =>
  sweepAudio({ audio, queue: { send: async (ref) => void sent.push(ref) }, clock: hand.clock }, (_, error) => {
    throw error;
  });

describe('the narration of a slide', () => {
  it('is made, kept under its content, and made no second time for the same words', async () => {
    await work(await ask());
    expect(await now()).toMatchObject({ status: 'ready', duration_seconds: 1, attempt: 1 });
    expect((await now())?.text).toBeUndefined();
    const key = (await now())?.key ?? '';
    expect(files.get(key)).toBe('as mp3');

    await work(await ask({ format: 'ogg' }));

    expect(await now()).toMatchObject({ status: 'ready', format: 'ogg' });
    expect(spoken).toEqual(['Good morning.']);
    const { narration_characters } = await usageRepository(database.table).read(principal.account_id, '2026-03');
    expect(narration_characters).toBe('Good morning.'.length);
    expect(await audio.listUnfinished()).toEqual([]);
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

  it('is not changed by a worker that was given up on', async () => {
    const asked = await ask();
    const zombie = await vanish(asked);
    hand.pass(61);
    await work(asked);
    await expect(audio.finish(zombie, { key: 'zombie', duration_seconds: 9, sentences: [] })).rejects.toMatchObject({
      name: 'WriteConflict',
    });
    await expect(audio.fail(zombie, { code: 'narration_failed', message: '' })).rejects.toMatchObject({
      name: 'WriteConflict',
    });
    expect(await now()).toMatchObject({ status: 'ready', duration_seconds: 1 });
  });

  it('that was asked for anew shuts out what was asked for before', async () => {
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
    expect(await now()).toMatchObject({ error: { code: 'narration_failed' } });
    expect(await audio.listUnfinished()).toEqual([]);
  });

  it('that cannot be spoken fails at once', async () => {
    speak = async () => {
      throw new SpeechError('no_speech', 'nothing to say');
    };
    await work(await ask());
    expect(await now()).toMatchObject({ status: 'failed', attempt: 1 });
  });

  it('is swept on when its message was never sent, and ended when its last worker vanished', async () => {
    const asked = await ask();
    sent = [];
    hand.pass(119);
    await sweep();
    expect(sent).toEqual([]);
    hand.pass(2);
    await sweep();
    await sweep();
    expect(sent.map(({ job }) => job)).toEqual([asked.job]);
    for (let attempt = 1; attempt <= 3; attempt++) {
      await vanish(asked);
      hand.pass(61);
    }
    hand.pass(46);
    await sweep();
    expect(await now()).toMatchObject({ status: 'failed', error: { code: 'internal_error' } });
  });

  it('goes with its slide, and with its timeline', async () => {
    const asked = await ask();
    await deleteSlide(timelineTools, principal, place().id, slideId());
    expect(await now()).toBeUndefined();
    await work(asked);
    expect(await now()).toBeUndefined();
    await expect(audio.request({ ...asked, job: newToken() }, loaded.slides[0]?.rev ?? '')).rejects.toThrow();
    await deleteTimeline(timelineTools, principal, place().id);
    const { PK } = { PK: `ACC#${principal.account_id}#TL#${place().id}` };
    const left = await database.table.all({
      KeyConditionExpression: 'PK = :pk',
      ExpressionAttributeValues: { ':pk': PK },
    });
    expect(left).toEqual([]);
  });

  it('stays with its slide through changes of it, and is no part of its revisions', async () => {
    await work(await ask());
    await updateSlide(timelineTools, principal, place(), { title: 'New' });
    const { slides } = (await timelineTools.store.load(principal.account_id, place().id)) ?? { slides: [] };
    expect(slides.map(({ audio: made }) => made?.status)).toEqual(['ready', undefined]);
    const items = await database.table.all({
      KeyConditionExpression: 'PK = :pk AND begins_with(SK, :slide)',
      ExpressionAttributeValues: { ':pk': `ACC#${principal.account_id}#TL#${place().id}`, ':slide': 'SLIDE#' },
    });
    expect(items).toHaveLength(2);
    expect(items.some((item) => 'audio' in item)).toBe(false);
  });
});
