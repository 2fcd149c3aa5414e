import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createLoudnessMeter } from '#engine/speech/loudness-meter.ts';
import { normalizeSpeechLoudness } from '#engine/speech/normalize-speech-loudness.ts';
import { createResampler } from '#engine/speech/resample-speech.ts';
import { encodeWav } from '#engine/video/audio/wav.ts';
import { ffmpeg, loudness, peakAt, samplesOf } from '#test/support/audio/measure.ts';

const RATE = 22_050;
const level = async (pcm: Int16Array) => samplesOf(await normalizeSpeechLoudness(pcm, RATE));

describe('bringing speech to 48 kHz', () => {
  test.each([1, 147, 1000, 22_051])('%i samples give exactly their duration in samples', async (length) => {
    const pcm = Int16Array.from({ length }, (_, i) => 8000 * Math.sin(i / 9));
    expect((await level(pcm)).length).toBe(Math.round((length * 48_000) / RATE));
  });

  test('a sound stays where it was, over a minute', async () => {
    // given short bursts with one highest sample each
    const places = [2205, 661_500, 1_320_000];
    const pcm = new Int16Array(60 * RATE);
    for (const place of places) {
      for (let i = -200; i <= 200; i++) pcm[place + i] = 9000 * Math.exp(-((i / 60) ** 2)) * Math.cos(i / 4);
    }
    // when
    const samples = await level(pcm);
    // then
    for (const place of places) {
      const expected = (place * 48_000) / RATE;
      const found = peakAt(samples, Math.round(expected) - 500, Math.round(expected) + 500);
      expect(Math.abs(found - expected)).toBeLessThanOrEqual(1);
    }
  });
});

test.each([
  ['far too soft', 1500],
  ['far too loud', 30_000],
])('what is %s is brought to −16 LUFS under −1.5 dBTP', async (_, amplitude) => {
  // given a sound with the crest of a voice: pulses that ring out
  const pcm = Int16Array.from(
    { length: 4 * RATE },
    (_, i) => amplitude * Math.exp(-(i % 180) / 25) * Math.cos((i % 180) / 3),
  );
  const folder = await mkdtemp(join(tmpdir(), 'level-test-'));
  try {
    const file = join(folder, 'levelled.wav');
    await writeFile(file, encodeWav(await normalizeSpeechLoudness(pcm, RATE), 48_000));
    const { integrated, truePeak } = await loudness(file);
    expect(Math.abs(integrated + 16)).toBeLessThanOrEqual(1);
    expect(truePeak).toBeLessThanOrEqual(-1.5);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
});

describe('like the filters of ffmpeg', () => {
  /** Speech in its make-up: pulses that ring out, in syllables and pauses, above a little noise. */
  const voice = (seconds: number, rate: number): Int16Array => {
    let seed = 1;
    return Int16Array.from({ length: Math.round(seconds * rate) }, (_, i) => {
      seed = (Math.imul(seed, 1_664_525) + 1_013_904_223) >>> 0;
      const syllable = Math.max(0, Math.sin((i / rate) * 2 * Math.PI * 1.7));
      const ring = (i % Math.round(rate / 120)) / rate;
      return 9000 * syllable * Math.exp(-ring * 900) * Math.cos(ring * 9000) + 60 * (seed / 2 ** 32 - 0.5);
    });
  };
  const TWO_SECONDS = voice(2, 48_000);
  const input = (rate: number) => ['-f', 's16le', '-ar', String(rate), '-ac', '1', '-i'];
  let folder: string;
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'like-ffmpeg-'));
  });
  afterAll(() => rm(folder, { recursive: true, force: true }));

  test.each([8000, 22_050, 24_000, 44_100, 96_000])('%i Hz becomes 48 kHz', async (rate) => {
    const pcm = voice(1, rate);
    const file = join(folder, `${rate}.pcm`);
    await writeFile(file, Buffer.from(pcm.buffer));
    const filter = 'aresample=48000:filter_size=64:cutoff=0.97:exact_rational=1:osf=dbl';
    const args = ['-af', filter, '-f', 'f32le', '-ac', '1', '-'];
    const { stdout } = await ffmpeg('-v', 'error', ...input(rate), file, ...args);
    const wanted = new Float32Array(new Uint8Array(stdout).buffer);
    const { length, resample } = createResampler(pcm, rate);
    const made = new Float32Array(length);
    // In pieces of odd lengths.
    for (let from = 0; from < length; from += 7001) resample(from, Math.min(from + 7001, length), made);
    // At its ends ffmpeg hears a mirror of the sound, and this one silence.
    let [signal, noise] = [0, 0];
    for (let i = 1000; i < length - 1000; i++) {
      signal += (wanted[i] ?? 0) ** 2;
      noise += ((wanted[i] ?? 0) - (made[i] ?? 0)) ** 2;
    }
    expect(10 * Math.log10(noise / signal)).toBeLessThan(-80);
  });

  test.each([
    ['speech', voice(5, 48_000)],
    ['half a second', voice(0.5, 48_000)],
    // The meter leaves pauses out: with them it would be 7 LU less.
    ['speech in a long silence', Int16Array.from({ length: 12 * 48_000 }, (_, i) => TWO_SECONDS[i] ?? 0)],
    ['far too soft', TWO_SECONDS.map((value) => value / 30)],
  ])('the loudness of %s', async (name, pcm) => {
    const file = join(folder, `${name}.wav`);
    await writeFile(file, encodeWav(Buffer.from(pcm.buffer), 48_000));
    const meter = createLoudnessMeter();
    const samples = Float32Array.from(pcm, (value) => value / 32_768);
    for (let from = 0; from < samples.length; from += 7001) meter.add(samples.subarray(from, from + 7001));
    // The tenths that it prints, and as much again for the grain of its gate.
    expect(Math.abs((meter.integrated() ?? 0) - (await loudness(file)).integrated)).toBeLessThan(0.1);
  });

  test('less than 400 ms, and silence, have no loudness', () => {
    for (const pcm of [voice(0.39, 48_000), new Int16Array(96_000)]) {
      const meter = createLoudnessMeter();
      meter.add(Float32Array.from(pcm, (value) => value / 32_768));
      expect(meter.integrated()).toBeUndefined();
    }
  });
});
