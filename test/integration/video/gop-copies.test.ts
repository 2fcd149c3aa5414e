import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { streamClipBytes } from '#engine/video/clips/clip-file-writer.ts';
import { encodeStillClips } from '#engine/video/encode-clips.ts';
import { createHevcStreamOperations } from '#engine/video/gop/hevc-stream-operations.ts';
import { createVp9StreamOperations } from '#engine/video/gop/vp9-stream-operations.ts';
import { isTried } from '#test/support/depth.ts';
import { decodedFrames, gopRuntime, itemsOf, settingsOf } from '#test/support/video/gop-clips.ts';
import { pictures, runsOf, temporaryFolder } from '#test/support/video/pictures.ts';

// At most one block; whole blocks; and every kind of partial block at the right and lower edges: half a block, an eighth,
// a part that is split again. VP9 has blocks of 64, 32, 16 and 8 samples, H.265 of 16.
const SIZES = [
  [64, 64],
  [66, 34],
  [128, 192],
  [136, 136],
  [200, 72],
  [104, 200],
  [520, 40],
  [320, 182],
  [480, 270],
] as const;
const COPIES = 260;
const STREAM_OPERATIONS = { h265: createHevcStreamOperations, vp9: createVp9StreamOperations };

const cases = SIZES.flatMap(([width, height]) => (['h265', 'vp9'] as const).map((codec) => ({ codec, width, height })));

test.each(cases.filter((_, at) => isTried(at, 3)))(
  'copied frames of $codec show the key frame again, sample by sample, at $width x $height',
  async (of) => {
    await using folder = await temporaryFolder();
    const settings = { ...settingsOf(of.codec), ...of };
    const file = join(folder.path, 'clips');
    const [clip] = await encodeStillClips(settings, pictures(settings, [1]), file, gopRuntime);
    if (!clip) throw new Error('a clip was expected');
    const streamOperations = STREAM_OPERATIONS[of.codec](settings);
    const [key] = await itemsOf(streamOperations.frames(streamClipBytes({ file, clip, shown: 1 }), false));
    if (!key) throw new Error('a key frame was expected');

    // More frames than the order count of H.265, and then the key frame again.
    const copies = Array.from({ length: COPIES }, (_, i) => streamOperations.copyFrame(i + 1));
    const parts = [key.bytes, ...copies, key.bytes].flatMap((bytes, i) => [
      streamOperations.frameHeader(bytes.length, i),
      bytes,
    ]);
    await writeFile(file, Buffer.concat([streamOperations.fileHeader, ...parts]));

    const { hashes } = await decodedFrames(file, ['-f', of.codec === 'h265' ? 'hevc' : 'ivf']);
    expect(runsOf(hashes).map(([, count]) => count)).toEqual([COPIES + 2]);
  },
);
