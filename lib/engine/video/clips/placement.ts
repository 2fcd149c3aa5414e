import type { VideoSettings } from '../settings.ts';
import type { ClipOnTimeLine } from './clip.ts';

/** The most seconds from one key frame to the next. Players seek to key frames; longer GOPs seek slowly in software. */
const KEYFRAME_SECONDS = 5;

/** The most frames of a GOP. */
export const maxGopFrames = ({ fps }: { fps: number }): number => KEYFRAME_SECONDS * fps;

// Inter frames cost time and key frames cost bytes. A GOP of AV1 at 1080p30 took 0.38 s of CPU with 1 s and 0.69 s with 2 s, at 66 KB for
// either; every frame of both was as close to its picture as the key frame.
const STILL_GOP_SECONDS = 2;

/** The frames of a GOP that is encoded for a still, to be repeated. */
export const frameCountOfStillGop = ({ fps }: Pick<VideoSettings, 'fps'>): number => STILL_GOP_SECONDS * fps;

/**
 * Checks the durations of placed clips.
 * @throws RangeError when `shown` is not a whole number of frames (1 or more), or differs from a moving clip's frames, and
 * when the first clip fades in
 */
export function assertClipDurations(clips: readonly ClipOnTimeLine[]): void {
  if (clips[0]?.fadesIn) throw new RangeError('there is nothing before the first clip to fade from');
  for (const { clip, shown } of clips) {
    if (!Number.isInteger(shown) || shown < 1)
      throw new RangeError(`a clip is shown for a whole number of frames, 1 or more, not ${shown}`);
    if (clip.form === 'moving' && shown !== clip.frames) {
      throw new RangeError(`a moving clip of ${clip.frames} frames cannot be shown for ${shown}`);
    }
  }
}

/** A placed clip and the lengths of the GOPs that it becomes, in frames; none if it fades in, because a fade continues the GOP before it. */
export interface GopsOfClip {
  placed: ClipOnTimeLine;
  lengths: number[];
}

/** The GOPs of a video. With the fades after them they have at most `maxFrames` frames, except longer moving clips. */
export const gopsOfClipsOnTimeLine = (clips: readonly ClipOnTimeLine[], maxFrames: number): GopsOfClip[] =>
  clips.map((placed, index) => {
    const nextClip = clips[index + 1];
    const fadeFrames = nextClip?.fadesIn ? nextClip.shown : 0;
    return { placed, lengths: placed.fadesIn ? [] : gopLengthsOfClip(placed, maxFrames, fadeFrames) };
  });

/**
 * The lengths of the GOPs that a placed clip becomes, in frames.
 * @param maxFrames the most frames of a GOP, with the fade after it
 * @param fadeFrames frames of the fade after the clip, for which its last GOP leaves room
 */
export function gopLengthsOfClip({ clip, shown }: ClipOnTimeLine, maxFrames: number, fadeFrames = 0): number[] {
  if (clip.form === 'moving') return [shown];
  if (clip.form === 'still_gop') return splitHoldIntoGops(shown, clip.frames);
  const lengthsWithFade = splitHoldIntoGops(shown + fadeFrames, maxFrames);
  const lastLength = (lengthsWithFade.at(-1) ?? 0) - fadeFrames;
  // If the fade is longer than an even share, the hold alone is split, and its last GOP leaves room for the fade.
  return lastLength > 0
    ? lengthsWithFade.with(-1, lastLength)
    : splitHoldIntoGops(shown, Math.max(1, maxFrames - fadeFrames));
}

/** Positions (0-based, ascending) of the key frames in the joined stream of the clips. */
export function plannedKeyFramePositions(
  settings: Pick<VideoSettings, 'fps'>,
  clips: readonly ClipOnTimeLine[],
): number[] {
  const positions: number[] = [];
  let position = 0;
  for (const { placed, lengths } of gopsOfClipsOnTimeLine(clips, maxGopFrames(settings))) {
    for (const length of lengths) {
      positions.push(position);
      position += length;
    }
    if (placed.fadesIn) position += placed.shown;
  }
  return positions;
}

/** Splits a hold into the fewest GOPs of at most `maxFrames` frames. Their lengths differ by one frame at most. */
export function splitHoldIntoGops(frames: number, maxFrames: number): number[] {
  const count = Math.ceil(frames / maxFrames);
  return Array.from({ length: count }, (_, gop) => gopStart(gop + 1, count, frames) - gopStart(gop, count, frames));
}

const gopStart = (gop: number, count: number, frames: number): number => Math.floor((gop * frames) / count);
