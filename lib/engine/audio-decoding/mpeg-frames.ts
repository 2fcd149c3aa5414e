/** The first frame of an MP3 file, and what its header declares. */
export interface FirstMp3Frame {
  /** Offset of the first frame, in bytes. */
  offset: number;
  /** Samples of each channel in a frame. */
  frameSamples: number;
  /** Hz. */
  sampleRate: number;
  /** Frames of sound, when the encoder declares them in a "Xing" or "Info" frame. */
  declaredFrames: number | undefined;
}

interface FrameHeader {
  /** Bytes of the whole frame, with its header. */
  length: number;
  /** Hz. */
  sampleRate: number;
  /** Samples of each channel. */
  frameSamples: number;
  /** Bytes of the side information, between the header and the main data. */
  sideBytes: number;
}

// ISO/IEC 11172-3 and 13818-3, layer III: kbit/s by index, for MPEG 1 and for MPEG 2 and 2.5.
const BIT_RATES_MPEG_1 = [0, 32, 40, 48, 56, 64, 80, 96, 112, 128, 160, 192, 224, 256, 320];
const BIT_RATES_MPEG_2 = [0, 8, 16, 24, 32, 40, 48, 56, 64, 80, 96, 112, 128, 144, 160];
/** Hz by index, for MPEG 1. MPEG 2 has half of these rates, MPEG 2.5 a quarter. */
const SAMPLE_RATES_MPEG_1 = [44_100, 48_000, 32_000];
/** The number of bytes after the ID3 tags in which the first frame is searched for. */
const MAX_LEADING_BYTES = 4096;
/** Consecutive headers by which an MP3 file is recognized. */
const CHECKED_HEADERS = 3;

function headerAt(bytes: Uint8Array, offset: number): FrameHeader | undefined {
  const [sync = 0, versionByte = 0, ratesByte = 0, modeByte = 0] = bytes.subarray(offset, offset + 4);
  if (offset + 4 > bytes.length || sync !== 0xff || (versionByte & 0xe0) !== 0xe0 || (versionByte & 0x06) !== 0x02)
    return undefined;
  const versionId = (versionByte >> 3) & 3;
  const bitRate = (versionId === 3 ? BIT_RATES_MPEG_1 : BIT_RATES_MPEG_2)[ratesByte >> 4];
  const mpeg1SampleRate = SAMPLE_RATES_MPEG_1[(ratesByte >> 2) & 3];
  if (versionId === 1 || !bitRate || mpeg1SampleRate === undefined) return undefined;
  const sampleRate = mpeg1SampleRate / (versionId === 3 ? 1 : versionId === 2 ? 2 : 4);
  const frameSamples = versionId === 3 ? 1152 : 576;
  const length = Math.floor((frameSamples * bitRate * 125) / sampleRate) + ((ratesByte >> 1) & 1);
  const isMono = modeByte >> 6 === 3;
  const sideBytes = versionId === 3 ? (isMono ? 17 : 32) : isMono ? 9 : 17;
  return { length, sampleRate, frameSamples, sideBytes };
}

/** The end of the ID3 tags: each has ten bytes and a length of four times seven bits (ID3v2.4 §3.1). */
function endOfId3Tags(bytes: Uint8Array): number {
  let offset = 0;
  while (bytes[offset] === 0x49 && bytes[offset + 1] === 0x44 && bytes[offset + 2] === 0x33) {
    const [a = 0, b = 0, c = 0, d = 0] = bytes.subarray(offset + 6, offset + 10);
    offset += 10 + (((a & 127) << 21) | ((b & 127) << 14) | ((c & 127) << 7) | (d & 127));
  }
  return offset;
}

function hasConsecutiveHeaders(bytes: Uint8Array, firstOffset: number): boolean {
  let offset = firstOffset;
  for (let i = 0; i < CHECKED_HEADERS; i++) {
    if (i > 0 && offset >= bytes.length) return true;
    const header = headerAt(bytes, offset);
    if (!header) return false;
    offset += header.length;
  }
  return true;
}

function readDeclaredFrames(bytes: Uint8Array, offset: number, { sideBytes }: FrameHeader): number | undefined {
  const infoOffset = offset + 4 + sideBytes;
  if (infoOffset + 12 > bytes.length) return undefined;
  const infoHeader = Buffer.from(bytes.buffer, bytes.byteOffset + infoOffset, 12);
  const name = infoHeader.toString('latin1', 0, 4);
  const hasCount = (infoHeader.readUInt32BE(4) & 1) === 1;
  return (name === 'Xing' || name === 'Info') && hasCount ? infoHeader.readUInt32BE(8) : undefined;
}

/** Finds the first frame of an MP3 file; undefined when there is none within MAX_LEADING_BYTES after the ID3 tags. */
export function findFirstMp3Frame(bytes: Uint8Array): FirstMp3Frame | undefined {
  const tagsEnd = endOfId3Tags(bytes);
  for (let offset = tagsEnd; offset < Math.min(bytes.length, tagsEnd + MAX_LEADING_BYTES); offset++) {
    const header = headerAt(bytes, offset);
    if (!header || !hasConsecutiveHeaders(bytes, offset)) continue;
    const { frameSamples, sampleRate } = header;
    return { offset, frameSamples, sampleRate, declaredFrames: readDeclaredFrames(bytes, offset, header) };
  }
  return undefined;
}
