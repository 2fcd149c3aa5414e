import { appendFile, copyFile, readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { expect, test } from 'vitest';
import { encodeSegment, type SegmentSpec } from '../../../lib/video/encode-segment.ts';
import { runFfmpeg } from '../../../lib/video/ffmpeg/run.ts';
import { inspectMp4 } from '../../../lib/video/inspect.ts';
import { MuxCheckError, muxVideo } from '../../../lib/video/mux.ts';
import { ANNEX_B, ffmpegOutput, frameHashes, pictures, runsOf, runtime, temporaryFolder } from './support.ts';

const SIZE = { width: 160, height: 96 };
const spec = (frames: number[], fps: SegmentSpec['fps'] = 30): SegmentSpec => ({
  ...SIZE,
  fps,
  quality: 'standard',
  frames,
});

async function segment(file: string, frames: number[], seed: number, fps: SegmentSpec['fps'] = 30): Promise<string> {
  await encodeSegment(
    spec(frames, fps),
    pictures(
      SIZE,
      frames.map((_, i) => seed + i),
    ),
    file,
    runtime,
  );
  return file;
}

test.each([24, 25, 30, 50, 60] as const)('at %i fps every frame lasts as long, and none is lost', async (fps) => {
  await using folder = await temporaryFolder();
  const first = await segment(join(folder.path, '1.h264'), [1, 7, 137], 1, fps);
  const second = await segment(join(folder.path, '2.h264'), [899], 9, fps);
  const file = join(folder.path, 'a.mp4');

  const muxed = await muxVideo({ segments: [first, second], fps, ...SIZE, frames: 1044 }, file, runtime);

  expect(muxed).toEqual({ frames: 1044, durationSeconds: 1044 / fps, bytes: (await readFile(file)).length });
  const { video, fastStart, audio } = await inspectMp4(file);
  expect(video.runs).toEqual([{ count: 1044, duration: 1000 }]);
  expect(video).toMatchObject({ timescale: fps * 1000, duration: 1_044_000, reorders: false });
  expect({ fastStart, audio }).toEqual({ fastStart: true, audio: undefined });
  expect(runsOf(await frameHashes(file)).map(([, count]) => count)).toEqual([1, 7, 137, 899]);
});

test('sync samples are the IDR pictures, five seconds apart at most', async () => {
  await using folder = await temporaryFolder();
  const first = await segment(join(folder.path, '1.h264'), [1, 300], 1);
  const file = join(folder.path, 'a.mp4');
  await muxVideo({ segments: [first, first], fps: 30, ...SIZE, frames: 602 }, file, runtime);
  expect((await inspectMp4(file)).video.keyframes).toEqual([0, 1, 151, 301, 302, 452]);
});

test('parameter sets are in the sample entry alone, which states profile, depth and colours', async () => {
  await using folder = await temporaryFolder();
  const first = await segment(join(folder.path, '1.h264'), [5, 5], 1);
  const file = join(folder.path, 'a.mp4');
  await muxVideo({ segments: [first], fps: 30, ...SIZE, frames: 10 }, file, runtime);

  const { video } = await inspectMp4(file);
  const { avcC, boxes } = video.sampleEntry;
  expect(avcC).toMatchObject({ profile: 100, hasHighProfileExtension: true });
  expect([avcC.sps.length, avcC.pps.length]).toEqual([1, 1]);
  expect(boxes.map(({ type }) => type)).toContain('colr');
  // Once in the whole file: not in the samples.
  const bytes = await readFile(file);
  const sps = avcC.sps[0] as Buffer;
  expect(bytes.indexOf(sps, bytes.indexOf(sps) + 1)).toBe(-1);
});

test('single-frame segments from separate encodings join, each with its own picture', async () => {
  await using folder = await temporaryFolder();
  const segments = await Promise.all([1, 2, 3, 4].map((seed) => segment(join(folder.path, `${seed}.h264`), [1], seed)));
  const file = join(folder.path, 'a.mp4');
  await muxVideo({ segments, fps: 30, ...SIZE, frames: 4 }, file, runtime);
  expect(new Set(await frameHashes(file)).size).toBe(4);
});

test('title and creation time are written', async () => {
  await using folder = await temporaryFolder();
  const first = await segment(join(folder.path, '1.h264'), [5], 1);
  const file = join(folder.path, 'a.mp4');
  const creationTime = '2026-01-02T03:04:05.000Z';
  await muxVideo({ segments: [first], fps: 30, ...SIZE, frames: 5, title: 'Two words', creationTime }, file, runtime);
  const metadata = (await ffmpegOutput([{ at: file, options: [] }], ['-f', 'ffmetadata'])).toString();
  expect(metadata).toContain('title=Two words');
  // Seconds since 1904, in the movie header.
  const bytes = await readFile(file);
  expect(bytes.readUInt32BE(bytes.indexOf('mvhd') + 8)).toBe(Date.parse(creationTime) / 1000 + 2_082_844_800);
});

const RATE = 48_000;
const FIRST_CLICK = 0.5;
const CLICK_EVERY = 1;

/** Silence with a short loud burst at 0.5 s and every second after it, as AAC. */
async function clicks(file: string, seconds: number): Promise<void> {
  const pcm = Buffer.alloc(RATE * seconds * 2);
  for (let click = FIRST_CLICK; click < seconds; click += CLICK_EVERY) {
    for (let i = 0; i < 480; i++) pcm.writeInt16LE(i % 16 < 8 ? 20_000 : -20_000, (Math.round(click * RATE) + i) * 2);
  }
  const input = { at: Readable.from([pcm]), options: ['-f', 's16le', '-ar', String(RATE), '-ac', '1'] };
  await runFfmpeg({ inputs: [input], output: { at: file, options: ['-c:a', 'aac', '-b:a', '128k'] } }, runtime);
}

/** Where the loud bursts start in the decoded audio of a file, in seconds. */
async function clicksHeard(file: string): Promise<number[]> {
  const pcm = await ffmpegOutput([{ at: file, options: [] }], ['-map', '0:a:0', '-f', 's16le']);
  const heard: number[] = [];
  for (let i = 0; i < pcm.length / 2; i++) {
    const time = i / RATE;
    if (Math.abs(pcm.readInt16LE(i * 2)) > 9_000 && time - (heard.at(-1) ?? -1) > CLICK_EVERY / 2) heard.push(time);
  }
  return heard;
}

test.each(['aac', 'm4a'])(
  'the sound of an .%s file is where it was recorded, from the start to the end',
  async (extension) => {
    await using folder = await temporaryFolder();
    const audioFile = join(folder.path, `clicks.${extension}`);
    await clicks(audioFile, 60);
    const first = await segment(join(folder.path, '1.h264'), [1800, 1800], 1, 60);
    const file = join(folder.path, 'a.mp4');

    await muxVideo({ segments: [first], fps: 60, ...SIZE, frames: 3600, audioFile }, file, runtime);

    const heard = await clicksHeard(file);
    expect(heard).toHaveLength(60);
    const worst = Math.max(...heard.map((time, i) => Math.abs(time - FIRST_CLICK - i * CLICK_EVERY)));
    expect(worst).toBeLessThan(0.001);
    const { durationSeconds, audio } = await inspectMp4(file);
    expect(durationSeconds).toBe(60);
    expect(audio?.edits).toEqual([{ duration: 3_600_000, mediaTime: 1024 }]);
  },
);

test('audio that is longer than the video is not heard beyond it, and shorter audio leaves the video whole', async () => {
  await using folder = await temporaryFolder();
  const audioFile = join(folder.path, 'clicks.m4a');
  await clicks(audioFile, 4);
  const file = join(folder.path, 'a.mp4');
  for (const [frames, audioTicks] of [
    [60, 60_000],
    [300, 120_000],
  ] as const) {
    const one = await segment(join(folder.path, '1.h264'), [frames], 1);
    const muxed = await muxVideo({ segments: [one], fps: 30, ...SIZE, frames, audioFile }, file, runtime);
    const { video, audio } = await inspectMp4(file);
    expect([muxed.durationSeconds, video.samples]).toEqual([frames / 30, frames]);
    const [edit] = audio?.edits ?? [];
    // The encoder fills its last packet up: up to 1,024 samples, 640 ticks, more than the recording.
    expect(edit?.duration).toBeGreaterThanOrEqual(audioTicks);
    expect(edit?.duration).toBeLessThan(audioTicks + 640);
  }
});

test('segments whose parameter sets differ are encoded again as one', async () => {
  await using folder = await temporaryFolder();
  const first = await segment(join(folder.path, '1.h264'), [40, 3], 1);
  const second = join(folder.path, '2.h264');
  const other = await encodeSegment(spec([20]), pictures(SIZE, [7]), second, runtime, { extraX264: ['8x8dct=0'] });
  const usual = await encodeSegment(spec([1]), pictures(SIZE, [7]), join(folder.path, '3.h264'), runtime);
  expect(other.parameterSets).not.toBe(usual.parameterSets);
  const file = join(folder.path, 'a.mp4');

  await muxVideo({ segments: [first, second], fps: 30, ...SIZE, frames: 63 }, file, runtime);

  const { video } = await inspectMp4(file);
  expect(video.keyframes).toEqual([0, 40, 43]);
  expect(video.runs).toEqual([{ count: 63, duration: 1000 }]);
  expect(await frameHashes(file)).toHaveLength(63);
});

test('a plan that the segments do not meet is an error, and nothing is left behind', async () => {
  await using folder = await temporaryFolder();
  const first = await segment(join(folder.path, '1.h264'), [10], 1);
  const file = join(folder.path, 'a.mp4');
  const plan = { segments: [first], fps: 30, ...SIZE, frames: 10 } as const;
  await expect(muxVideo({ ...plan, frames: 11 }, file, runtime)).rejects.toThrow(MuxCheckError);
  await expect(muxVideo({ ...plan, width: 320 }, file, runtime)).rejects.toThrow(MuxCheckError);
  expect(await readdir(folder.path)).toEqual(['1.h264']);
});

test('a segment that was cut off is not taken for a whole one', async () => {
  await using folder = await temporaryFolder();
  const first = await segment(join(folder.path, '1.h264'), [10, 10], 1);
  const bytes = await readFile(first);
  await writeFile(first, bytes.subarray(0, Math.floor(bytes.length / 2)));
  const file = join(folder.path, 'a.mp4');
  await expect(muxVideo({ segments: [first], fps: 30, ...SIZE, frames: 20 }, file, runtime)).rejects.toThrow();
});

test('an abort ends the mux and leaves nothing behind', async () => {
  await using folder = await temporaryFolder();
  const first = await segment(join(folder.path, '1.h264'), [10], 1);
  const reason = new Error('canceled');
  const plan = { segments: [first], fps: 30, ...SIZE, frames: 10 } as const;
  const signal = AbortSignal.abort(reason);
  await expect(muxVideo(plan, join(folder.path, 'a.mp4'), { ...runtime, signal })).rejects.toBe(reason);
  expect(await readdir(folder.path)).toEqual(['1.h264']);
});

test('the stream of a finished file is the stream of its segments', async () => {
  await using folder = await temporaryFolder();
  const first = await segment(join(folder.path, '1.h264'), [3, 30], 1);
  const second = await segment(join(folder.path, '2.h264'), [12], 5);
  const file = join(folder.path, 'a.mp4');
  await muxVideo({ segments: [first, second], fps: 30, ...SIZE, frames: 45 }, file, runtime);
  const joined = join(folder.path, 'joined.h264');
  await copyFile(first, joined);
  await appendFile(joined, await readFile(second));
  expect(await frameHashes(file)).toEqual(await frameHashes(joined, ANNEX_B));
});
