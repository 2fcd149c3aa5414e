import { beforeEach, describe, expect, it } from 'vitest';
import { espeakIdentity } from '#engine/speech/engines/espeak-identity.ts';
import { ENTITLEMENTS } from '#features/accounts/entitlements.ts';
import {
  type AdoptRenderSpeechDeps,
  adoptRenderSpeechAsSlideAudio,
  type SlideWithRenderedSpeech,
} from '#features/narration/adopt-render-speech-as-slide-audio.ts';
import { createQueuedAudio } from '#features/narration/generate-slide-audio.ts';
import type { SlideAudioStore, StoredSpeech } from '#features/narration/ports.ts';
import { findRequiredSpeechOfSlide } from '#features/renders/required-speech.ts';
import { estimatedSlideSeconds } from '#features/timelines/duration.ts';
import type { TimelineStore } from '#features/timelines/ports.ts';
import type { Slide } from '#features/timelines/slide.ts';
import { notesHash, type UploadedAudio } from '#features/timelines/slide-audio.ts';
import type { LoadedTimeline } from '#features/timelines/timeline.ts';
import { createRemovalTombstone } from '#platform/erasure/tombstone.ts';
import { allDue } from '#test/support/data/all-due.ts';
import { memoryAudioStore } from '#test/support/fakes/audio-store.ts';
import { memoryFileStore } from '#test/support/fakes/file-store.ts';
import { memoryTimelineStore } from '#test/support/fakes/timeline-store.ts';
import { handClock, sampleSlide, sampleTimeline } from '#test/support/samples/entities.ts';

const engine = espeakIdentity;
const ref = { account_id: 'acc', timeline_id: 'tl_1' };
let audio: SlideAudioStore;
let timelines: TimelineStore;
let files: ReturnType<typeof memoryFileStore>;
let hand: ReturnType<typeof handClock>;
let transcoded: string[];
let warned: string[];
let deps: AdoptRenderSpeechDeps;

beforeEach(async () => {
  const slides = memoryTimelineStore();
  ({ audio, timelines } = memoryAudioStore(slides));
  files = memoryFileStore();
  hand = handClock();
  [transcoded, warned] = [[], []];
  deps = {
    timelines,
    audio,
    files,
    engine,
    clock: hand.clock,
    async transcode(_, format) {
      transcoded.push(format);
      return Buffer.from(`as ${format}`);
    },
    log: { info: () => undefined, warn: (message) => void warned.push(message), error: () => undefined },
  };
  const slide = sampleSlide({ id: 'sl_1', speaker_notes: 'Good morning.', timeline_id: ref.timeline_id });
  await timelines.insert({ timeline: sampleTimeline([slide]), slides: [slide] }, ENTITLEMENTS.max);
});

const loaded = async (): Promise<LoadedTimeline> => {
  const found = await timelines.load(ref.account_id, ref.timeline_id);
  if (!found) throw new Error('there is no timeline');
  return found;
};
const slideNow = async (): Promise<Slide> => {
  const [slide] = (await loaded()).slides;
  if (!slide) throw new Error('there is no slide');
  return slide;
};
async function change(over: Partial<LoadedTimeline['timeline']>, slideOver: Partial<Slide> = {}): Promise<void> {
  const before = await loaded();
  const slides = before.slides.map((slide) => ({ ...slide, ...slideOver, rev: `${slide.rev}+` }));
  const version = before.timeline.version + 1;
  const refs = slides.map(({ id, rev }) => ({ id, rev }));
  const after = { timeline: { ...before.timeline, ...over, version, slides: refs }, slides };
  await timelines.save({ before, after }, ENTITLEMENTS.max);
}
/** What a render of the timeline as it is now hears on the slide. */
async function heard(): Promise<SlideWithRenderedSpeech> {
  const { timeline } = await loaded();
  const slide = await slideNow();
  const hash = findRequiredSpeechOfSlide(engine, slide, timeline)?.hash ?? '';
  const speech: StoredSpeech = {
    hash,
    key: `${hash}.wav`,
    duration_seconds: 1.5,
    sentences: [{ text: slide.speaker_notes, start_seconds: 0, end_seconds: 1.5 }],
  };
  await files.putBytes(speech.key, Buffer.from('RIFF'), 'audio/wav');
  return { slide, speech };
}
const adopt = (one: SlideWithRenderedSpeech) =>
  adoptRenderSpeechAsSlideAudio(deps, ref, [one], new AbortController().signal);
