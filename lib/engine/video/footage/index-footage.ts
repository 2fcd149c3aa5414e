import { createReadStream } from 'node:fs';
import { type FileHandle, open } from 'node:fs/promises';
import { UnsupportedStreamError } from '../bits/stream-errors.ts';
import { annexBPiecesOfFrame, readH264Frames, StreamParameterSets } from '../h264/frames.ts';
import { readNalUnits } from '../h264/nal.ts';
import { parseParameterSets } from '../h264/parameter-sets.ts';
import { type FootageIndex, footageFactsSchema, framesPerFootageGroup } from './footage.ts';

/** Bytes that are written at a time. */
const CHUNK_BYTES = 4 * 2 ** 20;

/** Writes pieces to a file, many at a time. */
class PieceWriter {
  readonly #file: FileHandle;
  #pendingPieces: Uint8Array[] = [];
  #pendingBytes = 0;
  writtenBytes = 0;

  constructor(file: FileHandle) {
    this.#file = file;
  }

  async add(pieces: readonly Uint8Array[]): Promise<void> {
    for (const piece of pieces) {
      this.#pendingPieces.push(piece);
      this.#pendingBytes += piece.length;
      this.writtenBytes += piece.length;
    }
    if (this.#pendingBytes >= CHUNK_BYTES) await this.flush();
  }

  async flush(): Promise<void> {
    if (this.#pendingBytes > 0) await this.#file.appendFile(Buffer.concat(this.#pendingPieces));
    this.#pendingPieces = [];
    this.#pendingBytes = 0;
  }
}

/** The size of the pictures of a stream. @throws UnsupportedStreamError unless they are whole frames of 8-bit 4:2:0 */
function pictureSizeOf(sets: StreamParameterSets): { width: number; height: number } {
  const { spsNal, ppsNal } = sets.nals;
  const { sps } = parseParameterSets(spsNal, ppsNal);
  const isSupported = sps.chromaFormat === 1 && sps.bitDepthLuma === 8 && sps.bitDepthChroma === 8 && sps.framesOnly;
  if (!isSupported) throw new UnsupportedStreamError('sequence', 'footage is not 8-bit 4:2:0 in whole frames');
  return { width: sps.width, height: sps.height };
}

/** The size of the first picture of a stream. @throws UnsupportedStreamError, BitstreamError */
export async function firstPictureSizeIn(streamFile: string): Promise<{ width: number; height: number }> {
  const sets = new StreamParameterSets();
  for await (const _ of readH264Frames(readNalUnits(createReadStream(streamFile)), sets)) return pictureSizeOf(sets);
  throw new UnsupportedStreamError('sequence', 'the stream has no picture');
}

/**
 * Reads a stream that the isolated decoder made of a client's video, and writes its footage to a file: slices and parameter sets. Each
 * group starts with a key frame. It does not trust anything that the decoder reports.
 * @param fps frames per second that the decoder reports
 * @returns the index, with the size (pixels) and the number of frames that were found
 * @throws UnsupportedStreamError, BitstreamError for a stream of another form; ZodError for too many or no frames
 */
export async function indexFootage(streamFile: string, fps: number, outFile: string): Promise<FootageIndex> {
  const sets = new StreamParameterSets();
  const groupFrames = framesPerFootageGroup(fps);
  const offsets: number[] = [];
  let frames = 0;
  await using file = await open(outFile, 'w');
  const writer = new PieceWriter(file);
  for await (const frame of readH264Frames(readNalUnits(createReadStream(streamFile)), sets)) {
    if (frame.isIdr !== (frames % groupFrames === 0))
      throw new UnsupportedStreamError('sample_units', 'a key frame of footage is missing or not planned');
    if (frame.isIdr) offsets.push(writer.writtenBytes);
    await writer.add(annexBPiecesOfFrame(frame, sets.nals).map((piece) => Uint8Array.from(piece)));
    frames += 1;
  }
  await writer.flush();
  return {
    ...footageFactsSchema.parse({ ...pictureSizeOf(sets), fps, frames }),
    offsets: [...offsets, writer.writtenBytes],
  };
}
