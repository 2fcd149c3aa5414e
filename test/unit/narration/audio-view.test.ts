import { describe, expect, it } from 'vitest';
import { audioView } from '../../../lib/narration/audio-view.ts';
import { audioAnswer } from '../../../lib/narration/contract.ts';
import { type GeneratedAudio, notesHash, type UploadedAudio } from '../../../lib/narration/slide-audio.ts';

const presignGet = async (key: string): Promise<string> => `https://files.example/${key}`;
const slide = { id: 'sl_1', speaker_notes: 'As it is.' };
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
const recorded: UploadedAudio = { ...common, sentences: [...common.sentences], source: 'uploaded' };
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
    const view = await audioView(slide, recorded, presignGet);

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
      sentences: [{ text: 'As it is.', start_seconds: 0.05, end_seconds: 1.4 }],
      error: null,
      created_at: '2026-03-01T00:00:00.000Z',
    });
    expect(audioAnswer.safeParse(view).error).toBeUndefined();
  });

  it('says by whom it was generated, and keeps to itself how it is stored', async () => {
    const view = await audioView(slide, generated, presignGet);

    expect(view).toMatchObject({ source: 'generated', engine: 'espeak-ng', voice: 'en-us', language: 'en', speed: 1 });
    expect(Object.keys(view)).toEqual(Object.keys(await audioView(slide, undefined, presignGet)));
  });

  it('is stale when the notes have changed since, whoever speaks', async () => {
    const changed = { ...slide, speaker_notes: 'As it is now.' };
    for (const audio of [recorded, generated]) expect((await audioView(changed, audio, presignGet)).stale).toBe(true);
    expect((await audioView({ ...slide, speaker_notes: ' As it is.\n' }, recorded, presignGet)).stale).toBe(false);
  });

  it('is none where nothing was asked for or sent', async () => {
    expect(await audioView(slide, undefined, presignGet)).toMatchObject({ status: 'none', stale: false, url: null });
  });
});
