import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { encodeWav } from '../../../lib/narration/wav.ts';
import { encodeAudioTrack } from '../../../lib/video/audio/encode-track.ts';
import { planTrack } from '../../../lib/video/audio/plan-track.ts';
import { decode, difference, ffmpeg, ffmpegPath, level, peakAt } from './measure.ts';

const SECOND = 48_000;
let folder: string;
let out: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'track-test-'));
  out = join(folder, 'track.m4a');
});
afterEach(() => rm(folder, { recursive: true, force: true }));

async function wav(name: string, length: number, sampleAt: (i: number) => number, rate = SECOND): Promise<string> {
  const pcm = Buffer.alloc(length * 2);
  for (let i = 0; i < length; i++) pcm.writeInt16LE(Math.round(sampleAt(i) * 32_767), i * 2);
  const file = join(folder, name);
  await writeFile(file, encodeWav(pcm, rate));
  return file;
}

/** Loudest at its first sample. */
const click = () => wav('click.wav', 60, (i) => 0.8 * Math.exp(-i / 8) * Math.cos(1.2 * i));
/** Sound that changes all the time, with attacks every 250 ms: what makes an encoder switch its windows. */
const busy = (i: number) => {
  const envelope = Math.exp(-(i % 12_000) / 4000);
  return 0.5 * envelope * Math.sin((i * (300 + ((i >> 13) % 7) * 170) * 2 * Math.PI) / SECOND);
};
const runtime = { ffmpegPath };

async function muxWithVideo(track: string, fps: number, frames: number): Promise<string> {
  const video = join(folder, 'video.mp4');
  const muxed = join(folder, 'muxed.mp4');
  await ffmpeg('-v', 'error', '-f', 'lavfi', '-i', `color=s=64x64:r=${fps}`, '-frames:v', String(frames), video);
  await ffmpeg('-v', 'error', '-i', video, '-i', track, '-c', 'copy', '-movflags', '+faststart', muxed);
  return muxed;
}

describe('the place of a sound', () => {
  test('is the sample it was planned for, in the track and in an MP4 muxed from it by stream copy', async () => {
    // given
    const fps = 30;
    const slides = [0, 31, 100, 391, 1000].map((startFrame) => ({ startFrame, frames: 400, audioSamples: 60 }));
    const { cues, totalSamples } = planTrack(slides, fps);
    const file = await click();
    // when
    const encoded = await encodeAudioTrack({ cues: cues.map((cue) => ({ file, ...cue })), totalSamples }, out, runtime);
    // then
    const muxed = await muxWithVideo(out, fps, 1400);
    for (const samples of [await decode(out), await decode(muxed)]) {
      expect(samples.length).toBeGreaterThanOrEqual(totalSamples);
      expect(samples.length - totalSamples).toBeLessThan(1024);
      expect(samples.length).toBe(encoded.samples);
      for (const { startSample } of cues) {
        const found = peakAt(samples, Math.max(0, startSample - 2400), startSample + 2400);
        expect(Math.abs(found - startSample)).toBeLessThanOrEqual(2);
      }
    }
  });

  test('does not move over ten minutes, encoded in parts', async () => {
    const file = await click();
    const startSamples = [0, 299 * SECOND + 17, 301 * SECOND + 5, 450 * SECOND, 600 * SECOND - 4801];
    const spec = { cues: startSamples.map((startSample) => ({ file, startSample })), totalSamples: 600 * SECOND };
    await encodeAudioTrack(spec, out, runtime, { parts: 2 });
    const samples = await decode(await muxWithVideo(out, 24, 240));
    expect(samples.length).toBe(600 * SECOND);
    for (const startSample of startSamples) {
      expect(
        Math.abs(peakAt(samples, Math.max(0, startSample - 4800), startSample + 4800) - startSample),
      ).toBeLessThanOrEqual(2);
    }
  });
});

