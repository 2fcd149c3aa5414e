import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { pcmInputOptions } from '#engine/video/ffmpeg/audio-arguments.ts';
import { levelSoundToFlac } from '#features/music/level-sound-to-flac.ts';
import { ffmpeg, ffmpegPath, loudness, peakAt, samplesOf } from '#test/support/audio/measure.ts';

const RATE = 48_000;
const SECONDS = 4;
let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'level-sound-'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

/** Tones of syllables, five a second, each with a peak 14 dB above its level at its start, as plosives have. */
const syllables = Int16Array.from({ length: SECONDS * RATE }, (_, at) => {
  const since = at % (RATE / 5);
  const burst = since < 30 ? 0.175 : since < RATE / 8 ? 0.035 : 0;
  return Math.round(32_767 * burst * Math.sin((2 * Math.PI * 800 * at) / RATE));
});

async function levelled(samples: Int16Array, isLimited: boolean) {
  const file = join(folder, `${isLimited}.flac`);
  const bytes = Buffer.from(samples.buffer, samples.byteOffset, samples.byteLength);
  const input = () => ({ at: Readable.from([bytes], { objectMode: false }), options: pcmInputOptions(1) });
  const count = await levelSoundToFlac({ input, channels: 1, mayBeLimited: isLimited }, file, { ffmpegPath });
  const { stdout } = await ffmpeg('-v', 'error', '-i', file, '-f', 's16le', '-');
  return { count, ...(await loudness(file)), samples: samplesOf(stdout) };
}

test('sound with high peaks that may be limited reaches −16 LUFS under −1.5 dBTP, in time and whole', async () => {
  const { count, integrated, truePeak, samples } = await levelled(syllables, true);
  expect(Math.abs(integrated + 16), `${integrated} LUFS`).toBeLessThanOrEqual(1);
  expect(truePeak).toBeLessThanOrEqual(-1.5);
  expect([count, samples.length]).toEqual([SECONDS * RATE, SECONDS * RATE]);
  for (const second of [1, 3]) {
    const [from, to] = [second * RATE - 400, second * RATE + 30];
    expect(Math.abs(peakAt(samples, from, to) - peakAt(syllables, from, to))).toBeLessThanOrEqual(60);
  }
  expect((await levelled(syllables, false)).integrated).toBeLessThan(-18);
});

test('sound that needs no limiter has the same file with and without one', async () => {
  const tone = Int16Array.from({ length: RATE }, (_, at) => 3000 * Math.sin((2 * Math.PI * 440 * at) / RATE));
  const [limited, linear] = [await levelled(tone, true), await levelled(tone, false)];
  expect(Buffer.from(limited.samples.buffer).equals(Buffer.from(linear.samples.buffer))).toBe(true);
});

test('sound whose few loud moments make its loudness reaches −16 LUFS, and no more', async () => {
  const bursts = Int16Array.from({ length: SECONDS * RATE }, (_, at) =>
    Math.round(32_767 * (at % RATE < 0.03 * RATE ? 0.3 : 0.03) * Math.sin((2 * Math.PI * 500 * at) / RATE)),
  );
  const { integrated, truePeak } = await levelled(bursts, true);
  expect(Math.abs(integrated + 16), `${integrated} LUFS`).toBeLessThanOrEqual(0.5);
  expect(truePeak).toBeLessThanOrEqual(-1.5);
});
