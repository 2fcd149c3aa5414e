import { createWriteStream } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import type { ClipOnTimeLine, MovingStretch } from '#engine/video/clips/clip.ts';
import type { DrawableSlide } from '#engine/video/drawing/drawable-slide.ts';
import { iterateElementaryStreamBytes } from '#engine/video/elementary/synthesized-frames.ts';
import { encodeMovingClips, encodeStillClips } from '#engine/video/encode-clips.ts';
import { rgbToYuv420 } from '#engine/video/motion/rgb-to-yuv420.ts';
import { joinClipsIntoElementaryStream } from '#engine/video/mux/mux-clips.ts';
import type { RawPicture, YuvPicture } from '#engine/video/picture.ts';
import type { VideoSettings } from '#engine/video/settings.ts';
import { type Plane, ssim } from '#test/bench/ssim.ts';
import { yieldEach } from './h264-clips.ts';
import { ANNEX_B, ffmpegOutput, runtime, temporaryFolder } from './pictures.ts';

/** A hold of two frames, or pictures that move. */
export type SeamShot = { still: RawPicture } | { move: readonly YuvPicture[] };

const STANDING = 2;

const lumaOf = ({ width, height, data }: YuvPicture): Plane => ({
  ...{ width, height },
  samples: data.subarray(0, width * height),
});

/**
 * Encodes shots as clips and joins them. For each seam it returns how much the likeness (SSIM of luma) of a frame to the
 * input of the encoder changes there.
 */
export async function seamSteps(settings: VideoSettings, shots: readonly SeamShot[]): Promise<number[]> {
  await using folder = await temporaryFolder();
  const file = join(folder.path, 'stream.h264');
  await pipeline(
    iterateElementaryStreamBytes(
      joinClipsIntoElementaryStream(settings, await placedClips(settings, shots, folder.path), runtime, {
        frames: 0,
        keyframes: [],
      }),
    ),
    createWriteStream(file),
  );
  const sources = shots.map((shot) =>
    'still' in shot ? Array<Plane>(STANDING).fill(lumaOf(rgbToYuv420(shot.still))) : shot.move.map(lumaOf),
  );
  const raw = await ffmpegOutput([{ at: file, options: ANNEX_B }], ['-vsync', '0', '-f', 'rawvideo']);
  const { width, height } = settings;
  const all = sources.flat();
  const likeness = (frame: number): number => {
    const source = all[frame];
    if (source === undefined) throw new RangeError(`there is no frame ${frame}`);
    const start = (frame * width * height * 3) / 2;
    return ssim(source, { width, height, samples: raw.subarray(start, start + width * height) });
  };
  let at = 0;
  return sources.slice(0, -1).map(({ length }) => {
    at += length;
    return Math.abs(likeness(at) - likeness(at - 1));
  });
}

async function placedClips(
  settings: VideoSettings,
  shots: readonly SeamShot[],
  folder: string,
): Promise<ClipOnTimeLine[]> {
  const [stills, moves] = [join(folder, 'stills'), join(folder, 'moves')];
  const standing = shots.flatMap((shot) => ('still' in shot ? [shot.still] : []));
  const moving = shots.flatMap((shot): MovingStretch[] =>
    'move' in shot ? [{ frames: shot.move.length, pictures: () => yieldEach(shot.move) }] : [],
  );
  const stillClips = (await encodeStillClips(settings, yieldEach(standing), stills, runtime)).values();
  const moveClips = (await encodeMovingClips(settings, yieldEach(moving), moves, runtime)).values();
  return shots.map((shot): ClipOnTimeLine => {
    const [from, source] = 'still' in shot ? [stills, stillClips] : [moves, moveClips];
    const { value: clip } = source.next();
    if (!clip) throw new RangeError('a clip is missing');
    return { file: from, clip, shown: 'still' in shot ? STANDING : clip.frames };
  });
}

/** A slide with a photograph. */
export async function photographSlide(layout: DrawableSlide['layout']): Promise<DrawableSlide> {
  const bytes = await readFile(new URL('../../fixtures/deck/lighthouse.jpg', import.meta.url));
  return {
    ...{ title: 'A light at the coast', layout, language: 'en', is_first: false, slide_number: 2 },
    bullet_points: ['Built in 1873', 'Seen from 18 miles away', 'Not manned since 1986'],
    image: { bytes, width: 1920, height: 1080, fit: 'cover', focus: { x: 0.5, y: 0.5 } },
  };
}

export async function collected<T>(items: AsyncIterable<T>): Promise<T[]> {
  const found: T[] = [];
  for await (const item of items) found.push(item);
  return found;
}
