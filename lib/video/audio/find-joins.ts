import { readFile } from 'node:fs/promises';
import { type AdtsFrame, readAdts } from './adts.ts';
import { JOIN_REACH_FRAMES, type SoundPart } from './sound-parts.ts';

/** A part with the ADTS file that its encoder wrote. */
export type EncodedSound = SoundPart & { file: string };

/** The frames of a part that go into the track, and where: numbers of frames over the whole track. */
export interface KeptFrames {
  file: string;
  firstFrame: number;
  fromFrame: number;
  /** Exclusive. */
  toFrame: number;
}

/**
 * Which frames of every part are kept. A decoder adds the second half of a frame's window to the first half of the next
 * one's, and aliasing cancels only if the two fit. So a part may take over at frame n where both encoders, on the same
 * samples, chose the same window for frame n − 1. Parts that do not overlap have nothing but silence at their ends.
 * @returns undefined when two parts never agree within their overlap.
 */
export async function findJoins(parts: readonly EncodedSound[]): Promise<KeptFrames[] | undefined> {
  const kept: KeptFrames[] = [];
  let previous: { firstFrame: number; frames: AdtsFrame[] } | undefined;
  for (const { file, firstFrame, keepFromFrame } of parts) {
    const frames = readAdts(await readFile(file));
    const current = { firstFrame, frames };
    const last = kept.at(-1);
    let fromFrame: number | undefined = keepFromFrame;
    if (last && previous && keepFromFrame > firstFrame) {
      fromFrame = agreement(previous, current, keepFromFrame);
      if (fromFrame === undefined) return undefined;
    }
    if (last) last.toFrame = Math.min(last.toFrame, fromFrame);
    kept.push({ file, firstFrame, fromFrame, toFrame: firstFrame + frames.length });
    previous = current;
  }
  return kept;
}

type Frames = { firstFrame: number; frames: readonly AdtsFrame[] };

function agreement(ours: Frames, theirs: Frames, from: number): number | undefined {
  for (let frame = from; frame <= from + JOIN_REACH_FRAMES; frame++) {
    const before = ours.frames[frame - 1 - ours.firstFrame]?.window;
    if (before !== undefined && before === theirs.frames[frame - 1 - theirs.firstFrame]?.window) return frame;
  }
  return undefined;
}