/** Audio that was asked for, however it ended. */
async function asked(status: 'queued' | 'failed' | 'ready', body: object = {}): Promise<void> {
  const [{ timeline }, slide] = [await loaded(), await slideNow()];
  const requested = createQueuedAudio(engine, timeline, slide, { speed: 1, format: 'mp3', ...body }, hand.clock());
  await audio.request({ ...requested, status }, slide.rev, slide.audio, ENTITLEMENTS.max);
}
const uploaded: UploadedAudio = {
  ...ref,
  slide_id: 'sl_1',
  job: 'mine',
  source: 'uploaded',
  size_bytes: 44,
  status: 'ready',
  format: 'wav',
  notes_hash: notesHash(''),
  speech_hash: 'recorded',
  attempt: 0,
  enqueued_at: '',
  created_at: '',
};

describe('what a render said for a slide', () => {
  it('is its audio: ready, as it was made, and the timeline is as long as the video', async () => {
    const one = await heard();
    await adopt(one);
    const slide = await slideNow();
    expect(slide.audio).toMatchObject({
      source: 'generated',
      status: 'ready',
      format: 'wav',
      voice: engine.voiceFor('en'),
      language: 'en',
      speed: 1,
      engine: engine.id,
      speech_hash: one.speech.hash,
      sentences: one.speech.sentences,
    });
    expect(slide.audio).not.toHaveProperty('text');
    expect(Buffer.from(files.files.get(slide.audio?.key ?? '') ?? []).toString()).toBe('RIFF');
    expect(estimatedSlideSeconds(slide, { min_slide_seconds: 0 })).toBeCloseTo(1.5 + 1);
    expect(await allDue(audio.listDue)).toEqual([]);
  });

  it.each<[string, object]>([
    ['voice', { voice: 'en-gb' }],
    ['language', { language: 'de' }],
  ])('is spoken again by the next render when the %s of the timeline has changed, and replaced', async (_, changed) => {
    const first = await heard();
    await adopt(first);
    await change(changed);
    const second = await heard();
    expect(second.speech.hash).not.toBe(first.speech.hash);
    await adopt(second);
    const { audio: adopted } = await slideNow();
    expect(adopted).toMatchObject({ status: 'ready', speech_hash: second.speech.hash, ...changed });
    expect((await heard()).speech.hash).toBe(second.speech.hash);
  });

  it('of audio that was requested keeps its voice, whatever voice the timeline has by then', async () => {
    await asked('failed', { voice: 'en-gb' });
    await adopt(await heard());
    await change({ voice: 'en-us' });
    const { speech } = await heard();
    expect((await slideNow()).audio).toMatchObject({ status: 'ready', voice: 'en-gb', speech_hash: speech.hash });
    expect((await slideNow()).audio).not.toHaveProperty('follows_timeline');
  });

  it('is adopted once, also when that runs twice, and its file is made once', async () => {
    await asked('failed');
    const one = await heard();
    await adopt(one);
    const first = await slideNow();
    await adopt(one);
    expect(await slideNow()).toEqual(first);
    expect(transcoded).toEqual(['mp3']);
  });

  it('takes the place of audio that failed or went stale, in the voice and the format that were asked for', async () => {
    await asked('failed', { format: 'ogg', speed: 1.2 });
    await adopt(await heard());
    expect((await slideNow()).audio).toMatchObject({ status: 'ready', format: 'ogg', speed: 1.2 });
    await change({}, { speaker_notes: 'Good evening.' });
    await adopt(await heard());
    expect((await slideNow()).audio).toMatchObject({
      status: 'ready',
      format: 'ogg',
      notes_hash: notesHash('Good evening.'),
    });
  });

  it('says the text that was asked for instead of the notes', async () => {
    await asked('failed', { text: 'Other words.' });
    await adopt(await heard());
    expect((await slideNow()).audio).toMatchObject({ status: 'ready', own_text: 'Other words.' });
  });

  it('is adopted also after a change of the slide that says nothing else', async () => {
    const one = await heard();
    await change({}, { title: 'Another title' });
    await adopt(one);
    expect((await slideNow()).audio?.status).toBe('ready');
  });

  it.each<[string, () => Promise<void>]>([
    ['other notes', () => change({}, { speaker_notes: 'Other notes.' })],
    ['another voice', () => change({ voice: 'en-gb' })],
    ['another language', () => change({ language: 'de' })],
    ['another lexicon', () => change({ lexicon: [{ word: 'morning', say: 'evening' }] })],
    ['audio that was asked for meanwhile', () => asked('queued')],
    ['audio that failed meanwhile', () => asked('failed')],
  ])('is left alone by a slide that has %s by now', async (_, meanwhile) => {
    const one = await heard();
    await meanwhile();
    const before = await slideNow();
    await adopt(one);
    expect(await slideNow()).toEqual(before);
    expect(warned).toEqual([]);
  });

  it.each<[string, () => Promise<void>]>([
    [
      'a recording',
      async () => void (await audio.request(uploaded, (await slideNow()).rev, undefined, ENTITLEMENTS.max)),
    ],
    ['audio that is being made', () => asked('queued')],
  ])('does not replace %s', async (_, given) => {
    await given();
    const before = await slideNow();
    await adopt({ ...(await heard()), slide: before });
    expect(await slideNow()).toEqual(before);
  });

  it('is dropped when another writer is faster, or the timeline is gone', async () => {
    await asked('failed');
    const one = await heard();
    deps.transcode = async () => {
      await change({}, { speaker_notes: 'Other notes.' });
      return Buffer.from('mp3');
    };
    await adopt(one);
    expect((await slideNow()).audio?.status).toBe('failed');
    await timelines.remove(
      await loaded(),
      createRemovalTombstone('acc', { kind: 'timeline', timeline_id: 'tl' }, new Date(0)),
    );
    await adopt(one);
    expect(warned).toEqual([]);
  });

  it('never fails its render: a fault is logged', async () => {
    await asked('failed');
    deps.transcode = () => Promise.reject(new Error('ffmpeg ended with 1'));
    await adopt(await heard());
    deps.timelines = { load: () => Promise.reject(new Error('the table is busy')) };
    await adopt(await heard());
    expect(warned).toEqual(['speech of a render not adopted', 'speech of a render not adopted']);
    expect((await slideNow()).audio?.status).toBe('failed');
  });

  it('is written for all slides of a render at once', async () => {
    const { adopt: write } = audio;
    const written: number[] = [];
    deps.audio = {
      adopt: async (adopted) => {
        written.push(adopted.length);
        await write(adopted);
      },
    };
    const before = await loaded();
    const more = Array.from({ length: 59 }, (_, index) =>
      sampleSlide({ id: `more_${index}`, speaker_notes: `Number ${index}.`, timeline_id: ref.timeline_id }),
    );
    const slides = [...before.slides, ...more];
    const timeline = { ...before.timeline, version: 2, slides: slides.map(({ id, rev }) => ({ id, rev })) };
    await timelines.save({ before, after: { timeline, slides } }, ENTITLEMENTS.max);
    const said = slides.map((slide): SlideWithRenderedSpeech => {
      const hash = findRequiredSpeechOfSlide(engine, slide, timeline)?.hash ?? '';
      return { slide, speech: { hash, key: `${hash}.wav`, duration_seconds: 1, sentences: [] } };
    });
    await adoptRenderSpeechAsSlideAudio(deps, ref, said, new AbortController().signal);
    expect(written).toEqual([60]);
    expect((await loaded()).slides.map((slide) => slide.audio?.status)).toEqual(slides.map(() => 'ready'));
  });

  it('stops when its worker has lost the render', async () => {
    const aborted = AbortSignal.abort(new Error('the lease is lost'));
    await expect(adoptRenderSpeechAsSlideAudio(deps, ref, [await heard()], aborted)).rejects.toThrow(
      'the lease is lost',
    );
  });
});
