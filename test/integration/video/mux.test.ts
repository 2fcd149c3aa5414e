import { readdir, readFile, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { UnsupportedStreamError } from '#engine/video/bits/stream-errors.ts';
import type { ElementaryStreamChunk } from '#engine/video/elementary/synthesized-frames.ts';
import { inspectMp4 } from '#engine/video/mp4/inspect.ts';
import { MuxCheckError } from '#engine/video/mux/check-muxed.ts';
import { muxVideo, type VideoMuxSpec } from '#engine/video/mux/mux-video.ts';
import { inspectWebm } from '#engine/video/webm/inspect.ts';
import { isTried } from '#test/support/depth.ts';
import {
  av1Sample,
  elementaryStream,
  inPieces,
  rawFormat,
  type SampleCodec,
  SIZE,
} from '#test/support/video/elementary-streams.ts';
import { ffmpegOutput, frameHashes, runtime, temporaryFolder } from '#test/support/video/pictures.ts';

const AV1 = { frames: 5, width: 64, height: 64, keyframes: [0, 3] };
const OTHERS = { frames: 45, ...SIZE, keyframes: [0, 15, 30] };

async function sample(codec: SampleCodec): Promise<{ spec: VideoMuxSpec; bytes: Buffer; keyframes: number[] }> {
  const { frames, keyframes, ...size } = codec === 'av1' ? AV1 : OTHERS;
  const bytes = codec === 'av1' ? await av1Sample() : await elementaryStream(codec, { frames, fps: 30, every: 15 });
  const settings = { codec, ...size, fps: 30, quality: 'standard' } as const;
  return { spec: { settings, frames, stream: () => inPieces(bytes) }, bytes, keyframes };
}

const named = (folder: string, codec: SampleCodec): string => join(folder, codec === 'vp9' ? 'a.webm' : 'a.mp4');

test.each(['h264', 'h265', 'vp9', 'av1'] as const)(
  'an %s file has the frames of its stream, and no others',
  async (codec) => {
    await using folder = await temporaryFolder();
    const { spec, bytes, keyframes } = await sample(codec);
    const file = named(folder.path, codec);
    const raw = join(folder.path, 'stream');
    await writeFile(raw, bytes);

    const muxed = await muxVideo(spec, file, runtime);

    const { size } = await stat(file);
    expect(muxed).toEqual({ frames: spec.frames, durationSeconds: spec.frames / 30, bytes: size });
    const hashes = await frameHashes(raw, ['-f', rawFormat[codec]]);
    expect(hashes).toHaveLength(spec.frames);
    expect(await frameHashes(file, ['-err_detect', 'explode'])).toEqual(hashes);
    const video = codec === 'vp9' ? (await inspectWebm(file)).video : (await inspectMp4(file)).video;
    expect(video.keyframes).toEqual(keyframes);
  },
);

test.each(([24, 25, 30, 50, 60] as const).filter((_, at) => isTried(at, 2)))(
  'at %i fps every frame lasts exactly as long',
  async (fps) => {
    await using folder = await temporaryFolder();
    const frames = 13;
    for (const codec of ['h264', 'vp9'] as const) {
      const bytes = await elementaryStream(codec, { frames, fps, every: 5 });
      const settings = { codec, ...SIZE, fps, quality: 'standard' } as const;
      await muxVideo({ settings, frames, stream: () => inPieces(bytes) }, named(folder.path, codec), runtime);
    }
    const mp4 = await inspectMp4(join(folder.path, 'a.mp4'));
    expect(mp4.video.runs).toEqual([{ count: frames, duration: 1000 }]);
    expect(mp4.video).toMatchObject({ timescale: fps * 1000, duration: frames * 1000, shifts: [] });
    expect([mp4.durationSeconds, mp4.isFastStart, mp4.audio]).toEqual([frames / fps, true, undefined]);
    const webm = await inspectWebm(join(folder.path, 'a.webm'));
    expect(webm.video.times).toEqual(Array.from({ length: frames }, (_, i) => Math.round((i * 1000) / fps)));
    expect(webm.durationSeconds).toBeCloseTo(frames / fps, 9);
  },
);

test.each([
  ['h264', 'avc1', 'avcC'],
  ['h265', 'hvc1', 'hvcC'],
  ['av1', 'av01', 'av1C'],
] as const)('an %s sample entry is one %s with its %s, the colours and square pixels', async (codec, entry, box) => {
  await using folder = await temporaryFolder();
  const file = join(folder.path, 'a.mp4');
  await muxVideo((await sample(codec)).spec, file, runtime);
  const { type, boxes } = (await inspectMp4(file)).video.sampleEntry;
  expect([type, ...boxes.map((inner) => inner.type)]).toEqual([entry, box, 'colr', 'pasp']);
  const colours = boxes.find((inner) => inner.type === 'colr')?.body.toString('hex');
  expect(colours).toBe(`${Buffer.from('nclx').toString('hex')}00010001000100`);
});

test('parameter sets are in the sample entry alone', async () => {
  await using folder = await temporaryFolder();
  const file = join(folder.path, 'a.mp4');
  await muxVideo((await sample('h264')).spec, file, runtime);
  const { avcC } = (await inspectMp4(file)).video.sampleEntry;
  const [sps, ...more] = avcC?.sps ?? [];
  if (!sps) throw new Error('no SPS');
  expect([more.length, avcC?.pps.length]).toEqual([0, 1]);
  const bytes = await readFile(file);
  expect(bytes.indexOf(sps)).toBeGreaterThan(0);
  expect(bytes.indexOf(sps, bytes.indexOf(sps) + 1)).toBe(-1);
});

test('the index of a WebM file stands in front, and leads to key frames a second apart or more', async () => {
  await using folder = await temporaryFolder();
  const bytes = await elementaryStream('vp9', { frames: 100, fps: 25, every: 10 });
  const settings = { codec: 'vp9', ...SIZE, fps: 25, quality: 'standard' } as const;
  const file = join(folder.path, 'a.webm');
  await muxVideo({ settings, frames: 100, stream: () => inPieces(bytes) }, file, runtime);
  const { cuesInFront, cues, video } = await inspectWebm(file);
  expect(cuesInFront).toBe(true);
  expect(cues).toEqual([0, 1200, 2400, 3600]);
  expect(video.keyframes).toEqual([0, 10, 20, 30, 40, 50, 60, 70, 80, 90]);
});

test('clips that do not join are encoded again, once', async () => {
  await using folder = await temporaryFolder();
  const { spec, bytes, keyframes } = await sample('h264');
  const file = join(folder.path, 'a.mp4');
  let asked = 0;
  const reencode = async (outFile: string): Promise<void> => {
    asked += 1;
    await writeFile(outFile, bytes);
  };
  // biome-ignore lint/correctness/useYield: it fails before its first piece
  const stream = async function* (): AsyncGenerator<Buffer> {
    throw new UnsupportedStreamError('parameter_sets', 'they differ');
  };

  await muxVideo({ ...spec, stream, reencode }, file, runtime);

  expect([asked, (await inspectMp4(file)).video.keyframes]).toEqual([1, keyframes]);
  expect(await readdir(folder.path)).toEqual(['a.mp4']);
  await expect(muxVideo({ ...spec, stream }, file, runtime)).rejects.toThrow(UnsupportedStreamError);
});

test('parameter sets that change within a stream are refused', async () => {
  await using folder = await temporaryFolder();
  for (const [codec, extra] of [
    ['h264', ['-coder', '1']],
    ['h265', ['-x265-params', 'log-level=error:bframes=0:repeat-headers=1:ctu=16']],
  ] as const) {
    const plan = { frames: 5, fps: 30, every: 5 } as const;
    const bytes = Buffer.concat([
      await elementaryStream(codec, plan),
      await elementaryStream(codec, { ...plan, extra: [...extra] }),
    ]);
    const settings = { codec, ...SIZE, fps: 30, quality: 'standard' } as const;
    const muxing = muxVideo(
      { settings, frames: 10, stream: () => inPieces(bytes) },
      join(folder.path, 'a.mp4'),
      runtime,
    );
    await expect(muxing).rejects.toThrow(UnsupportedStreamError);
  }
});

test('a stream with frames out of order is refused', async () => {
  await using folder = await temporaryFolder();
  for (const [codec, extra] of [
    ['h264', ['-x264-params', 'bframes=2:b-adapt=0']],
    ['h265', ['-x265-params', 'log-level=error:bframes=2:b-adapt=0:repeat-headers=1']],
  ] as const) {
    const bytes = await elementaryStream(codec, { frames: 8, fps: 30, every: 8, extra });
    const settings = { codec, ...SIZE, fps: 30, quality: 'standard' } as const;
    const muxing = muxVideo(
      { settings, frames: 8, stream: () => inPieces(bytes) },
      join(folder.path, 'a.mp4'),
      runtime,
    );
    await expect(muxing).rejects.toThrow('frames may be reordered');
  }
});

test.each(['h264', 'h265', 'vp9', 'av1'] as const)(
  'a plan that an %s stream does not meet is an error',
  async (codec) => {
    await using folder = await temporaryFolder();
    const { spec } = await sample(codec);
    const file = named(folder.path, codec);
    const { settings, frames } = spec;
    await expect(muxVideo({ ...spec, frames: frames + 1 }, file, runtime)).rejects.toThrow(MuxCheckError);
    await expect(muxVideo({ ...spec, frames: frames - 1 }, file, runtime)).rejects.toThrow(/planned/);
    const wider = { ...settings, width: 320 };
    await expect(muxVideo({ ...spec, settings: wider }, file, runtime)).rejects.toThrow(MuxCheckError);
    const counted = async function* (seen: {
      frames: number;
      keyframes: number[];
    }): AsyncGenerator<ElementaryStreamChunk> {
      Object.assign(seen, { frames, keyframes: [0] });
      yield* spec.stream(seen);
    };
    await expect(muxVideo({ ...spec, stream: counted }, file, runtime)).rejects.toThrow('not the key frames');
    expect(await readdir(folder.path)).toEqual([]);
  },
);

test.each(['h264', 'vp9'] as const)('an %s stream that was cut off is not taken for a whole one', async (codec) => {
  await using folder = await temporaryFolder();
  const { spec, bytes } = await sample(codec);
  const half = bytes.subarray(0, Math.floor(bytes.length / 2));
  const muxing = muxVideo({ ...spec, stream: () => inPieces(half) }, named(folder.path, codec), runtime);
  await expect(muxing).rejects.toThrow();
  expect(await readdir(folder.path)).toEqual([]);
});

test('an abort ends the mux and leaves nothing behind', async () => {
  await using folder = await temporaryFolder();
  const { spec, bytes } = await sample('h264');
  const reason = new Error('canceled');
  const controller = new AbortController();
  const stream = async function* (): AsyncGenerator<Buffer> {
    for await (const piece of inPieces(bytes)) {
      yield piece;
      controller.abort(reason);
    }
  };
  const muxing = muxVideo({ ...spec, stream }, join(folder.path, 'a.mp4'), { ...runtime, signal: controller.signal });
  await expect(muxing).rejects.toBe(reason);
  expect(await readdir(folder.path)).toEqual([]);
});

test('two files of the same parts are the same', async () => {
  await using folder = await temporaryFolder();
  for (const codec of ['h264', 'vp9'] as const) {
    const { spec } = await sample(codec);
    const file = named(folder.path, codec);
    await muxVideo({ ...spec, title: 'a', creationTime: '2026-01-02T03:04:05.000Z' }, file, runtime);
    const first = await readFile(file);
    await muxVideo({ ...spec, title: 'a', creationTime: '2026-01-02T03:04:05.000Z' }, file, runtime);
    expect((await readFile(file)).equals(first)).toBe(true);
  }
});

test.each(['h264', 'vp9'] as const)(
  'an %s file without text has neither title nor chapters nor captions',
  async (codec) => {
    await using folder = await temporaryFolder();
    const file = named(folder.path, codec);
    await muxVideo(
      { ...(await sample(codec)).spec, chapters: [], captions: { language: 'en', cues: [] } },
      file,
      runtime,
    );
    const metadata = (await ffmpegOutput([{ at: file, options: [] }], ['-f', 'ffmetadata'])).toString();
    expect(metadata).not.toMatch(/title|CHAPTER/);
    if (codec === 'vp9') expect(await inspectWebm(file)).toMatchObject({ chapters: [], captions: undefined });
  },
);
