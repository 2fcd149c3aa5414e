import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { decodeM4a } from '#engine/audio-decoding/decoders/m4a.ts';
import { readAdts, silentAacFrames } from '#engine/video/audio/adts.ts';
import { encodeWholeSoundtrack } from '#engine/video/audio/encode-soundtrack.ts';
import { type SoundtrackSpec, snapToAacFrame } from '#engine/video/audio/soundtrack.ts';
import { splitSoundtrack } from '#engine/video/audio/soundtrack-parts.ts';
import { decodeAsPlayed, differenceInDb, ffmpeg, ffmpegPath, levelOf, peakAt } from '#test/support/audio/measure.ts';
import { busySoundAt, clickAt, runtime, SAMPLES_PER_SECOND, Studio } from '#test/support/audio/studio.ts';
import { isWhole } from '#test/support/depth.ts';

let studio: Studio;
beforeEach(async () => {
  studio = await Studio.open();
});
afterEach(() => studio.close());

const tone = (i: number) => 0.3 * Math.sin((i * 200 * 2 * Math.PI) / SAMPLES_PER_SECOND);

/** The first channel as another decoder than ffmpeg (FAAD2) gives it. */
async function decodeBySecondDecoder(file: string): Promise<Int16Array> {
  const pieces: number[] = [];
  for await (const { channels } of decodeM4a(await readFile(file)))
    for (const sample of channels[0] ?? []) pieces.push(Math.round(sample * 32_768));
  return Int16Array.from(pieces);
}

async function muxWithVideo(track: string, fps: number, frames: number): Promise<string> {
  const video = join(studio.folder, 'video.mp4');
  const muxed = join(studio.folder, 'muxed.mp4');
  await ffmpeg('-v', 'error', '-f', 'lavfi', '-i', `color=s=64x64:r=${fps}`, '-frames:v', String(frames), video);
  await ffmpeg('-v', 'error', '-i', video, '-i', track, '-c', 'copy', '-movflags', '+faststart', muxed);
  return muxed;
}

describe('the place of a sound', () => {
  test('is the sample it was planned for, in the track and in an MP4 muxed from it by stream copy', async () => {
    await studio.record('click', 60, clickAt);
    const starts = [0, 49_600, 160_000, 625_601, 1_600_000];
    const cues = starts.map((startSample) => ({ source: 'click', startSample, samples: 60 }));
    const totalSamples = 2_240_000;
    await studio.make({ codec: 'aac', totalSamples, cues });
    for (const samples of [
      await decodeAsPlayed(studio.out),
      await decodeAsPlayed(await muxWithVideo(studio.out, 30, 1400)),
    ]) {
      expect(samples.length).toBe(Math.ceil(totalSamples / 1024) * 1024);
      for (const start of starts) {
        const found = peakAt(samples, Math.max(0, start - 2400), start + 2400);
        expect(Math.abs(found - start)).toBeLessThanOrEqual(2);
      }
    }
  });

  test.runIf(isWhole)('does not move over ten minutes', async () => {
    await studio.record('click', 60, clickAt);
    const starts = [
      0,
      299 * SAMPLES_PER_SECOND + 17,
      301 * SAMPLES_PER_SECOND + 5,
      450 * SAMPLES_PER_SECOND,
      600 * SAMPLES_PER_SECOND - 4801,
    ];
    const cues = starts.map((startSample) => ({ source: 'click', startSample, samples: 60 }));
    await studio.make({ codec: 'aac', totalSamples: 600 * SAMPLES_PER_SECOND, cues });
    const samples = await decodeAsPlayed(await muxWithVideo(studio.out, 24, 240));
    expect(samples.length).toBe(600 * SAMPLES_PER_SECOND);
    for (const start of starts) {
      expect(Math.abs(peakAt(samples, Math.max(0, start - 4800), start + 4800) - start)).toBeLessThanOrEqual(2);
    }
  });
});

