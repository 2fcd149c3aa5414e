import { access, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { UnsupportedStreamError } from '#engine/video/bits/stream-errors.ts';
import { encodeH264Stills } from '#engine/video/h264/encode/encode-stills.ts';
import { encodeSkippedFrameTemplate, type MakeSkippedFrameTemplate } from '#engine/video/h264/encode/skip-templates.ts';
import { idrPicIdOf } from '#engine/video/h264/join/h264-frame-joiner.ts';
import { NAL_TYPE, nalType, splitAnnexB } from '#engine/video/h264/nal.ts';
import { parseParameterSets } from '#engine/video/h264/parameter-sets.ts';
import { parseSliceHeader } from '#engine/video/h264/slice-header.ts';
import { PictureMismatchError, type RawPicture } from '#engine/video/picture.ts';
import type { VideoSettings } from '#engine/video/settings.ts';
import { isTried } from '#test/support/depth.ts';
import { joinedStream, placeClip, SMALL, stillClips } from '#test/support/video/h264-clips.ts';
import {
  ANNEX_B,
  frameHashes,
  patternedPicture,
  pictures,
  runsOf,
  runtime,
  temporaryFolder,
} from '#test/support/video/pictures.ts';

const counts = (hashes: readonly string[]): number[] => runsOf(hashes).map(([, count]) => count);

async function hashesOf(folder: string, stream: Buffer): Promise<string[]> {
  const file = join(folder, 'stream.h264');
  await writeFile(file, stream);
  return frameHashes(file, ANNEX_B);
}

const NO_TEMPLATE: MakeSkippedFrameTemplate = async () => {
  throw new UnsupportedStreamError('template', 'macroblock 0 is not skipped');
};

test('every picture is held for exactly its frames, all of them the same', async () => {
  await using folder = await temporaryFolder();
  const stands = [1, 7, 137, 899, 1, 1];
  const stills = await stillClips(folder.path, SMALL, [1, 2, 3, 4, 5, 6]);

  const { stream, frames, keyframes } = await joinedStream(
    SMALL,
    stands.map((shown, i) => placeClip(stills, i, shown)),
  );

  expect(counts(await hashesOf(folder.path, stream))).toEqual(stands);
  expect(frames).toBe(1046);
  expect(keyframes).toEqual([0, 1, 8, 145, 294, 444, 594, 744, 894, 1044, 1045]);
});

test('clips lie one after another in the file, each a key frame behind its parameter sets', async () => {
  await using folder = await temporaryFolder();
  const { file, clips } = await stillClips(folder.path, SMALL, [1, 2, 3]);
  const bytes = await readFile(file);
  let end = 0;
  for (const { form, frames, offset, bytes: length } of clips) {
    expect({ form, frames, offset }).toEqual({ form: 'key_frame', frames: 1, offset: end });
    end = offset + length;
    expect(splitAnnexB(bytes.subarray(offset, end)).map(nalType)).toEqual([NAL_TYPE.sps, NAL_TYPE.pps, NAL_TYPE.idr]);
  }
  expect([clips.length, end]).toEqual([3, bytes.length]);
});

test('guard 4: frame_num restarts at every key frame and counts on modulo 16', async () => {
  await using folder = await temporaryFolder();
  const stills = await stillClips(folder.path, SMALL, [1]);

  const units = splitAnnexB((await joinedStream(SMALL, [placeClip(stills, 0, 200)])).stream);

  const sets = parseParameterSets(units[0] as Buffer, units[1] as Buffer);
  const slices = units.filter((unit) => [NAL_TYPE.idr, NAL_TYPE.slice].some((type) => type === nalType(unit)));
  const inGop = (frame: number): number => frame % 100;
  expect(slices.map((slice) => parseSliceHeader(slice, sets).frameNum)).toEqual(
    Array.from({ length: 200 }, (_, frame) => inGop(frame) % 16),
  );
});

test('guard 5: key frames that meet differ in idr_pic_id, of one clip shown again and of different calls too', async () => {
  await using folder = await temporaryFolder();
  const [first, second] = [await stillClips(folder.path, SMALL, [1, 2]), await stillClips(folder.path, SMALL, [3])];
  const row = [
    placeClip(first, 0),
    placeClip(first, 0),
    placeClip(second, 0),
    placeClip(first, 1),
    placeClip(second, 0),
  ];

  const { stream, keyframes } = await joinedStream(SMALL, row);

  const units = splitAnnexB(stream);
  const sets = parseParameterSets(units[0] as Buffer, units[1] as Buffer);
  const ids = units.filter((unit) => nalType(unit) === NAL_TYPE.idr).map((unit) => idrPicIdOf(unit, sets));
  expect(keyframes).toEqual([0, 1, 2, 3, 4]);
  expect(ids.filter((id, i) => id === ids[i - 1])).toEqual([]);
  expect(counts(await hashesOf(folder.path, stream))).toEqual([2, 1, 1, 1]);
});

const SIZES = [
  [854, 480, 24],
  [480, 854, 25],
  [480, 480, 50],
  [480, 600, 60],
  [1080, 1350, 30],
] as const;
test.each(SIZES.filter((_, at) => isTried(at, 3)))(
  '%ix%i at %i fps is cropped to its size and plays exactly',
  async (width, height, fps) => {
    await using folder = await temporaryFolder();
    const settings: VideoSettings = { ...SMALL, width, height, fps };
    const stills = await stillClips(folder.path, settings, [1, 2]);

    const { stream } = await joinedStream(settings, [placeClip(stills, 0, 2), placeClip(stills, 1, 19)]);

    expect(stills.clips.map(({ form }) => form)).toEqual(['key_frame', 'key_frame']);
    const [spsNal, ppsNal] = splitAnnexB(stream) as [Buffer, Buffer];
    expect(parseParameterSets(spsNal, ppsNal).sps).toMatchObject({ width, height, timing: { timeScale: fps * 2 } });
    expect(counts(await hashesOf(folder.path, stream))).toEqual([2, 19]);
  },
);

test('a picture is coded alike whatever was coded before it', async () => {
  await using folder = await temporaryFolder();
  const [after, alone] = [await stillClips(folder.path, SMALL, [1, 2]), await stillClips(folder.path, SMALL, [2])];
  const hashes = [];
  for (const one of [placeClip(after, 1), placeClip(alone, 0)]) {
    hashes.push(...(await hashesOf(folder.path, (await joinedStream(SMALL, [one])).stream)));
  }
  expect(hashes[0]).toBe(hashes[1]);
});

test('where skipped frames cannot be synthesized, a GOP of each picture is repeated and cut', async () => {
  await using folder = await temporaryFolder();
  const stills = await stillClips(folder.path, SMALL, [1, 2, 3], NO_TEMPLATE);
  const usual = await stillClips(folder.path, SMALL, [4]);

  const row = [placeClip(stills, 0, 1), placeClip(stills, 1, 130), placeClip(stills, 2, 61), placeClip(usual, 0, 3)];
  const { stream, keyframes } = await joinedStream(SMALL, row);

  expect(stills.clips.map(({ form, frames }) => [form, frames])).toEqual(Array(3).fill(['still_gop', 60]));
  expect(await hashesOf(folder.path, stream)).toHaveLength(195);
  expect(keyframes).toEqual([0, 1, 44, 87, 131, 161, 192]);
  expect(new Set([...stills.clips, ...usual.clips].map((clip) => clip.parameter_sets)).size).toBe(1);
});

test('guard 1: an encoder whose parameter sets are not those of its template is refused', async () => {
  await using folder = await temporaryFolder();
  const ofAnotherSize: MakeSkippedFrameTemplate = (settings, r) =>
    encodeSkippedFrameTemplate({ ...settings, width: 320 }, r);
  await expect(stillClips(folder.path, SMALL, [1], ofAnotherSize)).rejects.toThrow('parameter_sets');
});

test('guard 1: skipped frames of a template with other parameter sets are refused', async () => {
  await using folder = await temporaryFolder();
  const stills = await stillClips(folder.path, SMALL, [1]);
  const ofAnotherSize: MakeSkippedFrameTemplate = (settings, r) =>
    encodeSkippedFrameTemplate({ ...settings, width: 320 }, r);
  await expect(joinedStream(SMALL, [placeClip(stills, 0, 2)], ofAnotherSize)).rejects.toThrow('parameter_sets');
});

test('a template is made only where a frame is repeated', async () => {
  await using folder = await temporaryFolder();
  const stills = await stillClips(folder.path, SMALL, [1, 2]);
  const row = [placeClip(stills, 0, 1), placeClip(stills, 1, 1)];
  expect((await joinedStream(SMALL, row, NO_TEMPLATE)).frames).toBe(2);
  await expect(joinedStream(SMALL, [placeClip(stills, 0, 2)], NO_TEMPLATE)).rejects.toThrow(UnsupportedStreamError);
});

const isThere = (file: string): Promise<boolean> =>
  access(file).then(
    () => true,
    () => false,
  );

test('an error of the pictures comes out as it is, and no file is left', async () => {
  await using folder = await temporaryFolder();
  const file = join(folder.path, 'a.bin');
  const broken = async function* (): AsyncGenerator<RawPicture> {
    yield patternedPicture(SMALL, 1);
    throw new RangeError('no such font');
  };
  await expect(encodeH264Stills(SMALL, broken(), file, runtime)).rejects.toThrow(new RangeError('no such font'));
  expect(await isThere(file)).toBe(false);
});

test('no picture, or one of another size, is an error, and no file is left', async () => {
  await using folder = await temporaryFolder();
  const file = join(folder.path, 'a.bin');
  for (const wrong of [pictures(SMALL, []), pictures({ width: 320, height: 96 }, [1])]) {
    await expect(encodeH264Stills(SMALL, wrong, file, runtime)).rejects.toThrow(PictureMismatchError);
    expect(await isThere(file)).toBe(false);
  }
});

test('an abort ends the encoding while it waits for a picture, and no file is left', async () => {
  await using folder = await temporaryFolder();
  const file = join(folder.path, 'a.bin');
  const controller = new AbortController();
  const reason = new Error('the lease was lost');
  const waiting = Promise.withResolvers<void>();
  const endless = async function* (): AsyncGenerator<RawPicture> {
    yield patternedPicture(SMALL, 1);
    yield patternedPicture(SMALL, 2);
    waiting.resolve();
    await new Promise(() => undefined);
  };

  const encoding = encodeH264Stills(SMALL, endless(), file, { ...runtime, signal: controller.signal });
  await waiting.promise;
  controller.abort(reason);

  await expect(encoding).rejects.toBe(reason);
  expect(await isThere(file)).toBe(false);
});
