import type { VideoCodecId } from '../codecs/codec-facts.ts';
import { videoCodecOf } from '../codecs/video-codec-of.ts';
import type { CodedFrame } from './coded-frame.ts';
import type { CodedFrameReader } from './coded-frame-reader.ts';
import { type ElementaryStreamChunk, SynthesizedFrames } from './synthesized-frames.ts';

/** Creates the reader of a codec's elementary streams (Annex B or IVF, as its object says). */
export const createFrameReader = (codec: VideoCodecId): CodedFrameReader => videoCodecOf(codec).createFrameReader();

/**
 * Reads the frames of a stream. The frames that a piece completes are one list; synthesized frames are passed on unchanged.
 * @throws UnsupportedStreamError or BitstreamError when frames cannot be read
 */
export async function* readFrames(
  stream: AsyncIterable<ElementaryStreamChunk>,
  reader: CodedFrameReader,
): AsyncGenerator<CodedFrame[] | SynthesizedFrames> {
  for await (const piece of stream) {
    const isSynthesized = piece instanceof SynthesizedFrames;
    const frames = isSynthesized ? reader.end() : reader.push(piece);
    if (frames.length > 0) yield frames;
    if (!isSynthesized) continue;
    reader.pass?.(piece);
    yield piece;
  }
  const lastFrames = reader.end();
  if (lastFrames.length > 0) yield lastFrames;
}
