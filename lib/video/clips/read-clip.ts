import { createReadStream } from 'node:fs';
import { NalSplitter } from '../h264/nal.ts';
import type { PlacedClip } from './clip.ts';

const PIECE_BYTES = 1 << 18;

/** The bytes of a clip, in pieces. */
export const clipBytes = ({ file, clip }: PlacedClip): AsyncIterable<Buffer> =>
  createReadStream(file, { start: clip.offset, end: clip.offset + clip.bytes - 1, highWaterMark: PIECE_BYTES });

/** The NAL units of a clip; at most one is held. */
export async function* clipUnits(placed: PlacedClip): AsyncGenerator<Buffer> {
  const splitter = new NalSplitter();
  for await (const piece of clipBytes(placed)) yield* splitter.push(piece);
  yield* splitter.end();
}
