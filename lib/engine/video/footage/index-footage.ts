import { createReadStream } from 'node:fs';
import { type FileHandle, open } from 'node:fs/promises';
import { UnsupportedStreamError } from '../bits/stream-errors.ts';
import { annexBPiecesOfFrame, readH264Frames, StreamParameterSets } from '../h264/frames.ts';
import { readNalUnits } from '../h264/nal.ts';
import { readParameterSets } from '../h264/parameter-sets.ts';
import { type FootageIndex, footageFactsSchema, framesPerFootageGroup } from './footage.ts';

/** Bytes that are written at a time. */
const CHUNK_BYTES = 4 * 2 ** 20;

/** Writes pieces to a file, many at a time. */
class PieceWriter {
  readonly #file: FileHandle;
  #waiting: Uint8Array[] = [];
  #bytes = 0;
  written = 0;

  constructor(file: FileHandle) {
    this.#file = file;
  }

  async add(pieces: readonly Uint8Array[]): Promise<void> {
    for (const piece of pieces) {
      this.#waiting.push(piece);
      this.#bytes += piece.length;
      this.written += piece.length;
    }
    if (this.#bytes >= CHUNK_BYTES) await this.flush();
  }

  async flush(): Promise<void> {
    if (this.#bytes > 0) await this.#file.appendFile(Buffer.concat(this.#waiting));
    this.#waiting = [];
    this.#bytes = 0;
  }
}

/** The size of the pictures of a stream. @throws UnsupportedStreamError unless they are whole frames of 8-bit 4:2:0 */
function sizeIn(sets: StreamParameterSets): { width: number; height: number } {
  const { spsNal, ppsNal } = sets.nals;
  const { sps } = readParameterSets(spsNal, ppsNal);
  const isPlain = sps.chromaFormat === 1 && sps.bitDepthLuma === 8 && sps.bitDepthChroma === 8 && sps.framesOnly;
  if (!isPlain) throw new UnsupportedStreamError('sequence', 'footage is not 8-bit 4:2:0 in whole frames');
  return { width: sps.width, height: sps.height };
}

/** The size of the first picture of a stream. @throws UnsupportedStreamError, BitstreamError */
export async function firstPictureSizeIn(streamFile: string): Promise<{ width: number; height: number }> {
  const sets = new StreamParameterSets();
  for await (const _ of readH264Frames(readNalUnits(createReadStream(streamFile)), sets)) return sizeIn(sets);
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
  const every = framesPerFootageGroup(fps);
  const offsets: number[] = [];
  let frames = 0;
  await using file = await open(outFile, 'w');
  const out = new PieceWriter(file);
  for await (const frame of readH264Frames(readNalUnits(createReadStream(streamFile)), sets)) {
    if (frame.isIdr !== (frames % every === 0))
      throw new UnsupportedStreamError('sample_units', 'a key frame of footage is missing or not planned');
    if (frame.isIdr) offsets.push(out.written);
    await out.add(annexBPiecesOfFrame(frame, sets.nals).map((piece) => Uint8Array.from(piece)));
    frames += 1;
  }
  await out.flush();
  return { ...footageFactsSchema.parse({ ...sizeIn(sets), fps, frames }), offsets: [...offsets, out.written] };
}
