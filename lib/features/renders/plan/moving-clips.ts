import { splitHoldIntoGops } from '#engine/video/clips/placement.ts';
import { framesPerFootageGroup } from '#engine/video/footage/footage.ts';
import { footageFrameIndexAt } from '#engine/video/footage/footage-excerpt.ts';
import { MIN_KEY_FRAME_DISTANCE } from './key-frame-distance.ts';

/**
 * The longest clip of a moving image or of footage, in seconds. A longer one is cut evenly, so that players can seek to the start of each
 * clip and several workers can encode it.
 */
const MAX_CLIP_SECONDS = 5;

/** A part of a movement: its first frame and the number of its frames. */
interface MovementPart {
  first: number;
  length: number;
}

/**
 * Splits the frames of a long movement into clips that are encoded separately.
 * @returns the first frame and the number of frames of each clip, in order
 */
export function splitMovementIntoClips(frames: number, fps: number): MovementPart[] {
  let first = 0;
  return splitHoldIntoGops(frames, MAX_CLIP_SECONDS * fps).map((length) => {
    const clip = { first, length };
    first += length;
    return clip;
  });
}

/**
 * The parts, in order, of some frames of footage that start where its groups of frames do, so that whole groups can be joined as they are. The first
 * part may start within a group. A rest that is too short for a clip belongs to its neighbour.
 * @param from the second of the footage that the first frame shows
 */
export function splitFootageAtFrameGroups(from: number, frames: number, fps: number): MovementPart[] {
  const groupFrames = framesPerFootageGroup(fps);
  const parts: MovementPart[] = [];
  const start = footageFrameIndexAt(from, fps);
  for (let first = 0; first < frames; ) {
    const toNextGroup = groupFrames - ((start + first) % groupFrames);
    const partFrames = toNextGroup < MIN_KEY_FRAME_DISTANCE ? toNextGroup + groupFrames : toNextGroup;
    const framesLeft = frames - first;
    const length = framesLeft - partFrames < MIN_KEY_FRAME_DISTANCE ? framesLeft : partFrames;
    parts.push({ first, length });
    first += length;
  }
  return parts;
}
