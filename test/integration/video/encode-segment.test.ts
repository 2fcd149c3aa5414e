import { access, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { encodeSegment, type SegmentSpec } from '../../../lib/video/encode-segment.ts';
import { GuardError } from '../../../lib/video/h264/guard-error.ts';
import { idrPicIdOf } from '../../../lib/video/h264/idr-pic-id.ts';
import { NAL, nalType, splitAnnexB } from '../../../lib/video/h264/nal.ts';
import { readParameterSets } from '../../../lib/video/h264/parameter-sets.ts';
import { PictureMismatchError, type RawPicture } from '../../../lib/video/picture.ts';
import { skipTemplate } from '../../../lib/video/skip-template-cache.ts';
import { ANNEX_B, frameHashes, patterned, pictures, runsOf, runtime, temporaryFolder } from './support.ts';

const SMALL: SegmentSpec = { width: 160, height: 96, fps: 30, quality: 'standard', frames: [1] };
const counts = (hashes: readonly string[]): number[] => runsOf(hashes).map(([, count]) => count);

test('every picture stands for exactly its frames, all of them the same', async () => {
  await using folder = await temporaryFolder();
  const file = join(folder.path, 'a.h264');
  const spec = { ...SMALL, frames: [1, 7, 137, 899, 1, 1] };

  const segment = await encodeSegment(spec, pictures(spec, [1, 2, 3, 4, 5, 6]), file, runtime);

  const hashes = await frameHashes(file, ANNEX_B);
  expect(counts(hashes)).toEqual(spec.frames);
  expect(segment).toMatchObject({ frames: 1046, keyframes: 11, method: 'skip_frames' });
  expect(segment.bytes).toBe((await readFile(file)).length);
});

test('a stream has parameter sets before every IDR picture, and nothing but these and slices', async () => {
  await using folder = await temporaryFolder();
  const file = join(folder.path, 'a.h264');
  const spec = { ...SMALL, frames: [3, 2], idrEverySeconds: 1 / 15 };

  await encodeSegment(spec, pictures(spec, [1, 2]), file, runtime);

  const idr = [NAL.sps, NAL.pps, NAL.idr];
  const types = splitAnnexB(await readFile(file)).map(nalType);
  expect(types).toEqual([...idr, ...idr, NAL.slice, ...idr, NAL.slice]);
});

test('guard 5: adjacent IDR pictures differ in idr_pic_id, also where a picture is repeated', async () => {
  await using folder = await temporaryFolder();
  const file = join(folder.path, 'a.h264');
  const spec = { ...SMALL, frames: [1, 4, 1], idrEverySeconds: 1 / 30 };

  const segment = await encodeSegment(spec, pictures(spec, [1, 2, 3]), file, runtime);

  const units = splitAnnexB(await readFile(file));
  const sets = readParameterSets(units[0] as Buffer, units[1] as Buffer);
  const ids = units.filter((unit) => nalType(unit) === NAL.idr).map((unit) => idrPicIdOf(unit, sets));
  expect(segment.keyframes).toBe(6);
  expect(ids.filter((id, i) => id === ids[i - 1])).toEqual([]);
  expect(counts(await frameHashes(file, ANNEX_B))).toEqual([1, 4, 1]);
});

test('neighbours with the same bytes are encoded once', async () => {
  await using folder = await temporaryFolder();
  const file = join(folder.path, 'a.h264');
  const spec = { ...SMALL, frames: [10, 20, 30] };

  const segment = await encodeSegment(spec, pictures(spec, [1, 1, 2]), file, runtime);

  expect(segment).toMatchObject({ frames: 60, keyframes: 2 });
  expect(counts(await frameHashes(file, ANNEX_B))).toEqual([30, 30]);
});

test.each([
  [854, 480, 24],
  [480, 854, 25],
  [480, 480, 50],
  [480, 600, 60],
  [1080, 1350, 30],
] as const)('%ix%i at %i fps is cropped to its size and plays exactly', async (width, height, fps) => {
  await using folder = await temporaryFolder();
  const file = join(folder.path, 'a.h264');
  const spec: SegmentSpec = { width, height, fps, quality: 'standard', frames: [2, 19] };

  const segment = await encodeSegment(spec, pictures(spec, [1, 2]), file, runtime);

  expect(segment.method).toBe('skip_frames');
  const [spsNal, ppsNal] = splitAnnexB(await readFile(file)) as [Buffer, Buffer];
  expect(readParameterSets(spsNal, ppsNal).sps).toMatchObject({ width, height, timing: { timeScale: fps * 2 } });
  expect(counts(await frameHashes(file, ANNEX_B))).toEqual([2, 19]);
});

test('segments of any quality and any pictures can be joined: their parameter sets are the same', async () => {
  await using folder = await temporaryFolder();
  const hashes = new Set<string>();
  for (const [seed, quality] of (['draft', 'standard', 'high'] as const).entries()) {
    const spec = { ...SMALL, quality };
    const file = join(folder.path, quality);
    hashes.add((await encodeSegment(spec, pictures(spec, [seed]), file, runtime)).parameterSets);
  }
  expect(hashes.size).toBe(1);
});

test('a guard that fails before any picture is taken: the GOP of each picture is repeated', async () => {
  await using folder = await temporaryFolder();
  const [file, usual] = [join(folder.path, 'a.h264'), join(folder.path, 'b.h264')];
  const spec = { ...SMALL, frames: [1, 130, 61, 1, 1] };
  const template = async () => {
    throw new GuardError('template', 'macroblock 0 is not skipped');
  };

  const segment = await encodeSegment(spec, pictures(spec, [1, 2, 3, 4, 5]), file, runtime, { template });

  expect(segment).toMatchObject({ frames: 194, keyframes: 8, method: 'repeated_gop' });
  expect(await frameHashes(file, ANNEX_B)).toHaveLength(194);
  const { parameterSets } = await encodeSegment(spec, pictures(spec, [1, 2, 3, 4, 5]), usual, runtime);
  expect(segment.parameterSets).toBe(parameterSets);
});

test('a guard that fails at the first output: no picture is lost', async () => {
  await using folder = await temporaryFolder();
  const file = join(folder.path, 'a.h264');
  const spec = { ...SMALL, frames: [5, 5, 5] };
  // The template is for another size: the parameter sets differ.
  const template = () => skipTemplate({ ...spec, width: 320 }, runtime);

  const segment = await encodeSegment(spec, pictures(spec, [1, 2, 3]), file, runtime, { template });

  expect(segment).toMatchObject({ frames: 15, keyframes: 3, method: 'repeated_gop' });
  expect(await frameHashes(file, ANNEX_B)).toHaveLength(15);
});

test('where not even a GOP can be repeated, every frame is encoded', async () => {
  await using folder = await temporaryFolder();
  const file = join(folder.path, 'a.h264');
  const spec = { ...SMALL, frames: [3, 40, 1], idrEverySeconds: 1 };

  const segment = await encodeSegment(spec, pictures(spec, [1, 2, 3]), file, runtime, { extraX264: ['slices=2'] });

  expect(segment).toMatchObject({ frames: 44, keyframes: 4, method: 'plain' });
  expect(await frameHashes(file, ANNEX_B)).toHaveLength(44);
});

const isThere = (file: string): Promise<boolean> =>
  access(file).then(
    () => true,
    () => false,
  );

test('an error of the pictures comes out as it is, and no file is left', async () => {
  await using folder = await temporaryFolder();
  const file = join(folder.path, 'a.h264');
  const broken = async function* (): AsyncGenerator<RawPicture> {
    yield patterned(SMALL, 1);
    throw new RangeError('no such font');
  };

  const encoding = encodeSegment({ ...SMALL, frames: [1, 1] }, broken(), file, runtime);

  await expect(encoding).rejects.toThrow(new RangeError('no such font'));
  expect(await isThere(file)).toBe(false);
});

test('a picture too few, or of another size, is an error', async () => {
  await using folder = await temporaryFolder();
  const file = join(folder.path, 'a.h264');
  const spec = { ...SMALL, frames: [1, 1] };
  await expect(encodeSegment(spec, pictures(spec, [1]), file, runtime)).rejects.toThrow(PictureMismatchError);
  const large = { width: 320, height: 96 };
  await expect(encodeSegment(spec, pictures(large, [1, 2]), file, runtime)).rejects.toThrow(PictureMismatchError);
});

test('an abort ends the encoding while it waits for a picture, and no file is left', async () => {
  await using folder = await temporaryFolder();
  const file = join(folder.path, 'a.h264');
  const controller = new AbortController();
  const reason = new Error('the lease was lost');
  const waiting = Promise.withResolvers<void>();
  const endless = async function* (): AsyncGenerator<RawPicture> {
    yield patterned(SMALL, 1);
    yield patterned(SMALL, 2);
    waiting.resolve();
    await new Promise(() => undefined);
  };

  const encoding = encodeSegment({ ...SMALL, frames: [1, 1, 1] }, endless(), file, {
    ...runtime,
    signal: controller.signal,
  });
  await waiting.promise;
  controller.abort(reason);

  await expect(encoding).rejects.toBe(reason);
  expect(await isThere(file)).toBe(false);
});

test.each([
  ['no pictures', { frames: [] }],
  ['a picture of no frames', { frames: [1, 0] }],
  ['half a frame', { frames: [1.5] }],
  ['an odd width', { width: 161 }],
])('%s is refused', async (_, change) => {
  await expect(encodeSegment({ ...SMALL, ...change }, pictures(SMALL, [1]), '/nowhere', runtime)).rejects.toThrow(
    RangeError,
  );
});
