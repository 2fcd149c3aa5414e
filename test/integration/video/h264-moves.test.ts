import { access, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { UnsupportedStreamError } from '#engine/video/bits/stream-errors.ts';
import type { MovingStretch } from '#engine/video/clips/clip.ts';
import { FfmpegError } from '#engine/video/ffmpeg/run.ts';
import { encodeH264MovingClips } from '#engine/video/h264/encode/encode-moves.ts';
import { idrPicIdOf } from '#engine/video/h264/join/h264-frame-joiner.ts';
import { reencodeClipsAsOneStream } from '#engine/video/h264/join/reencode-clips-as-one-stream.ts';
import { NAL_TYPE, nalType, splitAnnexB } from '#engine/video/h264/nal.ts';
import { parseParameterSets } from '#engine/video/h264/parameter-sets.ts';
import { rgbToYuv420 } from '#engine/video/motion/rgb-to-yuv420.ts';
import { PictureMismatchError, type YuvPicture } from '#engine/video/picture.ts';
import type { VideoSettings } from '#engine/video/settings.ts';
import { ssim } from '#test/bench/ssim.ts';
import { isTried } from '#test/support/depth.ts';
import {
  crossfade,
  joinedStream,
  moveClips,
  moveOf,
  placeClip,
  SMALL,
  stillClips,
  yieldEach,
} from '#test/support/video/h264-clips.ts';
import {
  ANNEX_B,
  ffmpegOutput,
  frameHashes,
  patternedPicture,
  runsOf,
  runtime,
  temporaryFolder,
} from '#test/support/video/pictures.ts';

const { width, height } = SMALL;
const FRAME_BYTES = (width * height * 3) / 2;

const flat = (luma: number): YuvPicture => {
  const data = new Uint8Array(FRAME_BYTES).fill(128);
  data.fill(luma, 0, width * height);
  return { width, height, data };
};

/** The luma planes of a stream, as ffmpeg decodes it. */
async function lumaOf(folder: string, stream: Buffer): Promise<Buffer[]> {
  const file = join(folder, 'stream.h264');
  await writeFile(file, stream);
  const raw = await ffmpegOutput([{ at: file, options: ANNEX_B }], ['-vsync', '0', '-f', 'rawvideo']);
  const count = raw.length / FRAME_BYTES;
  return Array.from({ length: count }, (_, i) => raw.subarray(i * FRAME_BYTES, i * FRAME_BYTES + width * height));
}

test('every picture of every move is shown once, in order', async () => {
  await using folder = await temporaryFolder();
  const shades = [[20, 60, 100, 140], [200], [90, 80, 70]];
  const moves = await moveClips(
    folder.path,
    SMALL,
    shades.map((move) => moveOf(move.map(flat))),
  );

  const { stream, frames, keyframes } = await joinedStream(
    SMALL,
    shades.map((_, i) => placeClip(moves, i)),
  );

  const shown = (await lumaOf(folder.path, stream)).map((luma) => luma.reduce((sum, y) => sum + y, 0) / luma.length);
  expect(shown.map(Math.round)).toEqual(shades.flat());
  expect({ frames, keyframes }).toEqual({ frames: 8, keyframes: [0, 4, 5] });
});

const SIZES = [
  ['landscape', 854, 480, 24],
  ['portrait', 480, 854, 25],
  ['square', 480, 480, 50],
  ['feed', 480, 600, 60],
  ['feed at 1080p', 1080, 1350, 30],
] as const;
test.each(SIZES.filter((_, at) => isTried(at + 1, 2)))(
  'the parameter sets of moves and stills are equal in %s',
  async (_, w, h, fps) => {
    await using folder = await temporaryFolder();
    const settings: VideoSettings = { ...SMALL, width: w, height: h, fps };
    const stills = await stillClips(folder.path, settings, [1, 2]);
    const moves = await moveClips(folder.path, settings, [crossfade(settings, [1, 2], 3)]);
    expect(new Set([...stills.clips, ...moves.clips].map((clip) => clip.parameter_sets)).size).toBe(1);

    const { stream } = await joinedStream(settings, [
      placeClip(stills, 0, 4),
      placeClip(moves, 0),
      placeClip(stills, 1, 5),
    ]);
    const file = join(folder.path, 'stream.h264');
    await writeFile(file, stream);
    expect(runsOf(await frameHashes(file, ANNEX_B)).map(([, count]) => count)).toEqual([4, 1, 1, 1, 5]);
  },
);

test('clips of any quality join', async () => {
  await using folder = await temporaryFolder();
  const found = new Set<string>();
  for (const quality of ['draft', 'standard', 'high'] as const) {
    const settings = { ...SMALL, quality };
    const moves = await moveClips(folder.path, settings, [crossfade(settings, [1, 2], 2)]);
    const stills = await stillClips(folder.path, settings, [1]);
    for (const { parameter_sets } of [...moves.clips, ...stills.clips]) found.add(parameter_sets);
  }
  expect(found.size).toBe(1);
});

test.each(['draft', 'standard', 'high'] as const)('in %s quality a move ends without a jump', async (quality) => {
  await using folder = await temporaryFolder();
  const settings = { ...SMALL, quality };
  const moves = await moveClips(folder.path, settings, [crossfade(settings, [1, 2], 6)]);
  const stills = await stillClips(folder.path, settings, [2]);
  const planes = (
    await lumaOf(folder.path, (await joinedStream(settings, [placeClip(moves, 0), placeClip(stills, 0)])).stream)
  ).map((samples) => ({ width, height, samples }));
  const drawn = { width, height, samples: rgbToYuv420(patternedPicture(settings, 2)).data.subarray(0, width * height) };
  const [last, still] = [planes[5], planes[6]].map((plane) => plane && ssim(drawn, plane));
  expect(Math.abs((still ?? 0) - (last ?? 1))).toBeLessThan(0.005);
});

test('a clip has the same bytes whatever was encoded before it', async () => {
  await using folder = await temporaryFolder();
  const [busy, calm] = [crossfade(SMALL, [1, 2], 5), crossfade(SMALL, [3, 4], 5)];
  const bytesOf = async (moves: readonly MovingStretch[]): Promise<Buffer> => {
    const { file, clips } = await moveClips(folder.path, SMALL, moves);
    return (await readFile(file)).subarray(clips.at(-1)?.offset);
  };
  expect(await bytesOf([busy, calm])).toEqual(await bytesOf([calm]));
});

test('guard 5: moves of one frame and stills that meet differ in idr_pic_id', async () => {
  await using folder = await temporaryFolder();
  const moves = await moveClips(folder.path, SMALL, [moveOf([flat(50)]), moveOf([flat(90)]), moveOf([flat(9)])]);
  const stills = await stillClips(folder.path, SMALL, [1]);
  const row = [
    placeClip(moves, 0),
    placeClip(moves, 1),
    placeClip(stills, 0),
    placeClip(moves, 2),
    placeClip(stills, 0),
  ];

  const { stream } = await joinedStream(SMALL, row);

  const units = splitAnnexB(stream);
  const sets = parseParameterSets(units[0] as Buffer, units[1] as Buffer);
  const ids = units.filter((unit) => nalType(unit) === NAL_TYPE.idr).map((unit) => idrPicIdOf(unit, sets));
  expect(ids).toHaveLength(5);
  expect(ids.filter((id, i) => id === ids[i - 1])).toEqual([]);
  expect(new Set((await lumaOf(folder.path, stream)).map((luma) => luma.toString('base64'))).size).toBe(4);
});

test('guard 1: clips that do not join are encoded again, with key frames where they were planned', async () => {
  await using folder = await temporaryFolder();
  // A stream of another frame rate: the SPS differs.
  const [other, usual] = [
    await stillClips(folder.path, { ...SMALL, fps: 60 }, [1]),
    await stillClips(folder.path, SMALL, [2]),
  ];
  const moves = await moveClips(folder.path, SMALL, [crossfade(SMALL, [1, 2], 4)]);
  const row = [placeClip(other, 0, 3), placeClip(moves, 0), placeClip(usual, 0, 200)];
  await expect(joinedStream(SMALL, row)).rejects.toThrow(UnsupportedStreamError);

  const file = join(folder.path, 'again.h264');
  await reencodeClipsAsOneStream(SMALL, row, file, runtime);

  const units = splitAnnexB(await readFile(file));
  const slices = units.map(nalType).filter((type) => type === NAL_TYPE.idr || type === NAL_TYPE.slice);
  expect(slices).toHaveLength(207);
  expect(slices.flatMap((type, frame) => (type === NAL_TYPE.idr ? [frame] : []))).toEqual([0, 3, 7, 107]);
});

test.each([
  ['fewer', 3, 2],
  ['more', 2, 3],
])('a move that gives %s pictures than it said is an error, and no file is left', async (_, said, given) => {
  await using folder = await temporaryFolder();
  const file = join(folder.path, 'a.bin');
  const move: MovingStretch = { frames: said, pictures: () => yieldEach(Array<YuvPicture>(given).fill(flat(50))) };
  await expect(encodeH264MovingClips(SMALL, yieldEach([moveOf([flat(1)]), move]), file, runtime)).rejects.toThrow(
    PictureMismatchError,
  );
  await expect(access(file)).rejects.toThrow('ENOENT');
});

test('a picture of another size, and a move without frames, are errors', async () => {
  await using folder = await temporaryFolder();
  const file = join(folder.path, 'a.bin');
  const wide = { ...flat(50), width: width * 2 };
  await expect(encodeH264MovingClips(SMALL, yieldEach([moveOf([wide])]), file, runtime)).rejects.toThrow(
    PictureMismatchError,
  );
  await expect(encodeH264MovingClips(SMALL, yieldEach([moveOf([])]), file, runtime)).rejects.toThrow(RangeError);
});

test('a moving clip is shown for as many frames as it has', async () => {
  await using folder = await temporaryFolder();
  const moves = await moveClips(folder.path, SMALL, [moveOf([flat(1), flat(2)])]);
  await expect(joinedStream(SMALL, [placeClip(moves, 0, 3)])).rejects.toThrow(RangeError);
});

test('an error of the moves, or of the encoder, comes out as it is', async () => {
  await using folder = await temporaryFolder();
  const file = join(folder.path, 'a.bin');
  const broken = async function* (): AsyncGenerator<MovingStretch> {
    yield moveOf([flat(1)]);
    throw new RangeError('no such picture');
  };
  await expect(encodeH264MovingClips(SMALL, broken(), file, runtime)).rejects.toThrow('no such picture');
  const elsewhere = { ffmpegPath: join(folder.path, 'no-ffmpeg') };
  await expect(encodeH264MovingClips(SMALL, yieldEach([moveOf([flat(1)])]), file, elsewhere)).rejects.toThrow(
    FfmpegError,
  );
});

test('an abort ends the encoding while it waits for a move, and while it waits for a picture', async () => {
  await using folder = await temporaryFolder();
  const file = join(folder.path, 'a.bin');
  const reason = new Error('the lease was lost');
  const never = new Promise<never>(() => undefined);
  const abortedWhen = async (movesOf: (waiting: () => void) => AsyncIterable<MovingStretch>): Promise<void> => {
    const controller = new AbortController();
    const waiting = Promise.withResolvers<void>();
    const encoding = encodeH264MovingClips(SMALL, movesOf(waiting.resolve), file, {
      ...runtime,
      signal: controller.signal,
    });
    await waiting.promise;
    controller.abort(reason);
    await expect(encoding).rejects.toBe(reason);
    await expect(access(file)).rejects.toThrow('ENOENT');
  };
  await abortedWhen(async function* (waiting) {
    yield moveOf([flat(1)]);
    waiting();
    await never;
  });
  await abortedWhen(async function* (waiting) {
    const pictures = async function* (): AsyncGenerator<YuvPicture> {
      yield flat(1);
      waiting();
      await never;
    };
    yield { frames: 2, pictures };
  });
});
