import { expect, it } from 'vitest';
import { type FindSpeechOfSnapshotDeps, findSpeechOfSnapshot } from '#features/renders/find-speech-of-snapshot.ts';
import type { TimelineSnapshot } from '#features/renders/timeline-snapshot.ts';
import type { SlideAudio } from '#features/timelines/slide-audio.ts';
import { sampleRender, sampleSlide } from '#test/support/samples/entities.ts';

const snapshotOf = (notes: readonly string[]): TimelineSnapshot => ({
  settings: {
    title: 'Deck',
    template_id: 'plain',
    language: 'en',
    transition: { type: 'none', duration_seconds: 0 },
    format: 'landscape',
    resolution: '1080p',
    metadata: {},
  },
  slides: notes.map((speaker_notes) => sampleSlide({ speaker_notes })),
});

/** A store in which there are these. */
const storeOf = (...there: string[]): FindSpeechOfSnapshotDeps['speech'] => ({
  findMany: async (_, hashes) =>
    new Map(
      hashes
        .filter((hash) => there.includes(hash))
        .map((hash) => [hash, { hash, key: `${hash}.wav`, duration_seconds: 1, sentences: [] }]),
    ),
});

it('takes what was listened to where it is there, and where it is gone what is said in its place', async () => {
  const request = { text: 'x', language: 'en', speed: 1 };
  const speechRequiredBySlide: FindSpeechOfSnapshotDeps['speechRequiredBySlide'] = ({ speaker_notes }) => ({
    hash: `heard ${speaker_notes}`,
    fallback: { hash: `today ${speaker_notes}`, request },
  });
  const speech = storeOf('heard one', 'today one', 'today two');
  const { wanted, made } = await findSpeechOfSnapshot(
    { speech, speechRequiredBySlide },
    sampleRender(),
    snapshotOf(['one', 'two', 'three']),
  );
  expect(wanted.map((one) => one?.hash)).toEqual(['heard one', 'today two', 'today three']);
  expect(wanted[2]?.request).toEqual(request);
  expect(wanted.map((one) => made.has(one?.hash ?? ''))).toEqual([true, true, false]);
});

it('lets everything else have its turn between any two slides, so that a lease is renewed however much they say', async () => {
  let turns = 0;
  let isOver = false;
  const turn = () => {
    turns += 1;
    if (!isOver) setImmediate(turn);
  };
  setImmediate(turn);
  const seen: number[] = [];
  const speechRequiredBySlide = () => {
    seen.push(turns);
    return undefined;
  };
  await findSpeechOfSnapshot(
    { speech: storeOf(), speechRequiredBySlide },
    sampleRender(),
    snapshotOf(Array.from({ length: 20 }, String)),
  );
  isOver = true;
  expect(new Set(seen).size).toBe(20);
});

it('takes the speech of ready narration from the slide, and looks up what the slide does not have', async () => {
  const looked: string[][] = [];
  const speech: FindSpeechOfSnapshotDeps['speech'] = {
    async findMany(_, hashes) {
      looked.push([...hashes]);
      return new Map();
    },
  };
  const sentences = [{ text: 'one', start_seconds: 0, end_seconds: 2 }];
  const audio = (speech_hash: string, over: object = {}) => ({
    ...{ account_id: 'acc', timeline_id: 'tl', slide_id: 'sl', job: 'j', status: 'ready', format: 'mp3' },
    ...{ notes_hash: 'n', speech_hash, key: `${speech_hash}.mp3`, duration_seconds: 2, sentences, attempt: 1 },
    ...{ enqueued_at: 't', created_at: 't', source: 'generated', engine: 'e', language: 'en', voice: 'v', speed: 1 },
    ...over,
  });
  const slides = [audio('one'), audio('earlier'), audio('three', { status: 'processing' })].map((of, index) =>
    sampleSlide({ speaker_notes: ['one', 'two', 'three'][index] ?? '', audio: of as SlideAudio }),
  );
  const { made } = await findSpeechOfSnapshot(
    { speech, speechRequiredBySlide: ({ speaker_notes: hash }) => ({ hash }) },
    sampleRender(),
    { ...snapshotOf([]), slides },
  );
  expect(looked).toEqual([['two', 'three']]);
  expect(made.get('one')).toEqual({ hash: 'one', key: 'speech/acc/one.wav', duration_seconds: 2, sentences });
});
