import { beforeEach, describe, expect, it } from 'vitest';
import { SpeechError } from '#engine/speech/engine.ts';
import { espeakIdentity } from '#engine/speech/engines/espeak-identity.ts';
import { ENTITLEMENTS, type Principal } from '#features/accounts/public.ts';
import { previewSpeechContract, type SpeechPreviewBody } from '#features/narration/contract.ts';
import { type PreviewSoundDeps, previewSpeechWithSound } from '#features/narration/preview-speech-with-sound.ts';

const LIMIT = ENTITLEMENTS.pro.narration_characters_per_month;
const owner: Principal = { account_id: 'acc_1', plan: 'pro', method: 'api_key', scope: 'write' };
const bodyOf = (body: object) => previewSpeechContract.body?.parse(body) as SpeechPreviewBody;

let used: number;
let isDeleted: boolean;
let files: Map<string, Uint8Array>;
let speak: PreviewSoundDeps['speak'];
let spoken: number;

const preview = (body: object) =>
  previewSpeechWithSound(
    {
      engine: espeakIdentity,
      characters: {
        async count(_, characters, __, limits) {
          if (isDeleted) return 'account_deleted';
          if (used + characters > limits.narration_characters_per_month) return 'quota_used';
          used += characters;
          return 'counted';
        },
        async giveBack(_, characters) {
          used -= characters;
        },
      },
      files: {
        sizeOf: async (key) => files.get(key)?.length,
        putBytes: async (key, bytes) => void files.set(key, bytes),
        presignGet: async (key) => `https://files.example/${key}`,
      },
      speak: (...request) => speak(...request),
      deadline: () => AbortSignal.timeout(1000),
      clock: () => new Date('2026-05-01T00:00:00Z'),
    },
    owner,
    bodyOf(body),
  );

beforeEach(() => {
  used = 0;
  spoken = 0;
  isDeleted = false;
  files = new Map();
  speak = async () => {
    spoken += 1;
    return { pcm: Buffer.alloc(9600), sampleRate: 48_000, durationSeconds: 0.1, sentences: [] };
  };
});

describe('the sound of a preview', () => {
  it('is spoken and counted once for the same words in the same voice', async () => {
    const first = await preview({ text: 'It costs $5.' });
    const again = await preview({ text: 'It costs **$5**.' });
    const other = await preview({ text: 'It costs $5.', voice: 'en-gb' });
    expect(first).toMatchObject({ spoken: 'It costs five dollars.', characters: 12 });
    expect(again.audio_url).toBe(first.audio_url);
    expect(other.audio_url).not.toBe(first.audio_url);
    expect([spoken, used, files.size]).toEqual([2, 24, 2]);
    expect(files.get(new URL(first.audio_url ?? '').pathname.slice(1))?.length).toBe(9644);
  });

  it('is refused when the month has too little left, and then neither made nor counted', async () => {
    used = LIMIT - 11;
    await expect(preview({ text: 'It costs $5.' })).rejects.toMatchObject({ code: 'quota_exceeded' });
    expect([spoken, used, files.size]).toEqual([0, LIMIT - 11, 0]);
    await expect(preview({ text: 'It costs 5' })).resolves.toHaveProperty('audio_url');
  });

  it('is not made for a deleted account', async () => {
    isDeleted = true;
    await expect(preview({ text: 'Hi.' })).rejects.toMatchObject({ code: 'api_key_invalid' });
    expect(spoken).toBe(0);
  });

  it.each([
    [new SpeechError('engine_failed', 'broken'), 'unavailable'],
    [new SpeechError('no_speech', 'no sound'), 'validation_failed'],
    [new DOMException('late', 'TimeoutError'), 'unavailable'],
  ])('gives its characters back after %s', async (error, code) => {
    speak = () => Promise.reject(error);
    await expect(preview({ text: 'Hi.' })).rejects.toMatchObject({ code });
    expect([used, files.size]).toEqual([0, 0]);
  });

  it.each(['…', 'a'.repeat(1001)])('is refused for %s', async (text) => {
    await expect(preview({ text })).rejects.toMatchObject({ code: 'validation_failed', details: { param: 'text' } });
    expect(spoken).toBe(0);
  });
});
