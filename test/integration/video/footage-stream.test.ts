import { createReadStream } from 'node:fs';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { path as ffmpegPath } from '@ffmpeg-installer/ffmpeg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { MovingStretch, PictureStream } from '#engine/video/clips/clip.ts';
import { encodeMovingClips } from '#engine/video/encode-clips.ts';
import { footageFilters, footagePictureOutputOptions } from '#engine/video/ffmpeg/footage-arguments.ts';
import {
  decodeFootageExcerpt,
  doesExcerptUseConsecutiveFrames,
  footageAsEncoderStream,
} from '#engine/video/footage/decode-footage-excerpt.ts';
import { type FootageIndex, framesPerFootageGroup, MAX_FOOTAGE_GROUP_BYTES } from '#engine/video/footage/footage.ts';
import {
  type FootageExcerpt,
  footageFrameIndexesOfExcerpt,
  frameGroupRangeOfFrames,
} from '#engine/video/footage/footage-excerpt.ts';
import { indexFootage } from '#engine/video/footage/index-footage.ts';
import { NAL_TYPE, nalType, splitAnnexB } from '#engine/video/h264/nal.ts';
import { madeByFfmpeg } from '#test/support/video/make-clip.ts';
import { ANNEX_B, frameHashes } from '#test/support/video/pictures.ts';

const FPS = 25;
let folder: string;
/** Footage whose parameter sets are not those of renders: it is so small that its rate needs another level. */
let index: FootageIndex;
/** Footage with the parameter sets of renders. */
let joinable: FootageIndex;
/** The same, in two slices for each picture. */
let inSlices: FootageIndex;

async function footageOf(name: string, size: string, parameters = ''): Promise<FootageIndex> {
  const output = footagePictureOutputOptions(
    footageFilters({ fps: FPS, isHdr: false }),
    framesPerFootageGroup(FPS),
  ).map((option) => (option.startsWith('bframes=0') ? `${option}${parameters}` : option));
  const moving = ['-f', 'lavfi', '-i', `testsrc2=s=${size}:r=${FPS}:d=5`];
  await writeFile(join(folder, 'stream'), await madeByFfmpeg([...moving, ...output], 'h264'));
  return indexFootage(join(folder, 'stream'), FPS, join(folder, name));
}

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'footage-stream-'));
  index = await footageOf('footage', '320x180');
  joinable = await footageOf('joinable', '640x360');
  inSlices = await footageOf('in-slices', '640x360', ':slices=2');
});
afterAll(() => rm(folder, { recursive: true, force: true }));

/** The bytes of the groups of frames of a piece of footage. */
const groupsOf = (footage: FootageIndex, piece: FootageExcerpt) => {
  const shown = footageFrameIndexesOfExcerpt(footage, piece);
  return frameGroupRangeOfFrames(footage, shown[0] ?? 0, shown.at(-1) ?? 0);
};

async function* withFiller(stream: AsyncIterable<Buffer>, filler: Buffer): AsyncGenerator<Buffer> {
  yield* stream;
  if (filler.length > 0) yield filler;
}

/** The streams that encoders were given. */
const streams: PictureStream[] = [];
function read(stream: PictureStream): PictureStream {
  streams.push(stream);
  return stream;
}

/** The bytes of a clip of a piece of footage. */
async function clipOf(
  piece: FootageExcerpt,
  isDirect: boolean,
  footage = index,
  { ffmpeg = ffmpegPath, filler = Buffer.alloc(0) } = {},
): Promise<Buffer> {
  const { firstFrame, offset, bytes } = groupsOf(footage, piece);
  const name = footage === index ? 'footage' : footage === joinable ? 'joinable' : 'in-slices';
  const opened = () => ({
    groups: Readable.from(
      withFiller(createReadStream(join(folder, name), { start: offset, end: offset + bytes - 1 }), filler),
    ),
    firstFrame,
  });
  async function* moves(): AsyncGenerator<MovingStretch> {
    yield {
      frames: piece.frames,
      pictures: () =>
        isDirect ? expect.fail('no picture is needed') : decodeFootageExcerpt(footage, opened(), piece, { ffmpegPath }),
      ...(isDirect ? { stream: async () => read(footageAsEncoderStream(footage, opened(), piece)) } : {}),
    };
  }
  const file = join(folder, 'clip');
  const settings = { codec: 'h264' as const, ...piece.size, fps: piece.fps, quality: 'standard' as const };
  await encodeMovingClips(settings, moves(), file, { ffmpegPath: ffmpeg });
  return readFile(file);
}

