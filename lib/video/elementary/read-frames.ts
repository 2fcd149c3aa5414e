import type { CodedFrame, FrameReader } from './frame-reader.ts';

/** The frames of a stream as they come, those of one piece together. */
export async function* readFrames(stream: AsyncIterable<Buffer>, reader: FrameReader): AsyncGenerator<CodedFrame[]> {
  for await (const piece of stream) {
    const frames = reader.push(piece);
    if (frames.length > 0) yield frames;
  }
  const last = reader.end();
  if (last.length > 0) yield last;
}
