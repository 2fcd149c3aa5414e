import { describe, expect, it } from 'vitest';
import type { SynthesizedSpeech } from '#engine/speech/engine.ts';
import { createLoudnessMeter } from '#engine/speech/loudness-meter.ts';
import { createNaturalSpeechEngine } from '#engine/speech/natural/natural.ts';
import { timedWordsOfSentence } from '#engine/speech/words/word-times.ts';
import { isTried } from '#test/support/depth.ts';

const engine = createNaturalSpeechEngine();
const speak = (text: string, speed = 1): Promise<SynthesizedSpeech> => engine.speak({ text, language: 'en', speed });
const samplesOf = ({ pcm }: SynthesizedSpeech): Float32Array =>
  Float32Array.from(new Int16Array(pcm.buffer, pcm.byteOffset, pcm.length >> 1), (sample) => sample / 0x8000);

/** The loudest sample of a range in seconds, from 0 to 1. */
const peakOf = (samples: Float32Array, from: number, to: number): number =>
  samples
    .subarray(Math.round(from * 48_000), Math.round(to * 48_000))
    .reduce((most, sample) => Math.max(most, Math.abs(sample)), 0);

/** The root mean square of a range in seconds. */
function loudnessOf(samples: Float32Array, from: number, to: number): number {
  const range = samples.subarray(Math.round(from * 48_000), Math.round(to * 48_000));
  return Math.sqrt(range.reduce((sum, sample) => sum + sample ** 2, 0) / range.length);
}

