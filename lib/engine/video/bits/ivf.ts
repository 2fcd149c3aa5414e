// IVF, a simple file of frames: a header of 32 bytes, then each frame after 12 bytes with its length and its time.

const FILE_HEADER_BYTES = 32;
const FRAME_HEADER_BYTES = 12;

/** The bytes are not IVF, or end too early. */
export class IvfError extends Error {
  override name = 'IvfError';
}

/** Fields of the header of an IVF file. */
export interface IvfFormat {
  fourcc: 'VP90' | 'AV01';
  width: number;
  height: number;
  /** Frames per second. Times are counted in frames. */
  fps: number;
}

/** The header of an IVF file. It states no number of frames (0). Numbers are little-endian. */
export function ivfFileHeader({ fourcc, width, height, fps }: IvfFormat): Buffer {
  const header = Buffer.alloc(FILE_HEADER_BYTES);
  header.write('DKIF', 0, 'latin1');
  header.writeUInt16LE(FILE_HEADER_BYTES, 6);
  header.write(fourcc, 8, 'latin1');
  header.writeUInt16LE(width, 12);
  header.writeUInt16LE(height, 14);
  header.writeUInt32LE(fps, 16);
  header.writeUInt32LE(1, 20);
  return header;
}

/** The header of a frame of `bytes` bytes that is shown at frame `time`. */
export function ivfFrameHeader(bytes: number, time: number): Buffer {
  const header = Buffer.alloc(FRAME_HEADER_BYTES);
  header.writeUInt32LE(bytes, 0);
  header.writeBigUInt64LE(BigInt(time), 4);
  return header;
}

/** Extracts the frames from IVF bytes that come in pieces of any size, with or without the header of the file. */
export class IvfSplitter {
  #pending: Buffer = Buffer.alloc(0);
  #isHeaderMissing: boolean;

  constructor({ hasFileHeader }: { hasFileHeader: boolean }) {
    this.#isHeaderMissing = hasFileHeader;
  }

  /** The frames that this piece completes, without their headers. @throws IvfError when it is not an IVF file */
  push(piece: Uint8Array): Buffer[] {
    this.#pending = Buffer.concat([this.#pending, piece]);
    if (this.#isHeaderMissing && !this.#takeFileHeader()) return [];
    const frames: Buffer[] = [];
    let offset = 0;
    while (this.#pending.length - offset >= FRAME_HEADER_BYTES) {
      const start = offset + FRAME_HEADER_BYTES;
      const end = start + this.#pending.readUInt32LE(offset);
      if (end > this.#pending.length) break;
      frames.push(this.#pending.subarray(start, end));
      offset = end;
    }
    this.#pending = this.#pending.subarray(offset);
    return frames;
  }

  /** @throws IvfError when the bytes end inside a frame */
  end(): void {
    if (this.#pending.length > 0 || this.#isHeaderMissing) throw new IvfError('the IVF data end too early');
  }

  #takeFileHeader(): boolean {
    if (this.#pending.length < FILE_HEADER_BYTES) return false;
    if (this.#pending.toString('latin1', 0, 4) !== 'DKIF') throw new IvfError('this is not an IVF file');
    this.#pending = this.#pending.subarray(this.#pending.readUInt16LE(6));
    this.#isHeaderMissing = false;
    return true;
  }
}

/** The frames of IVF bytes, without their headers. @throws IvfError */
export async function* ivfFrames(
  pieces: AsyncIterable<Uint8Array>,
  options: { hasFileHeader: boolean },
): AsyncGenerator<Buffer, void> {
  const splitter = new IvfSplitter(options);
  for await (const piece of pieces) yield* splitter.push(piece);
  splitter.end();
}