describe('a sound in parts', () => {
  test('is the single encode sample for sample, up to the noise of the codec, through its join', async () => {
    // given clicks from before to behind the border of two parts, over a sound that makes the encoder switch windows
    const length = 100 * SAMPLES_PER_SECOND + 321;
    const border = 2813 * 1024;
    const clicks = [-9000, -1025, 0, 511, 5000, 20_000].map((at) => border + at);
    const samples = new Float64Array(length);
    for (let i = 0; i < length; i++) samples[i] = 0.4 * busySoundAt(i);
    for (const at of clicks) for (let i = 0; i < 60; i++) samples[at + i] = (samples[at + i] ?? 0) + clickAt(i);
    await studio.record('busy', length, (i) => samples[i] ?? 0);
    const source = Int16Array.from(samples.map((value) => Math.round(value * 32_767)));
    const spec: SoundtrackSpec = {
      codec: 'aac',
      totalSamples: length,
      cues: [{ source: 'busy', startSample: 0, samples: length }],
    };
    // when
    expect(await studio.make(spec)).toHaveLength(2);
    const parts = await decodeAsPlayed(studio.out);
    await encodeWholeSoundtrack(spec, studio.fileOf, studio.out, runtime);
    const single = await decodeAsPlayed(studio.out);
    // then
    expect(parts.length).toBe(single.length);
    for (let from = 0; from + 4800 <= length; from += 4800) {
      const noise = differenceInDb(source, single, from, from + 4800);
      expect(differenceInDb(source, parts, from, from + 4800)).toBeLessThan(Math.max(noise + 3, -25));
    }
    for (const at of clicks.filter((place) => place !== border)) {
      expect(Math.abs(peakAt(parts, at - 200, at + 200) - at)).toBeLessThanOrEqual(2);
    }
    let furthest = 0;
    for (let i = border - 4096; i < border + 60_000; i++)
      furthest = Math.max(furthest, Math.abs((parts[i] ?? 0) - (single[i] ?? 0)));
    expect(furthest).toBeLessThan(3000);
  });

  test('can be distinguished from one whose join is a frame off', () => {
    const length = 2 * SAMPLES_PER_SECOND;
    const source = Int16Array.from({ length }, (_, i) => Math.round(busySoundAt(i) * 32_767));
    const late = source.map((value, i) => (i < SAMPLES_PER_SECOND ? value : (source[i - 1024] ?? 0)));
    expect(differenceInDb(source, late, SAMPLES_PER_SECOND, SAMPLES_PER_SECOND + 4800)).toBeGreaterThan(-10);
  });

  test('starts and ends with the very frame that stands for silence elsewhere, and is silent there', async () => {
    await studio.record('busy', 2 * SAMPLES_PER_SECOND, busySoundAt);
    const cues = [SAMPLES_PER_SECOND, 8 * SAMPLES_PER_SECOND].map((startSample) => ({
      source: 'busy',
      startSample,
      samples: 2 * SAMPLES_PER_SECOND,
    }));
    const encoded = await studio.make({ codec: 'aac', totalSamples: 12 * SAMPLES_PER_SECOND, cues });
    expect(encoded).toHaveLength(2);
    const silent = Buffer.concat([...silentAacFrames(1, 1)]);
    for (const bytes of encoded) {
      const frames = readAdts(bytes).map(({ offset, length }) => bytes.subarray(offset, offset + length));
      const ends = [frames[0], ...frames.slice(-3)].map((frame) => frame?.toString('hex'));
      expect(ends).toEqual(Array(4).fill(silent.toString('hex')));
    }
    const samples = await decodeAsPlayed(studio.out);
    expect(samples.subarray(4 * SAMPLES_PER_SECOND, 7 * SAMPLES_PER_SECOND).every((sample) => sample === 0)).toBe(true);
    expect(levelOf(samples, 8 * SAMPLES_PER_SECOND, 10 * SAMPLES_PER_SECOND)).toBeGreaterThan(-20);
  });

  test('is heard alike by two decoders, sample for sample, and without a click where parts meet silence', async () => {
    // given two recordings with silence around them, so that four joins lie in silence
    const length = 2 * SAMPLES_PER_SECOND;
    await studio.record('busy', length, busySoundAt);
    const starts = [SAMPLES_PER_SECOND, 5 * SAMPLES_PER_SECOND + 321];
    const cues = starts.map((startSample) => ({ source: 'busy', startSample, samples: length }));
    expect(await studio.make({ codec: 'aac', totalSamples: 9 * SAMPLES_PER_SECOND, cues })).toHaveLength(2);
    // when
    const heard = await decodeAsPlayed(studio.out);
    const other = await decodeBySecondDecoder(studio.out);
    // then
    expect(other.length).toBe(heard.length);
    for (const start of starts) expect(differenceInDb(heard, other, start, start + length)).toBeLessThan(-60);
    const furthest = heard.reduce((most, sample, i) => Math.max(most, Math.abs(sample - (other[i] ?? 0))), 0);
    expect(furthest).toBeLessThanOrEqual(2);
    // A frame before a recording and two behind it, its sound has not started or has ended: all is silent, joins included.
    const isSilent = (from: number, to: number) => heard.subarray(from, to).every((sample) => sample === 0);
    const [first = 0, second = 0] = starts;
    expect(isSilent(0, first - 1024)).toBe(true);
    expect(isSilent(first + length + 2048, second - 1024)).toBe(true);
    expect(isSilent(second + length + 2048, heard.length)).toBe(true);
  });

  test.each([[1], [2]] as const)('the frame for silence is the encoder’s own, %i channels', async (channels) => {
    const music = await studio.compose('nothing', channels === 1 ? '0' : '0|0', 3);
    const spec: SoundtrackSpec = { codec: 'aac', totalSamples: 3 * SAMPLES_PER_SECOND, cues: [], music };
    const [bytes] = await studio.make(spec);
    expect(
      bytes?.equals(Buffer.concat([...silentAacFrames(channels, Math.ceil((3 * SAMPLES_PER_SECOND) / 1024) + 1)])),
    ).toBe(true);
  });

  test('has equal bytes where its content is equal, wherever it lies', async () => {
    // given three recordings, and the same behind another one, the last cut a second earlier
    for (const name of ['a', 'b', 'c', 'new'])
      await studio.record(name, 3 * SAMPLES_PER_SECOND, (i) => busySoundAt(i + name.charCodeAt(0) * 999));
    const deck = (shift: number, last: number) => [
      { source: 'a', startSample: snapToAacFrame(SAMPLES_PER_SECOND + shift), samples: 3 * SAMPLES_PER_SECOND },
      { source: 'b', startSample: snapToAacFrame(6 * SAMPLES_PER_SECOND + shift), samples: 3 * SAMPLES_PER_SECOND },
      { source: 'c', startSample: snapToAacFrame(11 * SAMPLES_PER_SECOND + shift), samples: last },
    ];
    const before: SoundtrackSpec = {
      codec: 'aac',
      totalSamples: 15 * SAMPLES_PER_SECOND,
      cues: deck(0, 3 * SAMPLES_PER_SECOND),
    };
    const added = { source: 'new', startSample: SAMPLES_PER_SECOND, samples: 3 * SAMPLES_PER_SECOND };
    const after = {
      ...before,
      totalSamples: 25 * SAMPLES_PER_SECOND,
      cues: [added, ...deck(234_567, 2 * SAMPLES_PER_SECOND)],
    };
    // when
    const [a, b, c] = await studio.make(before);
    const [, a2, b2, c2] = await studio.make(after);
    // then
    const contents = (spec: SoundtrackSpec) => splitSoundtrack(spec).map(({ content }) => content);
    expect(
      contents(after)
        .slice(1)
        .map((content, i) => content === contents(before)[i]),
    ).toEqual([true, true, false]);
    expect([a2 && a?.equals(a2), b2 && b?.equals(b2), c2 && c?.equals(c2)]).toEqual([true, true, false]);
  });
});

