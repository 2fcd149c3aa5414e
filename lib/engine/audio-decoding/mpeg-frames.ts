/** The first frame of an MP3 file, and what its header declares. */
export interface FirstMp3Frame {
  /** Offset of the first frame, in bytes. */
  offset: number;
  /** Samples of each channel in a frame. */
  frameSamples: number;
  sampleRate: number;
  /** Frames of sound, when the encoder declares them in a "Xing" or "Info" frame. */
  declaredFrames: number | undefined;
}

interface FrameHeader {
  length: number;
  sampleRate: number;
  frameSamples: number;
  /** Bytes between the header and the main data. */
  sideBytes: number;
}

// ISO/IEC 11172-3 and 13818-3, layer III: kbit/s by index, for MPEG 1 and for MPEG 2 and 2.5.
const RATES_1 = [0, 32, 40, 48, 56, 64, 80, 96, 112, 128, 160, 192, 224, 256, 320];
const RATES_2 = [0, 8, 16, 24, 32, 40, 48, 56, 64, 80, 96, 112, 128, 144, 160];
/** Hz by index, for MPEG 1; the others have a half and a quarter of them. */
const BASE_RATES = [44_100, 48_000, 32_000];
/** Most bytes between the ID3 tags and the first frame. */
const MAX_LEADING_BYTES = 4096;
/** Consecutive headers by which an MP3 file is recognized. */
const CHECKED_HEADERS = 3;

function headerAt(bytes: Uint8Array, at: number): FrameHeader | undefined {
  const [sync = 0, version = 0, rates = 0, mode = 0] = bytes.subarray(at, at + 4);
  if (at + 4 > bytes.length || sync !== 0xff || (version & 0xe0) !== 0xe0 || (version & 0x06) !== 0x02)
    return undefined;
  const id = (version >> 3) & 3;
  const bitRate = (id === 3 ? RATES_1 : RATES_2)[rates >> 4];
  const base = BASE_RATES[(rates >> 2) & 3];
  if (id === 1 || !bitRate || base === undefined) return undefined;
  const sampleRate = base / (id === 3 ? 1 : id === 2 ? 2 : 4);
  const frameSamples = id === 3 ? 1152 : 576;
  const length = Math.floor((frameSamples * bitRate * 125) / sampleRate) + ((rates >> 1) & 1);
  const isMono = mode >> 6 === 3;
  const sideBytes = id === 3 ? (isMono ? 17 : 32) : isMono ? 9 : 17;
  return { length, sampleRate, frameSamples, sideBytes };
}

/** The end of the ID3 tags: each has ten bytes and a length of four times seven bits (ID3v2.4 §3.1). */
function afterTags(bytes: Uint8Array): number {
  let at = 0;
  while (bytes[at] === 0x49 && bytes[at + 1] === 0x44 && bytes[at + 2] === 0x33) {
    const [a = 0, b = 0, c = 0, d = 0] = bytes.subarray(at + 6, at + 10);
    at += 10 + (((a & 127) << 21) | ((b & 127) << 14) | ((c & 127) << 7) | (d & 127));
  }
  return at;
}

function hasConsecutiveHeaders(bytes: Uint8Array, start: number): boolean {
  let at = start;
  for (let i = 0; i < CHECKED_HEADERS; i++) {
    if (i > 0 && at >= bytes.length) return true;
    const header = headerAt(bytes, at);
    if (!header) return false;
    at += header.length;
  }
  return true;
}

function declaredFrames(bytes: Uint8Array, at: number, { sideBytes }: FrameHeader): number | undefined {
  const info = at + 4 + sideBytes;
  if (info + 12 > bytes.length) return undefined;
  const view = Buffer.from(bytes.buffer, bytes.byteOffset + info, 12);
  const name = view.toString('latin1', 0, 4);
  const hasCount = (view.readUInt32BE(4) & 1) === 1;
  return (name === 'Xing' || name === 'Info') && hasCount ? view.readUInt32BE(8) : undefined;
}

/** Finds the first frame of an MP3 file; undefined when there is none within MAX_LEADING_BYTES after the ID3 tags. */
export function findFirstMp3Frame(bytes: Uint8Array): FirstMp3Frame | undefined {
  const tags = afterTags(bytes);
  for (let offset = tags; offset < Math.min(bytes.length, tags + MAX_LEADING_BYTES); offset++) {
    const header = headerAt(bytes, offset);
    if (!header || !hasConsecutiveHeaders(bytes, offset)) continue;
    const { frameSamples, sampleRate } = header;
    return { offset, frameSamples, sampleRate, declaredFrames: declaredFrames(bytes, offset, header) };
  }
  return undefined;
}
