import { describe, expect, test } from 'vitest';
import type { SpeechEngine, SynthesizedSpeech } from '#engine/speech/engine.ts';
import { createEspeakEngine } from '#engine/speech/engines/espeak.ts';
import {
  alignSentencesByReference,
  speechEngineWithAlignedWordTimes,
} from '#engine/speech/engines/speech-engine-with-aligned-word-times.ts';
import { timedWordsOfSentence } from '#engine/speech/words/word-times.ts';
import { samplesOf } from '#test/support/audio/measure.ts';

const espeak = createEspeakEngine();
const TEXT =
  'The quarterly review starts at nine. Revenue grew by a quarter, and no analyst expected it! Please send your questions to the team before Friday.';
const OTHER =
  'Water boils at a hundred degrees. My brother lives near the old harbour of a northern town, with two dogs.';
const RATE = 48_000;

const request = (text: string, voice?: string, speed = 1) => ({ text, language: 'en', speed, voice });
const silence = (seconds: number): Buffer => Buffer.alloc(Math.round(seconds * RATE) * 2);

/** Speech of another voice and pace, with silence before it, a pause within a word's border, and as loud as wanted. */
async function recording(): Promise<{ pcm: Buffer; starts: number[] }> {
  const { pcm, sentences } = await espeak.speak(request(TEXT, 'en-us+f3', 0.85));
  const words = sentences.flatMap(timedWordsOfSentence);
  const split = words[9]?.start_seconds ?? 0;
  const at = Math.round(split * RATE) * 2;
  const sound = Buffer.concat([silence(1.5), pcm.subarray(0, at), silence(0.9), pcm.subarray(at)]);
  for (const [i, sample] of samplesOf(sound).entries()) sound.writeInt16LE(Math.round(sample / 5), i * 2);
  return { pcm: sound, starts: words.map((word, i) => word.start_seconds + 1.5 + (i >= 9 ? 0.9 : 0)) };
}

describe('the words of a recording', () => {
  test('are found by another voice, behind silence and a pause, whatever its pace and loudness', async () => {
    const { pcm, starts } = await recording();
    const found = (await alignSentencesByReference(pcm, request(TEXT), espeak)) ?? [];
    expect(found.map(({ text }) => text).join(' ')).toBe(TEXT);
    const words = found.flatMap(timedWordsOfSentence);
    expect(words.length).toBe(starts.length);
    const errors = words.map((word, i) => Math.abs(word.start_seconds - (starts[i] ?? 0))).sort((a, b) => a - b);
    expect(errors[Math.floor(errors.length / 2)]).toBeLessThan(0.03);
    expect(errors[Math.floor(errors.length * 0.95)]).toBeLessThan(0.12);
    // The word before the pause ends there, and the one after it starts there.
    expect(Math.abs((words[9]?.start_seconds ?? 0) - (starts[9] ?? 0))).toBeLessThan(0.05);
    expect((words[9]?.start_seconds ?? 0) - (words[8]?.end_seconds ?? 0)).toBeGreaterThan(0.8);
    for (const [i, word] of words.entries()) {
      expect(word.end_seconds).toBeGreaterThanOrEqual(word.start_seconds);
      expect(word.start_seconds).toBeGreaterThanOrEqual(words[i - 1]?.end_seconds ?? 0);
    }
  });

  test('are not found when it has another text, no speech, or too little', async () => {
    const { pcm } = await espeak.speak(request(OTHER, 'en-us+f3'));
    expect(await alignSentencesByReference(pcm, request(TEXT), espeak)).toBeUndefined();
    expect(await alignSentencesByReference(silence(5), request(TEXT), espeak)).toBeUndefined();
    expect(await alignSentencesByReference(pcm.subarray(0, RATE), request(TEXT), espeak)).toBeUndefined();
    expect(await alignSentencesByReference(pcm, { ...request(TEXT), language: 'xx' }, espeak)).toBeUndefined();
  });

  test('of an abort are not looked for', async () => {
    const reason = new Error('the lease was lost');
    const { pcm } = await espeak.speak(request(OTHER));
    const signal = AbortSignal.abort(reason);
    await expect(alignSentencesByReference(pcm, request(OTHER), espeak, signal)).rejects.toBe(reason);
  });
});

describe('an engine that does not tell its words', () => {
  const wordless = (change: (speech: SynthesizedSpeech) => SynthesizedSpeech = (speech) => speech): SpeechEngine => ({
    ...espeak,
    speak: async (asked, signal) => {
      const speech = await espeak.speak(asked, signal);
      return change({ ...speech, sentences: speech.sentences.map(({ word_ms: _, ...sentence }) => sentence) });
    },
  });

  test('has them by another one, within sentences that keep their times', async () => {
    const asked = request(TEXT, 'en-us+f3', 1.2);
    const [truth, { sentences }] = [
      await espeak.speak(asked),
      await speechEngineWithAlignedWordTimes(wordless(), espeak).speak(asked),
    ];
    expect(sentences.map(({ start_seconds, end_seconds }) => [start_seconds, end_seconds])).toEqual(
      truth.sentences.map(({ start_seconds, end_seconds }) => [start_seconds, end_seconds]),
    );
    const told = truth.sentences.flatMap(timedWordsOfSentence);
    for (const [i, word] of sentences.flatMap(timedWordsOfSentence).entries())
      expect(Math.abs(word.start_seconds - (told[i]?.start_seconds ?? 0)), word.text).toBeLessThan(0.15);
  });

  test('has estimates where the sound is something else', async () => {
    const { pcm } = await espeak.speak(request(OTHER));
    const { sentences } = await speechEngineWithAlignedWordTimes(
      wordless((speech) => ({ ...speech, pcm })),
      espeak,
    ).speak(request(TEXT));
    expect(sentences.some((sentence) => 'word_ms' in sentence)).toBe(false);
  });
});