describe('lengths', () => {
  test.each([1, 1023, 1024, 1025, 336_333])(
    '%i samples come back, filled up to a whole frame',
    async (totalSamples) => {
      await studio.make({ codec: 'aac', totalSamples, cues: [] });
      const samples = await decodeAsPlayed(studio.out);
      expect(samples.length).toBe(Math.ceil(totalSamples / 1024) * 1024);
      expect(samples.every((sample) => sample === 0)).toBe(true);
    },
  );

  test('speech up to the last sample of the video is not cut short', async () => {
    await studio.record('tone', 2 * SAMPLES_PER_SECOND, tone);
    await studio.make({
      codec: 'aac',
      totalSamples: 2 * SAMPLES_PER_SECOND,
      cues: [{ source: 'tone', startSample: 0, samples: 2 * SAMPLES_PER_SECOND }],
    });
    const samples = await decodeAsPlayed(studio.out);
    expect(levelOf(samples, 2 * SAMPLES_PER_SECOND - 960, 2 * SAMPLES_PER_SECOND)).toBeCloseTo(
      levelOf(samples, 0, SAMPLES_PER_SECOND),
      0,
    );
  });

  test.each([0, 100_000])('Opus has every sample of the video and none more, cue at %i', async (startSample) => {
    await studio.record('click', 60, clickAt);
    const totalSamples = 333_333;
    const spec: SoundtrackSpec = { codec: 'opus', totalSamples, cues: [{ source: 'click', startSample, samples: 60 }] };
    await studio.make(spec);
    const samples = await decodeAsPlayed(studio.out);
    expect(samples.length).toBe(totalSamples);
    expect(Math.abs(peakAt(samples, 0, totalSamples) - startSample)).toBeLessThanOrEqual(2);
  });
});

