import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { levelSpeech } from '../../../lib/speech/level-speech.ts';
import { encodeWav } from '../../../lib/video/audio/wav.ts';
import { ffmpegPath, loudness, peakAt, samplesOf } from '../../support/audio/measure.ts';

const RATE = 22_050;
const level = async (pcm: Int16Array) => samplesOf(await levelSpeech(pcm, RATE, { ffmpegPath }));

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
    await writeFile(file, encodeWav(await levelSpeech(pcm, RATE, { ffmpegPath }), 48_000));
    const { integrated, truePeak } = await loudness(file);
    expect(Math.abs(integrated + 16)).toBeLessThanOrEqual(1);
    expect(truePeak).toBeLessThanOrEqual(-1.5);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
});

test('a temporary folder with signs that mean something to ffmpeg does no harm', async () => {
  const before = process.env.TMPDIR;
  const folder = await mkdtemp(join(tmpdir(), "it's [a], odd; one: \\ "));
  process.env.TMPDIR = folder;
  try {
    const pcm = Int16Array.from({ length: RATE }, (_, i) => 8000 * Math.sin(i / 9));
    expect(Math.max(...(await level(pcm)))).toBeGreaterThan(1000);
  } finally {
    if (before === undefined) delete process.env.TMPDIR;
    else process.env.TMPDIR = before;
    await rm(folder, { recursive: true, force: true });
  }
});
