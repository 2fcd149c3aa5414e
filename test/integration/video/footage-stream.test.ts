import { createReadStream } from 'node:fs';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { path as ffmpegPath } from '@ffmpeg-installer/ffmpeg';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { MovingStretch } from '#engine/video/clips/clip.ts';
import { encodeMovingClips } from '#engine/video/encode-clips.ts';
import { footageFilters, footagePictureOutputOptions } from '#engine/video/ffmpeg/footage-arguments.ts';
import {
  decodeFootageExcerpt,
  doesExcerptUseConsecutiveFrames,
  footageAsEncoderStream,
} from '#engine/video/footage/decode-footage-excerpt.ts';
import { type FootageIndex, framesPerFootageGroup } from '#engine/video/footage/footage.ts';
import {
  type FootageExcerpt,
  footageFrameIndexesOfExcerpt,
  frameGroupsWithFrames,
} from '#engine/video/footage/footage-excerpt.ts';
import { indexFootage } from '#engine/video/footage/index-footage.ts';
import { madeByFfmpeg } from '#test/support/video/make-clip.ts';

const FPS = 25;
let folder: string;
let index: FootageIndex;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'footage-stream-'));
  const output = footagePictureOutputOptions(footageFilters({ fps: FPS, isHdr: false }), framesPerFootageGroup(FPS));
  const moving = ['-f', 'lavfi', '-i', `testsrc2=s=320x180:r=${FPS}:d=5`];
  await writeFile(join(folder, 'stream'), await madeByFfmpeg([...moving, ...output], 'h264'));
  index = await indexFootage(join(folder, 'stream'), FPS, join(folder, 'footage'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

/** The bytes of a clip of a piece of the footage. */
async function clipOf(piece: FootageExcerpt, isDirect: boolean): Promise<Buffer> {
  const shown = footageFrameIndexesOfExcerpt(index, piece);
  const { firstFrame, offset, bytes } = frameGroupsWithFrames(index, shown[0] ?? 0, shown.at(-1) ?? 0);
  const opened = () => ({
    groups: createReadStream(join(folder, 'footage'), { start: offset, end: offset + bytes - 1 }),
    firstFrame,
  });
  async function* moves(): AsyncGenerator<MovingStretch> {
    yield {
      frames: piece.frames,
      pictures: () =>
        isDirect ? expect.fail('no picture is needed') : decodeFootageExcerpt(index, opened(), piece, { ffmpegPath }),
      ...(isDirect ? { stream: async () => footageAsEncoderStream(index, opened(), piece) } : {}),
    };
  }
  const file = join(folder, 'clip');
  const settings = { codec: 'h264' as const, ...piece.size, fps: piece.fps, quality: 'standard' as const };
  await encodeMovingClips(settings, moves(), file, { ffmpegPath });
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
