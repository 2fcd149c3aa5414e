import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { SpokenSentence } from '#engine/speech/engine.ts';
import { createEspeakEngine } from '#engine/speech/engines/espeak.ts';
import { encodeWav } from '#engine/video/audio/wav.ts';
import { estimateSentenceTimesInRecording } from '#features/narration/recording/align-sentences.ts';
import { cleanRecording } from '#features/narration/recording/clean-recording.ts';
import { loudness, samplesOf } from '#test/support/audio/measure.ts';

const RATE = 48_000;
/** Before and after the speech, seconds. */
const AROUND = 0.7;
const engine = createEspeakEngine();

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'recording-'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

/** Speech as somebody would record it: quiet, with the noise of a room, and silence at both ends. */
async function record(text: string, language: string) {
  const speech = await engine.speak({ text, language, speed: 1 });
  const said = samplesOf(speech.pcm);
  const around = AROUND * RATE;
  const room = (i: number) => 0.001 * Math.sin(i * i);
  const samples = Float32Array.from(
    { length: said.length + 2 * around },
    (_, i) => (said[i - around] ?? 0) / 120_000 + room(i),
  );
  return { samples, sentences: speech.sentences, seconds: speech.durationSeconds };
}

const median = (values: number[]): number => values.toSorted((a, b) => a - b)[values.length >> 1] ?? Number.NaN;
const between = (a: SpokenSentence, b: SpokenSentence | undefined): number =>
  (b?.start_seconds ?? Number.NaN) - a.start_seconds;

const TEXTS = [
  [
    'en',
    'Welcome to this short tour. It was built by a small team. We started three years ago, with nothing but an idea, two laptops, and a lot of coffee. Today 4,200 companies use it! Why? Because it saves time.',
  ],
  [
    'de',
    'Guten Tag und herzlich willkommen. Zuerst wird der Rahmen geschweißt, dann lackiert und getrocknet. Danach kommen die Räder. Auf Wiedersehen!',
  ],
  [
    'ar',
    'مرحبا بكم في هذا العرض القصير. سنتحدث اليوم عن الطاقة الشمسية وكيف تعمل. الشمس مصدر نظيف للطاقة. شكرا لكم على الاستماع.',
  ],
  ['zh', '大家好。今天我们来谈谈天气。明天有雨，气温会下降到五度左右。请多穿衣服，带好雨伞。谢谢大家的收听，再见。'],
] as const;

describe('a recording of somebody who speaks', () => {
  it.each(TEXTS)('has the sentences of its text where they are said: %s', async (language, text) => {
    const { samples, sentences } = await record(text, language);
    const pcm = samplesOf(await cleanRecording({ channels: [samples], sampleRate: RATE }));

    const laid = estimateSentenceTimesInRecording(
      pcm,
      sentences.map((one) => one.text),
    );

    expect(laid).toHaveLength(sentences.length);
    const shift = (laid[0]?.start_seconds ?? 0) - (sentences[0]?.start_seconds ?? 0);
    const apart = laid.map((one, i) => Math.abs(between(one, sentences[i]) + shift));
    expect(median(apart)).toBeLessThan(0.05);
    expect(Math.max(...apart)).toBeLessThan(0.3);
  });

  it('becomes as loud as narration, without the silence around it, and starts and ends softly', async () => {
    const [language, text] = TEXTS[0];
    const { samples, seconds } = await record(text, language);
    const silent = new Float32Array(samples.length);

    const pcm = await cleanRecording({ channels: [samples, silent], sampleRate: RATE });

    expect(Math.abs(pcm.length / 2 / RATE - seconds - 0.1)).toBeLessThan(0.05);
    const file = join(folder, 'clean.wav');
    await writeFile(file, encodeWav(pcm, RATE));
    const { integrated, truePeak } = await loudness(file);
    expect(Math.abs(integrated + 16)).toBeLessThan(1);
    expect(truePeak).toBeLessThanOrEqual(-1.5);
    const clean = samplesOf(pcm);
    expect([clean[0], clean.at(-1)]).toEqual([0, 0]);
  });

  it('in which nothing can be heard is refused', async () => {
    const clean = (samples: Float32Array) => cleanRecording({ channels: [samples], sampleRate: RATE });
    await expect(clean(new Float32Array(RATE))).rejects.toMatchObject({ code: 'audio_invalid' });
    const short = Float32Array.from({ length: 0.1 * RATE }, (_, i) => Math.sin(i / 10));
    await expect(clean(short)).rejects.toMatchObject({
      code: 'audio_invalid',
      message: expect.stringContaining('0.2'),
    });
  });
});
