import { access } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { UnsupportedStreamError } from '#engine/video/bits/stream-errors.ts';
import type { MovingStretch } from '#engine/video/clips/clip.ts';
import { codecFactsOf } from '#engine/video/codecs/codec-facts.ts';
import { encodeMovingClips, encodeStillClips } from '#engine/video/encode-clips.ts';
import { joinClipsIntoElementaryStream } from '#engine/video/mux/mux-clips.ts';
import { PictureMismatchError, type RawPicture, type YuvPicture } from '#engine/video/picture.ts';
import type { VideoSettings } from '#engine/video/settings.ts';
import { lumaOf, lumaOfFrames, type Plane, ssim } from '#test/bench/ssim.ts';
import {
  decodedFrames,
  gopCodecs,
  gopRuntime,
  itemsOf,
  muxBothWays,
  placeClips,
  settingsOf,
} from '#test/support/video/gop-clips.ts';
import { patternedPicture, pictures, runsOf, temporaryFolder } from '#test/support/video/pictures.ts';

async function* movesOf(settings: VideoSettings, frames: readonly number[]): AsyncGenerator<MovingStretch> {
  for (const count of frames) yield { frames: count, pictures: () => greyRamp(settings, count) };
}

/** Every frame a little lighter than the one before. */
async function* greyRamp({ width, height }: VideoSettings, frames: number): AsyncGenerator<YuvPicture> {
  for (let frame = 0; frame < frames; frame++) {
    const data = new Uint8Array((width * height * 3) / 2).fill(128);
    data.fill(60 + 4 * frame, 0, width * height);
    yield { width, height, data };
  }
}

async function lumaFrames(file: string, settings: VideoSettings): Promise<Plane[]> {
  const planes: Plane[] = [];
  for await (const plane of lumaOfFrames(file, { every: 1, offset: 0, ...settings }, gopRuntime)) planes.push(plane);
  return planes;
}

