import { splitHoldIntoGops } from '#engine/video/clips/placement.ts';

/**
 * The longest clip of a moving image or of footage, in seconds. A longer one is cut evenly, so that players can seek to the start of each
 * clip and several workers can encode it.
 */
const CLIP_SECONDS = 5;

/**
 * Splits the frames of a long movement into clips that are encoded separately.
 * @returns the first frame and the number of frames of each clip, in order
 */
export function splitMovementIntoClips(frames: number, fps: number): { first: number; length: number }[] {
  let first = 0;
  return splitHoldIntoGops(frames, CLIP_SECONDS * fps).map((length) => {
    const clip = { first, length };
    first += length;
    return clip;
  });
}
