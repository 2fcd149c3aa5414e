import { beforeEach, describe, expect, it } from 'vitest';
import { findOrSynthesizeSpeech } from '#features/narration/find-or-synthesize-speech.ts';
import type { SpeechStore, StoredSpeech } from '#features/narration/ports.ts';
import { WriteConflictError } from '#kernel/shared/errors.ts';

const made: StoredSpeech = { hash: 'h', key: 'h.wav', duration_seconds: 1, sentences: [] };
const payer = {
  kind: 'render',
  account_id: 'acc',
  timeline_id: 'tl',
  id: 'rn',
  created_at: '2026-03-04T05:06:07.890Z',
  claim: 1,
  slide: 0,
} as const;
const request = { text: 'Hello.', language: 'en', speed: 1 };
let stored: StoredSpeech | undefined;
let spoken: number;

/** A store in which beginning is refused. @param before happens meanwhile */
const refusing = (before: () => void): SpeechStore => ({
  findMany: async () => new Map(),
  use: async () => new Map(stored ? [[stored.hash, stored]] : []),
  announce: async () => undefined,
  begin: async () => {
    before();
    throw new WriteConflictError('condition');
  },
  beginAll: async () => false,
  abandon: async () => undefined,
  keep: async () => undefined,
  keepAll: async () => undefined,
});
const produce = (speech: SpeechStore) =>
  findOrSynthesizeSpeech(
    {
      speech,
      files: { putBytes: async () => undefined },
      encodeAhead: async () => undefined,
      clock: () => new Date(0),
      speak: async () => {
        spoken += 1;
        throw new Error('not expected');
      },
    },
    payer,
    'h',
    request,
    new AbortController().signal,
  );

beforeEach(() => {
  stored = undefined;
  spoken = 0;
});

describe('speech that cannot be started', () => {
  it('is the one that another worker has made since it was looked for', async () => {
    const speech = refusing(() => {
      stored = made;
    });
    expect(await produce(speech)).toEqual(made);
    expect(spoken).toBe(0);
  });

  it('is a conflict when its payer has ended', async () => {
    await expect(produce(refusing(() => undefined))).rejects.toBeInstanceOf(WriteConflictError);
    expect(spoken).toBe(0);
  });
});
