import { describe, expect, it } from 'vitest';
import { hashSpeechRequest } from '#engine/speech/hash-speech-request.ts';
import { toSlideAudioAnswer } from '#features/narration/audio-view.ts';
import { slideAudioAnswerSchema } from '#features/narration/contract.ts';
import {
  type GeneratedAudio,
  notesHash,
  type SlideAudio,
  type UploadedAudio,
} from '#features/timelines/slide-audio.ts';

const presignGet = async (key: string): Promise<string> => `https://files.example/${key}`;
const slide = { id: 'sl_1', speaker_notes: 'As it is.' };
const engine = { id: 'e', version: '1', voiceFor: (_: string, voice?: string) => voice };
const viewOf = (slideNow: typeof slide, audio: SlideAudio | undefined, lexicon?: { word: string; say: string }[]) =>
  toSlideAudioAnswer({ slide: slideNow, audio, timeline: { lexicon } }, presignGet, engine);
const common = {
  account_id: 'acc_1',
  timeline_id: 'tl_1',
  slide_id: slide.id,
  job: 'job',
  status: 'ready',
  format: 'wav',
  notes_hash: notesHash(slide.speaker_notes),
  speech_hash: 'hash',
  key: 'speech.wav',
  duration_seconds: 1.5,
  sentences: [{ text: 'As it is.', start_seconds: 0.05, end_seconds: 1.4 }],
  attempt: 0,
  enqueued_at: '2026-03-01T00:00:00.000Z',
  created_at: '2026-03-01T00:00:00.000Z',
} as const;
const recorded: UploadedAudio = { ...common, sentences: [...common.sentences], source: 'uploaded', size_bytes: 44 };
const generated: GeneratedAudio = {
  ...common,
  sentences: [...common.sentences],
  source: 'generated',
  engine: 'espeak-ng',
  voice: 'en-us',
  language: 'en',
  speed: 1,
  own_text: 'As it is.',
};

describe('the narration of a slide, as clients see it', () => {
  it('says of a recording what is known of it, and nothing of a voice', async () => {
    const view = await viewOf(slide, recorded);

    expect(view).toEqual({
      slide_id: 'sl_1',
      status: 'ready',
      stale: false,
      url: 'https://files.example/speech.wav',
      duration_seconds: 1.5,
      format: 'wav',
      voice: null,
      language: null,
      speed: null,
      engine: null,
      source: 'uploaded',
      spoken: null,
      sentences: [{ text: 'As it is.', start_seconds: 0.05, end_seconds: 1.4 }],
      words: [
        { text: 'As', start: 0.05, end: 0.412 },
        { text: 'it', start: 0.412, end: 0.773 },
        { text: 'is.', start: 0.773, end: 1.4 },
      ],
      error: null,
      etag: '"job"',
      created_at: '2026-03-01T00:00:00.000Z',
    });
    expect(slideAudioAnswerSchema.safeParse(view).error).toBeUndefined();
  });

  it('says by whom it was generated, and keeps to itself how it is stored', async () => {
    const view = await viewOf(slide, generated);

    expect(view).toMatchObject({ source: 'generated', engine: 'espeak-ng', voice: 'en-us', language: 'en', speed: 1 });
    expect(Object.keys(view)).toEqual(Object.keys(await viewOf(slide, undefined)));
  });

  it('shows the words that were spoken, as long as the speech is of them', async () => {
    const notes = 'It costs **$6.50** at ACME.';
    const lexicon = [{ word: 'ACME', say: 'ack me' }];
    const voiced = { language: 'en', voice: 'en-us', speed: 1 };
    const priced = { id: 'sl_1', speaker_notes: notes };
    const { own_text: _, ...ofNotes } = generated;
    const audio: GeneratedAudio = {
      ...ofNotes,
      notes_hash: notesHash(notes),
      speech_hash: hashSpeechRequest(engine, { text: notes, lexicon, ...voiced }).hash,
    };

    expect((await viewOf(priced, audio, lexicon)).spoken).toBe('It costs six dollars fifty at ack me.');
    expect((await viewOf({ ...priced, speaker_notes: 'It is free.' }, audio, lexicon)).spoken).toBeNull();
    expect((await viewOf(priced, audio, [{ word: 'ACME', say: 'A C M E' }])).spoken).toBeNull();
    expect((await viewOf(priced, { ...audio, speech_hash: 'of an earlier version' }, lexicon)).spoken).toBeNull();
    const text = 'Only $5.';
    const own = { ...audio, own_text: text, speech_hash: hashSpeechRequest(engine, { text, ...voiced }).hash };
    expect((await viewOf(slide, own)).spoken).toBe('Only five dollars.');
  });

  it('is stale when the notes have changed since, for speech and recordings', async () => {
    const changed = { ...slide, speaker_notes: 'As it is now.' };
    for (const audio of [recorded, generated]) expect((await viewOf(changed, audio)).stale).toBe(true);
    expect((await viewOf({ ...slide, speaker_notes: ' As it is.\n' }, recorded)).stale).toBe(false);
  });

  it('is stale when the lexicon has a word of it said otherwise, except for a recording and for audio that is not made yet', async () => {
    const lexicon = [{ word: 'is', say: 'iz' }];
    expect((await viewOf(slide, generated, lexicon)).stale).toBe(true);
    expect((await viewOf(slide, generated, [{ word: 'not', say: 'nought' }])).stale).toBe(false);
    expect((await viewOf(slide, { ...generated, status: 'queued', sentences: undefined }, lexicon)).stale).toBe(false);
    expect((await viewOf(slide, recorded, lexicon)).stale).toBe(false);
  });

  it('is none where nothing was asked for or sent', async () => {
    expect(await viewOf(slide, undefined)).toMatchObject({ status: 'none', stale: false, url: null });
  });
});
