import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createPollySynthesizer } from '#adapters/aws/narration/polly.ts';
import type { SpeechEngine } from '#engine/speech/engine.ts';
import { createPollyEngine } from '#engine/speech/engines/polly.ts';
import { timedWordsOfSentence } from '#engine/speech/words/word-times.ts';
import { EXPECTED_CALL, EXPECTED_MARKS_CALL } from '#test/fixtures/narration/polly-exchanges.ts';
import { levelBetween, loudnessOf, onsetAfter, samplesOfPcm, stepAt } from '#test/support/audio/measure-speech.ts';
import { LETTER_SECONDS, PollyService } from '#test/support/narration/polly-service.ts';

let service: PollyService;
let engine: SpeechEngine;
/** Errors of requests for times of words. */
const lostTimes: unknown[] = [];
beforeAll(async () => {
  service = await PollyService.start();
  engine = createPollyEngine(
    createPollySynthesizer({
      endpoint: service.endpoint,
      region: 'eu-central-1',
      credentials: { accessKeyId: 'test', secretAccessKey: 'test' },
      maxAttempts: 2,
    }),
    (error) => void lostTimes.push(error),
  );
});
afterAll(() => service.stop());
beforeEach(() => {
  service.calls.length = 0;
  service.markCalls.length = 0;
  service.failures.length = 0;
  service.markFailures.length = 0;
  lostTimes.length = 0;
});

const speak = (text: string, change: { language?: string; voice?: string; speed?: number } = {}) =>
  engine.speak({ text, language: 'en', speed: 1, ...change });