describe('the natural voice', () => {
  it('speaks sentences at −16 LUFS, with pauses between them and nothing cut at the ends', async () => {
    const speech = await speak('Welcome to our quarterly review. Revenue grew by four percent.');
    const samples = samplesOf(speech);
    const meter = createLoudnessMeter();
    meter.add(samples);
    expect(meter.integrated()).toBeCloseTo(-16, 0);
    expect(peakOf(samples, 0, speech.durationSeconds)).toBeLessThan(10 ** (-1.5 / 20));
    const [first, second] = speech.sentences;
    if (!first || !second) throw new Error('two sentences');
    expect(second.start_seconds - first.end_seconds).toBeCloseTo(0.4, 2);
    expect(peakOf(samples, first.end_seconds + 0.01, second.start_seconds - 0.01)).toBe(0);
    // Faded in and out: no click.
    expect(peakOf(samples, 0, 0.002)).toBeLessThan(0.01);
    expect(peakOf(samples, speech.durationSeconds - 0.002, speech.durationSeconds)).toBeLessThan(0.01);
  }, 60_000);

  it('gives the same bytes for the same words, whatever was spoken before and by whichever thread', async () => {
    const [one] = await Promise.all([speak('Good morning, everyone.'), speak('Something else, at the same time.')]);
    const again = await createNaturalSpeechEngine().speak({
      text: 'Good morning, everyone.',
      language: 'en',
      speed: 1,
    });
    expect(again.pcm.equals(one.pcm)).toBe(true);
    expect(again.sentences).toEqual(one.sentences);
  }, 60_000);

  it('speaks faster and slower', async () => {
    const [slow, usual, fast] = await Promise.all([0.5, 1, 2].map((speed) => speak('The battery lasts a day.', speed)));
    expect(Number(slow?.durationSeconds) / Number(usual?.durationSeconds)).toBeCloseTo(2, 0);
    expect(Number(fast?.durationSeconds) / Number(usual?.durationSeconds)).toBeCloseTo(0.5, 0);
  }, 60_000);

  it('knows when it says each word: between words with pauses there is silence', async () => {
    const speech = await speak('Apples, oranges, bananas, and $6.50.');
    const words = speech.sentences.flatMap(timedWordsOfSentence);
    expect(words.map(({ text }) => text)).toEqual(['Apples,', 'oranges,', 'bananas,', 'and', '$6.50.']);
    const samples = samplesOf(speech);
    for (const { start_seconds, end_seconds } of words)
      expect(peakOf(samples, start_seconds, end_seconds)).toBeGreaterThan(0.1);
    const [apples, oranges] = words;
    expect(Number(oranges?.start_seconds) - Number(apples?.end_seconds)).toBeGreaterThan(0.05);
    // "six dollars fifty"
    expect(Number(words[4]?.end_seconds) - Number(words[4]?.start_seconds)).toBeGreaterThan(0.7);
  }, 60_000);

  it('says what an author wrote as SSML: breaks of their length, stress, and other words', async () => {
    const speech = await speak(
      '<speak>Wait <break time="1s"/> for <sub alias="the World Wide Web Consortium">W3C</sub>.</speak>',
    );
    const [wait, forWord, w3c] = speech.sentences.flatMap(timedWordsOfSentence);
    expect(Number(forWord?.start_seconds) - Number(wait?.end_seconds)).toBeGreaterThan(0.95);
    expect(Number(w3c?.end_seconds) - Number(w3c?.start_seconds)).toBeGreaterThan(1);
  }, 60_000);

  it('speaks stressed words more slowly and louder, and reduced ones faster', async () => {
    const wordsIn = async (markup: string): Promise<{ seconds: number; loudness: number }> => {
      const speech = await speak(`<speak>We need the whole ${markup} before Monday.</speak>`);
      const words = speech.sentences.flatMap(timedWordsOfSentence);
      const [start_seconds, end_seconds] = [words[4]?.start_seconds ?? 0, words[5]?.end_seconds ?? 0];
      const samples = samplesOf(speech);
      const loudness = loudnessOf(samples, start_seconds, end_seconds) / loudnessOf(samples, 0, start_seconds);
      return { seconds: end_seconds - start_seconds, loudness };
    };
    const [plain, strong, reduced] = [
      await wordsIn('international development'),
      await wordsIn('<emphasis level="strong">international development</emphasis>'),
      await wordsIn('<emphasis level="reduced">international development</emphasis>'),
    ];
    expect(strong.seconds).toBeGreaterThan(1.1 * plain.seconds);
    expect(strong.loudness).toBeGreaterThan(1.2 * plain.loudness);
    expect(reduced.seconds).toBeLessThan(plain.seconds);
    expect(reduced.loudness).toBeLessThan(0.85 * plain.loudness);
  }, 60_000);

  it('speaks the longest sentence, and words of other scripts among its own as silence', async () => {
    const long = `${'a rather long list of words and '.repeat(9)}an end.`;
    expect((await speak(long)).durationSeconds).toBeGreaterThan(12);
    expect((await speak('We met in Москва 🎉 today.')).sentences.map(({ text }) => text)).toEqual([
      'We met in Москва 🎉 today.',
    ]);
    await expect(speak('東京')).rejects.toMatchObject({ code: 'no_speech' });
  }, 60_000);

  const HOSTILE: readonly [name: string, text: string, seconds: readonly [least: number, most: number]][] = [
    ['a word between ten thousand marks', `a ${'.,;:!?—…"()“”-'.repeat(712)}`, [0.1, 10]],
    ['a word of 300 letters', 'qwertyuiopasdfghjklzxcvbnm'.repeat(12).slice(0, 300), [5, 60]],
    [
      'a stress for each letter',
      `<speak>${[...'hello'].map((one) => `<emphasis>${one}</emphasis>`).join('')}</speak>`,
      [0.2, 3],
    ],
    ['5,000 characters of breaks', `<speak>Hi${'<break time="10ms"/>'.repeat(245)}there</speak>`, [2.45, 5]],
    ['figures alone', '0123456789'.repeat(8), [10, 60]],
    ['scripts among one another', 'Hello мир 世界 مرحبا नमस्ते γειά 👩‍👧 '.repeat(8), [1, 40]],
  ];
  it.each(HOSTILE.filter((_, at) => isTried(at, 3)))(
    'speaks %s, each word in its turn',
    async (_, text, [least, most]) => {
      const { sentences, durationSeconds } = await speak(text);
      expect(durationSeconds).toBeGreaterThan(least);
      expect(durationSeconds).toBeLessThan(most);
      const words = sentences.flatMap(timedWordsOfSentence);
      for (const [index, { start_seconds, end_seconds }] of words.entries()) {
        expect(end_seconds).toBeGreaterThanOrEqual(start_seconds);
        expect(start_seconds).toBeGreaterThanOrEqual(words[index - 1]?.end_seconds ?? 0);
      }
      expect(words.at(-1)?.end_seconds).toBeLessThanOrEqual(durationSeconds + 0.001);
    },
    60_000,
  );

  it.each(['👩‍👧 🎉 '.repeat(200), '.,;:!?—…'.repeat(600), '"'.repeat(5000)])('has no words for %j', async (text) => {
    await expect(speak(text)).rejects.toMatchObject({ code: 'no_speech' });
  });

  it('can be aborted, and speaks on', async () => {
    const stop = new AbortController();
    const text = 'Numbers are told one after another. '.repeat(100);
    const spoken = engine.speak({ text, language: 'en', speed: 1 }, stop.signal);
    setTimeout(() => stop.abort(new Error('enough')), 50);
    await expect(spoken).rejects.toThrow('enough');
    expect((await speak('Back again.')).sentences).toHaveLength(1);
  }, 60_000);
});
