import { join } from 'node:path';
import { expect, test } from 'vitest';
import { iterateElementaryStreamBytes } from '#engine/video/elementary/synthesized-frames.ts';
import { encodeMovingClips, encodeStillClips } from '#engine/video/encode-clips.ts';
import { splitAnnexB } from '#engine/video/h264/nal.ts';
import { joinClipsIntoElementaryStream } from '#engine/video/mux/mux-clips.ts';
import { crossfade, joinedStream, placeClip, SMALL, yieldEach } from '#test/support/video/h264-clips.ts';
import { pictures, runtime, temporaryFolder } from '#test/support/video/pictures.ts';

test('stills and moves of H.264 become one stream', async () => {
  await using folder = await temporaryFolder();
  const [stillFile, moveFile] = [join(folder.path, 'stills'), join(folder.path, 'moves')];
  const stills = { file: stillFile, clips: await encodeStillClips(SMALL, pictures(SMALL, [1, 2]), stillFile, runtime) };
  const fade = crossfade(SMALL, [1, 2], 5);
  const moves = { file: moveFile, clips: await encodeMovingClips(SMALL, yieldEach([fade]), moveFile, runtime) };
  const row = [placeClip(stills, 0, 160), placeClip(moves, 0), placeClip(stills, 1, 3)];

  const counted = { frames: 0, keyframes: [] as number[] };
  const pieces: Buffer[] = [];
  for await (const piece of iterateElementaryStreamBytes(joinClipsIntoElementaryStream(SMALL, row, runtime, counted)))
    pieces.push(piece);

  expect([...stills.clips, ...moves.clips].map(({ form }) => form)).toEqual(['key_frame', 'key_frame', 'moving']);
  expect(counted).toEqual({ frames: 168, keyframes: [0, 80, 160, 165] });
  expect(splitAnnexB(Buffer.concat(pieces))).toEqual(splitAnnexB((await joinedStream(SMALL, row)).stream));
});

test.each([
  [161, 96],
  [160, 95],
  [0, 96],
  [160.5, 96],
])('a size of %d × %d is refused', async (width, height) => {
  const settings = { ...SMALL, width, height };
  await expect(encodeStillClips(settings, pictures(SMALL, [1]), '/nowhere', runtime)).rejects.toThrow(RangeError);
  await expect(encodeMovingClips(settings, yieldEach([]), '/nowhere', runtime)).rejects.toThrow(RangeError);
});