describe('speech of Amazon Polly', () => {
  it('is asked for sentence by sentence, in SSML that is ours, from a neural voice', async () => {
    await speak('Is 1 < 2? <break time="2s"/> & so on. 🎉', { language: 'de-DE', speed: 0.8 });
    expect(service.calls.map(({ path }) => path)).toEqual(service.calls.map(() => 'POST /v1/speech'));
    for (const { body } of service.calls) expect(body).toEqual({ ...EXPECTED_CALL, Text: body.Text, VoiceId: 'Vicki' });
    for (const { body } of service.calls)
      expect(body.Text).toMatch(/^<speak><prosody rate="80%">[^<>]+<\/prosody><\/speak>$/);
  });

  it('is asked for the words of each sound, once', async () => {
    await speak('Is 1 < 2? And so on.', { language: 'hi-IN' });
    expect(service.markCalls.map(({ path }) => path)).toEqual(service.calls.map(({ path }) => path));
    const textsOf = (calls: typeof service.calls) => calls.map(({ body }) => body.Text).sort();
    expect(textsOf(service.markCalls)).toEqual(textsOf(service.calls));
    for (const { body } of service.markCalls)
      expect(body).toEqual({ ...EXPECTED_MARKS_CALL, Text: body.Text, VoiceId: 'Kajal', LanguageCode: 'hi-IN' });
  });

  it('has each word where it is said to be, as it is written', async () => {
    const text =
      '<speak>Tom &amp; Zoë’s café <break time="1s"/> is <emphasis level="strong">really</emphasis> “open” – 日本 for $6.50! Yes.</speak>';
    const { sentences } = await speak(text, { speed: 0.8 });
    expect(sentences.map(({ word_ms }) => word_ms !== undefined)).toEqual([true, true]);
    const words = sentences.flatMap(timedWordsOfSentence);
    expect(words.map((word) => word.text)).toEqual([
      ...['Tom &', 'Zoë’s', 'café', 'is', 'really', '“open” –', '日本', 'for', '$6.50!', 'Yes.'],
    ]);
    const letters = [3, 4, 4, 2, 6, 4, 2, 3, 'sixdollarsfifty'.length, 3];
    for (const [i, { text: word, start_seconds, end_seconds }] of words.entries())
      expect(Math.abs(end_seconds - start_seconds - (letters[i] ?? 0) * LETTER_SECONDS), word).toBeLessThan(0.012);
    // "café" is before the break of a second, less what is kept around both sounds.
    expect((words[3]?.start_seconds ?? 0) - (words[2]?.end_seconds ?? 0)).toBeCloseTo(1.04, 1);
  });

  it('whose words fail has its sound, with estimated times; what is busy is asked for again', async () => {
    service.markFailures.push('throttled');
    expect((await speak('Hello there.')).sentences[0]?.word_ms?.length).toBe(4);
    expect([service.markCalls.length, lostTimes]).toEqual([2, []]);
    service.markFailures.push('noNeural');
    const { sentences } = await speak('Hello there.');
    expect(sentences).toMatchObject([{ text: 'Hello there.' }]);
    expect(sentences[0]).not.toHaveProperty('word_ms');
    expect(service.markCalls.length).toBe(3);
    expect(lostTimes).toEqual([expect.objectContaining({ name: 'EngineNotSupportedException' })]);
  });

  it('names the language of a voice that has two', async () => {
    await speak('नमस्ते।', { language: 'hi-IN' });
    expect(service.calls[0]?.body).toMatchObject({ VoiceId: 'Kajal', LanguageCode: 'hi-IN' });
  });

  it('has each sentence where it is said to be, without a click, at the level of all speech', async () => {
    const speech = await speak('The first sentence is here. The second one follows. And a third.');
    const letters = [22, 19, 9];
    expect(speech.sentences.length).toBe(letters.length);
    const sound = samplesOfPcm(speech.pcm);
    for (const [i, { start_seconds, end_seconds }] of speech.sentences.entries()) {
      expect(Math.abs(onsetAfter(sound, start_seconds) ?? 1)).toBeLessThan(0.05);
      // 10 ms before what is audible and 30 ms after it are kept
      expect(end_seconds - start_seconds - (letters[i] ?? 0) * LETTER_SECONDS).toBeCloseTo(0.04, 1);
      expect(stepAt(sound, start_seconds).isClick).toBe(false);
      expect(stepAt(sound, end_seconds).isClick).toBe(false);
      if (i > 0) expect(levelBetween(sound, start_seconds - 0.3, start_seconds)).toBe(-120);
    }
    const { integrated, truePeak } = await loudnessOf(sound);
    expect(Math.abs(integrated + 16)).toBeLessThanOrEqual(1);
    expect(truePeak).toBeLessThanOrEqual(-1.5);
  });

  it('of the longest text stays within the limits of a call, few calls at once', async () => {
    const text = `This is one sentence of a rather long text, ${'and it goes on, '.repeat(15)}to the end. `
      .repeat(16)
      .trim();
    expect(text.length).toBeGreaterThan(4500);
    const { sentences } = await speak(text);
    expect(sentences.map((sentence) => sentence.text).join(' ')).toBe(text);
    for (const { body } of service.calls) expect(body.Text.length).toBeLessThan(3000);
    expect(service.busiest).toBeLessThanOrEqual(4);
  });

  it('is asked for again when the service is busy or broken', async () => {
    service.failures.push('throttled');
    await expect(speak('Hello.')).resolves.toMatchObject({ sentences: [{ text: 'Hello.' }] });
    service.failures.push('broken');
    await expect(speak('Hello.')).resolves.toMatchObject({ sentences: [{ text: 'Hello.' }] });
    expect(service.calls.length).toBe(4);
  });

  it.each([
    ['invalidSsml', 'text_refused'],
    ['tooLong', 'text_refused'],
    ['noNeural', 'voice_unknown'],
    ['forbidden', 'engine_failed'],
  ] as const)('that is refused as %s fails as %s, after one call', async (failure, code) => {
    service.failures.push(failure);
    await expect(speak('Hello.')).rejects.toMatchObject({ name: 'SpeechError', code });
    expect(service.calls.length).toBe(1);
  });

  it.each(['throttled', 'unavailable', 'broken'] as const)(
    'that stays %s fails as busy, for it may go well later',
    async (failure) => {
      service.failures.push(failure, failure);
      await expect(speak('Hello.')).rejects.toMatchObject({ name: 'SpeechError', code: 'busy' });
    },
  );

  it('that never answers fails as busy, instead of keeping its worker waiting', async () => {
    const silent = createServer(() => undefined);
    await new Promise<void>((resolve) => silent.listen(0, '127.0.0.1', resolve));
    try {
      const { port } = silent.address() as AddressInfo;
      const config = {
        endpoint: `http://127.0.0.1:${port}`,
        region: 'eu-central-1',
        credentials: { accessKeyId: 'test', secretAccessKey: 'test' },
        maxAttempts: 1,
      };
      // Only shorter than in a function: what ends the call is the same.
      const short = createPollyEngine(createPollySynthesizer(config, { requestTimeout: 300 }));
      const speech = short.speak({ text: 'Hello.', language: 'en', speed: 1 });
      await expect(speech).rejects.toMatchObject({ name: 'SpeechError', code: 'busy' });
    } finally {
      silent.closeAllConnections();
      silent.close();
    }
  });

  it('ends with the reason of an abort', async () => {
    const reason = new Error('the lease was lost');
    const controller = new AbortController();
    const speech = engine.speak(
      { text: 'One. Two. Three. Four. Five. Six.', language: 'en', speed: 1 },
      controller.signal,
    );
    controller.abort(reason);
    await expect(speech).rejects.toBe(reason);
  });
});

// Costs a few hundred characters of the account whose credentials are in the environment.
describe.runIf(process.env.POLLY_LIVE === '1')('Amazon Polly itself', () => {
  it('speaks as the exchanges say', async () => {
    const live = createPollyEngine(createPollySynthesizer());
    for (const [language, text] of [
      ['en-US', 'Welcome to the quarterly review. Revenue grew by a quarter.'],
      ['de-DE', 'Willkommen zur Übersicht. Der Umsatz stieg um ein Viertel.'],
      ['ja-JP', '四半期レビューへようこそ。売上は伸びました。'],
      ['ar-AE', 'مرحبا بكم في المراجعة. نمت الإيرادات.'],
    ] as const) {
      const speech = await live.speak({ text, language, speed: 1.1 });
      expect(speech.sentences.length).toBe(2);
      for (const { word_ms } of speech.sentences) expect(word_ms?.length).toBeGreaterThan(0);
      for (const { start_seconds } of speech.sentences)
        expect(Math.abs(onsetAfter(samplesOfPcm(speech.pcm), start_seconds) ?? 1)).toBeLessThan(0.05);
      expect(Math.abs((await loudnessOf(samplesOfPcm(speech.pcm))).integrated + 16)).toBeLessThanOrEqual(1);
    }
  });
});