describe('a track encoded in parts', () => {
  test('is the single encode sample for sample, up to the noise of the codec, through every join', async () => {
    // given
    const seconds = 70;
    const length = seconds * SECOND + 321;
    const source = Int16Array.from({ length }, (_, i) => Math.round(busy(i) * 32_767));
    const spec = { cues: [{ file: await wav('busy.wav', length, busy), startSample: 0 }], totalSamples: length };
    // when
    await encodeAudioTrack(spec, out, runtime, { parts: 1 });
    const single = await decode(out);
    const encoded = await encodeAudioTrack(spec, out, runtime, { parts: 3 });
    const parts = await decode(out);
    // then
    expect(parts.length).toBe(encoded.samples);
    expect(parts.length).toBe(single.length);
    for (let from = 0; from + 4800 <= length; from += 4800) {
      const noise = difference(source, single, from, from + 4800);
      expect(difference(source, parts, from, from + 4800)).toBeLessThan(Math.max(noise + 3, -25));
    }
    // and no sample jumps at a join that does not jump in the single encode
    for (const join of [1, 2].map((part) => Math.round((Math.ceil(length / 1024) * part) / 3) * 1024)) {
      for (let i = join - 4096; i < join + 60_000; i++) {
        expect(Math.abs((parts[i] ?? 0) - (single[i] ?? 0))).toBeLessThan(3000);
      }
    }
  });

  test('can be told from one whose join is a frame off', async () => {
    // given what a wrong join would give: the second half 1,024 samples late
    const length = 2 * SECOND;
    const source = Int16Array.from({ length }, (_, i) => Math.round(busy(i) * 32_767));
    const late = source.map((value, i) => (i < SECOND ? value : (source[i - 1024] ?? 0)));
    expect(difference(source, late, SECOND, SECOND + 4800)).toBeGreaterThan(-10);
  });
});

describe('lengths', () => {
  test.each([1, 1023, 1024, 1025, 336_333])(
    '%i samples come back, filled up to a whole frame',
    async (totalSamples) => {
      const encoded = await encodeAudioTrack({ cues: [], totalSamples }, out, runtime);
      const samples = await decode(out);
      expect(samples.length).toBe(encoded.samples);
      expect(encoded.samples).toBe(Math.ceil(totalSamples / 1024) * 1024);
      expect(level(samples, 0, samples.length)).toBeLessThan(-90);
    },
  );

  test('a track of no samples is refused', async () => {
    await expect(encodeAudioTrack({ cues: [], totalSamples: 0 }, out, runtime)).rejects.toThrow(RangeError);
  });
});

test('a recording that runs into the next, or past the end, is faded out and does not sound together with it', async () => {
  const low = await wav('low.wav', 3 * SECOND, (i) => 0.3 * Math.sin((i * 200 * 2 * Math.PI) / SECOND));
  const quiet = await wav('quiet.wav', 2 * SECOND, () => 0);
  const cues = [
    { file: low, startSample: 0 },
    { file: quiet, startSample: SECOND },
    { file: low, startSample: 2 * SECOND, samples: SECOND / 2 },
  ];
  await encodeAudioTrack({ cues, totalSamples: 3 * SECOND }, out, runtime);
  const samples = await decode(out);
  expect(level(samples, 4800, SECOND - 4800)).toBeGreaterThan(-15);
  expect(level(samples, SECOND + 2400, 2 * SECOND - 2400)).toBeLessThan(-70);
  expect(level(samples, 2 * SECOND + 4800, 2.5 * SECOND - 4800)).toBeGreaterThan(-15);
  expect(level(samples, 2.5 * SECOND + 2400, 3 * SECOND)).toBeLessThan(-70);
});

describe('what goes wrong leaves no file', () => {
  const leftovers = async () => (await readdir(folder)).filter((name) => name.startsWith('track.m4a'));

  test('a recording of another rate', async () => {
    const file = await wav('slow.wav', 100, () => 0, 44_100);
    await expect(
      encodeAudioTrack({ cues: [{ file, startSample: 0 }], totalSamples: SECOND }, out, runtime),
    ).rejects.toThrow(/48 kHz/);
    expect(await leftovers()).toEqual([]);
  });

  test('cues out of order', async () => {
    const file = await click();
    const cues = [SECOND, 0].map((startSample) => ({ file, startSample }));
    await expect(encodeAudioTrack({ cues, totalSamples: 2 * SECOND }, out, runtime)).rejects.toThrow(RangeError);
    expect(await leftovers()).toEqual([]);
  });

  test('no ffmpeg', async () => {
    const track = encodeAudioTrack({ cues: [], totalSamples: SECOND }, out, { ffmpegPath: '/nowhere/ffmpeg' });
    await expect(track).rejects.toMatchObject({ name: 'FfmpegError' });
    expect(await leftovers()).toEqual([]);
  });

  test('an abort in the middle, with its reason', async () => {
    const reason = new Error('canceled');
    const controller = new AbortController();
    const spec = { cues: [], totalSamples: 4 * 3600 * SECOND };
    const track = encodeAudioTrack(spec, out, { ffmpegPath, signal: controller.signal }, { parts: 2 });
    setTimeout(() => controller.abort(reason), 200);
    await expect(track).rejects.toBe(reason);
    expect(await leftovers()).toEqual([]);
  });
});
