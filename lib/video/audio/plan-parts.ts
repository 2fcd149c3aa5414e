import { AAC_FRAME_SAMPLES } from './adts.ts';

/** A stretch of the track that one encoder works on. Frames are counted over the whole track, from 0. */
export interface EncoderPart {
  /** Samples it is fed. */
  fromSample: number;
  /** Exclusive. */
  toSample: number;
  /** Number of the first frame that comes out of it. */
  firstFrame: number;
  /** From here on its frames are wanted, as soon as a join is found. */
  keepFromFrame: number;
}

/** A second: the encoder's bit reservoir and its ear for transients have forgotten by then that they started late. */
const PRE_ROLL_FRAMES = 47;
/** How far after its beginning a part may be joined. */
export const JOIN_REACH_FRAMES = 47;
/** The encoder looks one frame ahead; one more so that the last frame compared is no last frame. */
const LOOK_AHEAD_FRAMES = 2;
/** A part must be much longer than what is encoded twice. */
const SHORTEST_PART_FRAMES = 10 * (PRE_ROLL_FRAMES + JOIN_REACH_FRAMES);

/**
 * Cuts a track into at most `parts` stretches of equal length that overlap: each begins a pre-roll before the frames that
 * are wanted of it and goes on past the beginning of the next. Short tracks are not cut.
 */
export function planParts(totalSamples: number, parts: number): EncoderPart[] {
  const frames = Math.ceil(totalSamples / AAC_FRAME_SAMPLES);
  const count = Math.max(1, Math.min(Math.floor(parts), Math.floor(frames / SHORTEST_PART_FRAMES)));
  const boundary = (part: number) => Math.round((frames * part) / count);
  return Array.from({ length: count }, (_, part) => {
    const keepFromFrame = boundary(part);
    const firstFrame = Math.max(0, keepFromFrame - PRE_ROLL_FRAMES);
    const lastFrame = boundary(part + 1) + JOIN_REACH_FRAMES + LOOK_AHEAD_FRAMES;
    const toSample = part === count - 1 ? totalSamples : Math.min(totalSamples, lastFrame * AAC_FRAME_SAMPLES);
    return { fromSample: firstFrame * AAC_FRAME_SAMPLES, toSample, firstFrame, keepFromFrame };
  });
}
