import { join } from 'node:path';
import type { ClipOnTimeLine, EncodedClip, MovingStretch } from '#engine/video/clips/clip.ts';
import { iterateElementaryStreamBytes } from '#engine/video/elementary/synthesized-frames.ts';
import { encodeH264MovingClips } from '#engine/video/h264/encode/encode-moves.ts';
import { encodeH264Stills } from '#engine/video/h264/encode/encode-stills.ts';
import type { MakeSkippedFrameTemplate } from '#engine/video/h264/encode/skip-templates.ts';
import { joinH264Clips } from '#engine/video/h264/join/join-clips.ts';
import { rgbToYuv420 } from '#engine/video/motion/rgb-to-yuv420.ts';
import type { YuvPicture } from '#engine/video/picture.ts';
import type { VideoSettings } from '#engine/video/settings.ts';
import { patternedPicture, pictures, runtime } from './pictures.ts';

export const SMALL: VideoSettings = { codec: 'h264', width: 160, height: 96, fps: 30, quality: 'standard' };

export async function* yieldEach<T>(items: readonly T[]): AsyncGenerator<T> {
  yield* items;
}

/** A move through these pictures. */
export const moveOf = (frames: readonly YuvPicture[]): MovingStretch => ({
  frames: frames.length,
  pictures: () => yieldEach(frames),
});

/** `frames` pictures from one patterned picture to another; the last one is the other. */
export function crossfade(
  settings: VideoSettings,
  [from, to]: readonly [number, number],
  frames: number,
): MovingStretch {
  const [a, b] = [from, to].map((seed) => rgbToYuv420(patternedPicture(settings, seed)).data) as [
    Uint8Array,
    Uint8Array,
  ];
  const { width, height } = settings;
  return moveOf(
    Array.from({ length: frames }, (_, i) => ({
      width,
      height,
      data: a.map((value, at) => value + (((b[at] ?? 0) - value) * (i + 1)) / frames),
    })),
  );
}

export interface ClipSet {
  file: string;
  clips: EncodedClip[];
}

export async function stillClips(
  folder: string,
  settings: VideoSettings,
  seeds: readonly number[],
  makeTemplate?: MakeSkippedFrameTemplate,
): Promise<ClipSet> {
  const file = join(folder, `stills-${settings.width}x${settings.height}-${settings.fps}-${seeds.join('-')}.bin`);
  return { file, clips: await encodeH264Stills(settings, pictures(settings, seeds), file, runtime, makeTemplate) };
}

export async function moveClips(
  folder: string,
  settings: VideoSettings,
  moves: readonly MovingStretch[],
): Promise<ClipSet> {
  const file = join(folder, `moves-${settings.width}x${settings.height}-${settings.quality}.bin`);
  return { file, clips: await encodeH264MovingClips(settings, yieldEach(moves), file, runtime) };
}

/** Clip `index` of a set, shown for `shown` frames, or by default for all that it has. */
export function placeClip({ file, clips }: ClipSet, index: number, shown?: number): ClipOnTimeLine {
  const clip = clips[index] as EncodedClip;
  return { file, clip, shown: shown ?? clip.frames };
}

/** The whole stream of the clips, and its counts. */
export async function joinedStream(
  settings: VideoSettings,
  clips: readonly ClipOnTimeLine[],
  makeTemplate?: MakeSkippedFrameTemplate,
): Promise<{ stream: Buffer; frames: number; keyframes: number[] }> {
  const counted = { frames: 0, keyframes: [] as number[] };
  const pieces: Buffer[] = [];
  for await (const piece of iterateElementaryStreamBytes(
    joinH264Clips(settings, clips, runtime, counted, makeTemplate),
  ))
    pieces.push(piece);
  return { stream: Buffer.concat(pieces), ...counted };
}
