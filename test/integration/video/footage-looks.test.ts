import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { reencodeVideo } from '#app/sandbox/take-video.ts';
import { tonesOfFootagePart } from '#engine/video/footage/footage-tones.ts';
import { ffmpegPath } from '#test/support/audio/measure.ts';
import { colour, MP4, madeByFfmpeg } from '#test/support/video/make-clip.ts';

const [SECONDS, FPS] = [490, 5];
/** Skin that moves in the upper right, in every second group of frames (of two seconds) of the first minute. */
const HEAD = "drawbox=x=64+4*mod(floor(t/4)\\,2):y=12:w=20:h=24:c=0xe0ac85:t=fill:enable='lt(t,60)*gte(mod(t,4),2)'";
/** White in the last minute. */
const END = "drawbox=c=white:t=fill:enable='gte(t,430)'";

it('a long video is looked at in each group of its first minute for a head, and at wider intervals for its tones', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'looks-'));
  try {
    const file = join(folder, 'video');
    const source = colour('0x202838', SECONDS, '96x54', FPS);
    await writeFile(file, await madeByFfmpeg([...source, '-vf', `${HEAD},${END}`, ...MP4, '-g', '10'], 'mp4'));
    const { face, tones, fps } = await reencodeVideo(
      { file, folder, ffmpegPath, environment: {} },
      AbortSignal.timeout(60_000),
    );
    expect(face?.x).toBeCloseTo(76 / 96, 1);
    expect(face?.y).toBeCloseTo(24 / 54, 1);
    const tonesFrom = (from: number, to: number) =>
      tonesOfFootagePart({ fps, frames: fps * SECONDS, tones }, { from, to });
    expect(Math.max(...tonesFrom(120, 340).lightest)).toBeLessThan(60);
    expect(Math.min(...tonesFrom(450, 480).darkest)).toBeGreaterThan(240);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
});