it('a clip that the encoder reads from footage itself has the bytes of one of its pictures', async () => {
  const piece = { from: 0.28, frames: 60, fps: FPS, focus: { x: 0.2, y: 0.5 } } as const;
  for (const size of [index, { width: 240, height: 240 }]) {
    const { width, height } = size;
    const sized: FootageExcerpt = { ...piece, size: { width, height } };
    expect(doesExcerptUseConsecutiveFrames(index, sized)).toBe(true);
    expect((await clipOf(sized, true)).equals(await clipOf(sized, false))).toBe(true);
  }
});

describe('a group of frames of footage that has the size of the video', () => {
  const sizeOf = ({ width, height }: FootageIndex) => ({ width, height });
  const pieceOf = (from: number, frames: number, footage = joinable): FootageExcerpt => ({
    ...{ from, frames, fps: FPS, focus: { x: 0.5, y: 0.5 } },
    size: sizeOf(footage),
  });
  /** The decoded frames of a stream in Annex B. */
  const framesOf = async (stream: Buffer): Promise<string[]> => {
    const file = join(folder, 'decoded');
    await writeFile(file, stream);
    return frameHashes(file, ANNEX_B);
  };

  it('becomes a clip as it is, without an encoder', async () => {
    const piece = pieceOf(2, 50);
    const { offset, bytes } = groupsOf(joinable, piece);
    const group = (await readFile(join(folder, 'joinable'))).subarray(offset, offset + bytes);
    expect((await clipOf(piece, true, joinable)).equals(group)).toBe(true);
  });

  it('may be cut at its end', async () => {
    const [whole, cut] = [await clipOf(pieceOf(2, 50), true, joinable), await clipOf(pieceOf(2, 20), true, joinable)];
    expect(await framesOf(cut)).toEqual((await framesOf(whole)).slice(0, 20));
  });

  it.each([
    ['within a group', () => pieceOf(2.04, 20)],
    ['in more than one group', () => pieceOf(2, 52)],
  ])('is encoded where the clip is %s', async (_, piece) => {
    expect((await clipOf(piece(), true, joinable)).equals(await clipOf(piece(), false, joinable))).toBe(true);
  });

  it('is encoded where its parameter sets are not those of the video', async () => {
    const piece = pieceOf(2, 20, index);
    streams.length = 0;
    expect((await clipOf(piece, true)).equals(await clipOf(piece, false))).toBe(true);
    // It is fetched once.
    expect(streams).toHaveLength(1);
  });

  it('is encoded where its pictures have a form that a join does not take', async () => {
    const piece = pieceOf(2, 20);
    const own = splitAnnexB(await readFile(join(folder, 'in-slices'))).map(nalType);
    expect(own.filter((type) => type === NAL_TYPE.slice).length).toBeGreaterThan(200);
    expect((await clipOf(piece, true, inSlices)).equals(await clipOf(piece, false, inSlices))).toBe(true);
  });

  it('is encoded, and not kept in memory, where it has more bytes than footage may have', async () => {
    const piece = pieceOf(2, 20);
    // A NAL unit of filler data, which decoders ignore.
    const filler = Buffer.concat([Buffer.from([0, 0, 0, 1, 12]), Buffer.alloc(MAX_FOOTAGE_GROUP_BYTES, 0xff)]);
    streams.length = 0;
    const clip = await clipOf(piece, true, joinable, { filler });
    expect(clip.equals(await clipOf(piece, false, joinable))).toBe(true);
    expect(streams.map(({ at }) => at.destroyed)).toEqual([true, true]);
  });

  it('is closed also where the encoder cannot start', async () => {
    streams.length = 0;
    await expect(clipOf(pieceOf(2, 20), true, joinable, { ffmpeg: join(folder, 'no-ffmpeg') })).rejects.toThrow();
    expect(streams.map(({ at }) => at.destroyed)).toEqual([true]);
  });
});

it('footage of another rate, and a piece beyond its end, are not in step', () => {
  const piece: FootageExcerpt = {
    from: 0,
    frames: 50,
    fps: FPS,
    size: { width: 320, height: 180 },
    focus: { x: 0.5, y: 0.5 },
  };
  expect(
    [piece, { ...piece, fps: 30 as const }, { ...piece, from: 4 }].map((each) =>
      doesExcerptUseConsecutiveFrames(index, each),
    ),
  ).toEqual([...[true, false, false]]);
});