describe.each(gopCodecs)('%s', (codec) => {
  const settings = settingsOf(codec);
  const isCopied = codecFactsOf(codec).copiesStills;

  test('every picture is held for exactly its frames, like what was drawn, and decodes without complaint', async () => {
    await using folder = await temporaryFolder();
    const file = join(folder.path, 'clips');
    const shown = [1, 1, 7, 200, 3];
    const seeds = [1, 2, 3, 4, 5];

    const clips = await encodeStillClips(settings, pictures(settings, seeds), file, gopRuntime);
    const video = await muxBothWays(settings, placeClips(file, clips, shown), folder.path);

    expect(clips.map(({ form }) => form)).toEqual(seeds.map(() => (isCopied ? 'key_frame' : 'still_gop')));
    expect(video.frames).toBe(212);
    const { hashes, times } = await decodedFrames(video.file);
    expect(hashes).toHaveLength(212);
    expect(times.filter((time, i) => i > 0 && time <= (times[i - 1] ?? 0))).toEqual([]);
    if (isCopied) expect(runsOf(hashes).map(([, count]) => count)).toEqual(shown);
    const planes = await lumaFrames(video.file, settings);
    const drawn = seeds.flatMap((seed, i) => new Array<number>(shown[i] ?? 0).fill(seed));
    const likeness = planes.map((plane, i) => ssim(plane, lumaOf(patternedPicture(settings, drawn[i] ?? 0))));
    expect(Math.min(...likeness)).toBeGreaterThan(0.97);
  });

  test('key frames come where a picture starts, and at least every 5 s', async () => {
    await using folder = await temporaryFolder();
    const file = join(folder.path, 'clips');

    const clips = await encodeStillClips(settings, pictures(settings, [1, 2]), file, gopRuntime);
    const { keyframes } = await muxBothWays(settings, placeClips(file, clips, [301, 30]), folder.path);

    expect(keyframes).toContain(301);
    const steps = [...keyframes, 331].map((frame, i, all) => frame - (all[i - 1] ?? 0));
    expect(Math.max(...steps)).toBeLessThanOrEqual(150);
  });

  test('moves of any quality join, and show each of their pictures once', async () => {
    await using folder = await temporaryFolder();
    const [stills, moves] = [join(folder.path, 'stills'), join(folder.path, 'moves')];
    const high = { ...settings, quality: 'high' } as const;

    const [first, last] = await encodeStillClips(settings, pictures(settings, [1, 2]), stills, gopRuntime);
    const moving = await encodeMovingClips(high, movesOf(settings, [9, 1]), moves, gopRuntime);
    if (!first || !last) throw new Error('two clips were expected');
    const row = [
      ...placeClips(stills, [first], [2]),
      ...placeClips(moves, moving, []),
      ...placeClips(stills, [last], [4]),
    ];
    const video = await muxBothWays(settings, row, folder.path);

    expect(moving).toMatchObject([
      { form: 'moving', frames: 9, offset: 0 },
      { form: 'moving', frames: 1, offset: moving[0]?.bytes },
    ]);
    expect(video).toMatchObject({ frames: 16, keyframes: [0, 2, 11, 12] });
    await decodedFrames(video.file);
    const planes = await lumaFrames(video.file, settings);
    expect(planes).toHaveLength(16);
    const means = planes
      .slice(2, 12)
      .map(({ samples }) => samples.reduce((sum, value) => sum + value) / samples.length);
    const expected = [0, 1, 2, 3, 4, 5, 6, 7, 8, 0].map((frame) => 60 + 4 * frame);
    expect(means.map((mean, i) => Math.abs(mean - (expected[i] ?? 0))).filter((error) => error > 1.5)).toEqual([]);
  });

  // Bytes may differ: x265 marks its pictures by their number, in a bit without meaning.
  test('what a clip shows does not depend on the pictures before it', async () => {
    await using folder = await temporaryFolder();
    const [row, alone] = [join(folder.path, 'row'), join(folder.path, 'alone')];

    const clips = await encodeStillClips(settings, pictures(settings, [1, 2, 3]), row, gopRuntime);
    const same = await encodeStillClips(settings, pictures(settings, [3]), alone, gopRuntime);
    const clip = [...placeClips(row, clips.slice(2), [5]), ...placeClips(alone, same, [5])];
    const { hashes } = await decodedFrames((await muxBothWays(settings, clip, folder.path)).file);

    expect(hashes.slice(0, 5)).toEqual(hashes.slice(5));
  });

  test('clips whose parameter sets or number of frames are not as stated do not join', async () => {
    await using folder = await temporaryFolder();
    const file = join(folder.path, 'clips');
    const [clip] = await encodeStillClips(settings, pictures(settings, [1]), file, gopRuntime);
    if (!clip) throw new Error('a clip was expected');
    const read = (changed: object) =>
      itemsOf(
        joinClipsIntoElementaryStream(settings, placeClips(file, [{ ...clip, ...changed }], [3]), gopRuntime, {
          frames: 0,
          keyframes: [],
        }),
      );

    await expect(read({ parameter_sets: 'others' })).rejects.toThrow(UnsupportedStreamError);
    await expect(read({ frames: clip.frames + 1 })).rejects.toThrow(UnsupportedStreamError);
  });

  test('clips of another size do not join', async () => {
    await using folder = await temporaryFolder();
    const [file, other] = [join(folder.path, 'clips'), join(folder.path, 'others')];
    const larger = { ...settings, width: 392 };
    const clips = await encodeStillClips(settings, pictures(settings, [1]), file, gopRuntime);
    const others = await encodeStillClips(larger, pictures(larger, [1]), other, gopRuntime);
    const row = [...placeClips(file, clips, [2]), ...placeClips(other, others, [2])];

    const joined = itemsOf(joinClipsIntoElementaryStream(settings, row, gopRuntime, { frames: 0, keyframes: [] }));

    await expect(joined).rejects.toThrow(UnsupportedStreamError);
  });

  test('a picture of another size is refused, and nothing is left of the file', async () => {
    await using folder = await temporaryFolder();
    const file = join(folder.path, 'clips');
    async function* mixed(): AsyncGenerator<RawPicture> {
      yield patternedPicture(settings, 1);
      yield patternedPicture({ width: 64, height: 64 }, 1);
    }

    await expect(encodeStillClips(settings, mixed(), file, gopRuntime)).rejects.toThrow(PictureMismatchError);
    await expect(access(file)).rejects.toThrow('ENOENT');
  });

  test('an abort ends the encoding with its reason', async () => {
    await using folder = await temporaryFolder();
    const file = join(folder.path, 'clips');
    const controller = new AbortController();
    async function* endless(): AsyncGenerator<RawPicture> {
      for (let seed = 0; ; seed++) {
        if (seed === 3) controller.abort(new Error('cancelled'));
        yield patternedPicture(settings, seed);
      }
    }

    const encoding = encodeStillClips(settings, endless(), file, { ...gopRuntime, signal: controller.signal });

    await expect(encoding).rejects.toThrow('cancelled');
    await expect(access(file)).rejects.toThrow('ENOENT');
  });
});
