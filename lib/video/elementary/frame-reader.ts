import type { Codec } from '../settings.ts';
import { createAv1Reader } from './av1-reader.ts';
import type { CodedFrame, FrameReader } from './coded-frame.ts';
import { createH264Reader } from './h264-reader.ts';
import { createH265Reader } from './h265-reader.ts';
import { PreparedFrames, type StreamPiece } from './prepared-frames.ts';
import { createVp9Reader } from './vp9-reader.ts';

/** The reader of a codec's elementary streams. H.264 and H.265: Annex B. VP9 and AV1: IVF. */
export function createFrameReader(codec: Codec): FrameReader {
  switch (codec) {
    case 'h264':
      return createH264Reader();
    case 'h265':
      return createH265Reader();
    case 'vp9':
      return createVp9Reader();
    case 'av1':
      return createAv1Reader();
  }
}

/** The frames of a stream. Those that one piece completes come together; prepared ones stay as they are. */
export async function* readFrames(
  stream: AsyncIterable<StreamPiece>,
  reader: FrameReader,
): AsyncGenerator<CodedFrame[] | PreparedFrames> {
  for await (const piece of stream) {
    const isPrepared = piece instanceof PreparedFrames;
    const frames = isPrepared ? reader.end() : reader.push(piece);
    if (frames.length > 0) yield frames;
    if (!isPrepared) continue;
    reader.pass?.(piece);
    yield piece;
  }
  const last = reader.end();
  if (last.length > 0) yield last;
}