test('a recording that runs into the next, or past the end, is faded out and does not sound together with it', async () => {
  await studio.record('low', 3 * SAMPLES_PER_SECOND, tone);
  await studio.record('quiet', 2 * SAMPLES_PER_SECOND, () => 0);
  const cues = [
    { source: 'low', startSample: 0, samples: 3 * SAMPLES_PER_SECOND },
    { source: 'quiet', startSample: SAMPLES_PER_SECOND, samples: 2 * SAMPLES_PER_SECOND },
    { source: 'low', startSample: 2 * SAMPLES_PER_SECOND, samples: SAMPLES_PER_SECOND / 2 },
  ];
  await studio.make({ codec: 'aac', totalSamples: 3 * SAMPLES_PER_SECOND, cues });
  const samples = await decodeAsPlayed(studio.out);
  expect(levelOf(samples, 4800, SAMPLES_PER_SECOND - 4800)).toBeGreaterThan(-15);
  expect(levelOf(samples, SAMPLES_PER_SECOND + 2400, 2 * SAMPLES_PER_SECOND - 2400)).toBeLessThan(-70);
  expect(levelOf(samples, 2 * SAMPLES_PER_SECOND + 4800, 2.5 * SAMPLES_PER_SECOND - 4800)).toBeGreaterThan(-15);
  expect(levelOf(samples, 2.5 * SAMPLES_PER_SECOND + 2400, 3 * SAMPLES_PER_SECOND)).toBeLessThan(-70);
});

describe('what goes wrong leaves no file', () => {
  const leftovers = async () => (await readdir(studio.folder)).filter((name) => name.startsWith('sound.m4a'));
  const spec = (seconds: number): SoundtrackSpec => ({
    codec: 'aac',
    totalSamples: seconds * SAMPLES_PER_SECOND,
    cues: [{ source: 'words', startSample: 0, samples: seconds * SAMPLES_PER_SECOND }],
  });

  test('a recording of another rate', async () => {
    await studio.record('words', 100, () => 0, 44_100);
    await expect(encodeWholeSoundtrack(spec(1), studio.fileOf, studio.out, runtime)).rejects.toThrow(/48 kHz/);
    expect(await leftovers()).toEqual([]);
  });

  test('no ffmpeg', async () => {
    await studio.record('words', 100, () => 0);
    const track = encodeWholeSoundtrack(spec(1), studio.fileOf, studio.out, { ffmpegPath: '/nowhere/ffmpeg' });
    await expect(track).rejects.toMatchObject({ name: 'FfmpegError' });
    expect(await leftovers()).toEqual([]);
  });

  test('an abort in the middle, with its reason', async () => {
    const reason = new Error('canceled');
    const controller = new AbortController();
    await studio.record('words', 100, () => 0);
    const track = encodeWholeSoundtrack(spec(4 * 3600), studio.fileOf, studio.out, {
      ffmpegPath,
      signal: controller.signal,
    });
    setTimeout(() => controller.abort(reason), 200);
    await expect(track).rejects.toBe(reason);
    expect(await leftovers()).toEqual([]);
  });
});
