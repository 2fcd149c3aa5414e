import { gopLengths } from '../gop-plan.ts';
import type { VideoSettings } from '../settings.ts';
import type { PlacedClip } from './clip.ts';

/** From one key frame to the next: players can seek there. Longer GOPs seek slowly in software. */
const KEYFRAME_SECONDS = 5;

/** The longest GOP in frames. */
export const longestGop = ({ fps }: Pick<VideoSettings, 'fps'>): number => KEYFRAME_SECONDS * fps;

/** @throws RangeError when a clip is shown for no whole number of frames, or a moving one for others than it has */
export function assertPlacement(clips: readonly PlacedClip[]): void {
  for (const { clip, shown } of clips) {
    if (!Number.isInteger(shown) || shown < 1) throw new RangeError(`a clip is shown for >= 1 frame, not ${shown}`);
    if (clip.form === 'frames' && shown !== clip.frames) {
      throw new RangeError(`a moving clip of ${clip.frames} frames cannot be shown for ${shown}`);
    }
  }
}

/** The lengths of the GOPs in which a clip is written. */
export function gopsOfPlaced({ clip, shown }: PlacedClip, longest: number): number[] {
  if (clip.form === 'frames') return [shown];
  return gopLengths(shown, clip.form === 'gop' ? clip.frames : longest);
}

/** The frames (0-based, ascending) at which the stream of the clips has its key frames. */
export function plannedKeyframes(settings: Pick<VideoSettings, 'fps'>, clips: readonly PlacedClip[]): number[] {
  const positions: number[] = [];
  let at = 0;
  for (const length of clips.flatMap((placed) => gopsOfPlaced(placed, longestGop(settings)))) {
    positions.push(at);
    at += length;
  }
  return positions;
}
