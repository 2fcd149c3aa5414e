import { type AdtsFrame, readAdtsFrames } from './adts.ts';
import { type EncoderPart, JOIN_REACH_FRAMES } from './plan-parts.ts';

/** A part with the ADTS file that its encoder wrote. */
export interface EncodedPart extends EncoderPart {
  file: string;
}

/**
 * The frame at which each part takes over from the one before (0 for the first). A decoder adds the second half of a
 * frame's window to the first half of the next one's, and aliasing cancels only if the two fit. So a part may take over
 * at frame n where both encoders, on the same samples, chose the same window for frame n − 1.
 * @returns undefined when two parts never agree within their overlap.
 */
export async function findJoins(parts: readonly EncodedPart[]): Promise<number[] | undefined> {
  const joins = [0];
  for (const [i, next] of parts.entries()) {
    const previous = parts[i - 1];
    if (!previous) continue;
    const last = next.keepFromFrame + JOIN_REACH_FRAMES;
    const ours = await windows(previous, next.keepFromFrame - 1, last);
    const theirs = await windows(next, next.keepFromFrame - 1, last);
    const agreed = ours.findIndex((window, at) => window === theirs[at]);
    if (agreed < 0) return undefined;
    joins.push(next.keepFromFrame + agreed);
  }
  return joins;
}

/** The frames of the whole track, each part up to where the next one takes over. */
export async function* joinedFrames(parts: readonly EncodedPart[], joins: readonly number[]): AsyncGenerator<Buffer> {
  for (const [i, part] of parts.entries()) {
    const from = joins[i] ?? 0;
    for await (const { bytes } of framesBetween(part, from, joins[i + 1] ?? Number.POSITIVE_INFINITY)) yield bytes;
  }
}

async function windows(part: EncodedPart, from: number, to: number): Promise<number[]> {
  const found: number[] = [];
  for await (const { window } of framesBetween(part, from, to)) found.push(window);
  return found;
}

/** `from` and `to` (exclusive) count over the whole track. */
async function* framesBetween(part: EncodedPart, from: number, to: number): AsyncGenerator<AdtsFrame> {
  let number = part.firstFrame;
  for await (const frame of readAdtsFrames(part.file)) {
    if (number >= to) return;
    if (number >= from) yield frame;
    number++;
  }
}
