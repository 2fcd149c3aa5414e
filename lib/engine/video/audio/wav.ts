/** Fields of the header of a WAV file. */
export interface WavHeader {
  sampleRate: number;
  channels: number;
  bitsPerSample: number;
  /** Offset of the first sample in the file, in bytes. */
  dataOffset: number;
  /** Length of the samples in bytes. Undefined if the writer did not fill it in: they reach to the end of the file. */
  dataBytes: number | undefined;
}

/** The file is not a PCM WAV file, or ends before its samples. */
export class WavError extends Error {
  override name = 'WavError';
}

/** Length of the headers that this service writes. */
export const WRITTEN_WAV_HEADER_BYTES = 44;
/** The bytes at the start of a file that contain its header, unless its writer put a picture first. */
export const MAX_WAV_HEADER_SEARCH_BYTES = 4096;
// Format codes (`wFormatTag`). The extensible format states the actual code in a later field.
const PCM_FORMAT = 1;
const EXTENSIBLE_FORMAT = 0xfffe;

/** The header before `dataBytes` bytes of mono signed 16-bit little-endian samples. @throws RangeError from 4 GiB on */
export function encodeWavHeader(dataBytes: number, sampleRate: number): Buffer {
  if (dataBytes + WRITTEN_WAV_HEADER_BYTES - 8 > 0xffff_ffff)
    throw new RangeError('a WAV file contains less than 4 GiB');
  const header = Buffer.alloc(WRITTEN_WAV_HEADER_BYTES);
  header.write('RIFF', 0, 'latin1');
  header.writeUInt32LE(dataBytes + WRITTEN_WAV_HEADER_BYTES - 8, 4);
  header.write('WAVEfmt ', 8, 'latin1');
  header.writeUInt32LE(16, 16);
  header.writeUInt16LE(PCM_FORMAT, 20);
  header.writeUInt16LE(1, 22);
  header.writeUInt32LE(sampleRate, 24);
  header.writeUInt32LE(sampleRate * 2, 28);
  header.writeUInt16LE(2, 32);
  header.writeUInt16LE(16, 34);
  header.write('data', 36, 'latin1');
  header.writeUInt32LE(dataBytes, 40);
  return header;
}

/** A whole WAV file from mono signed 16-bit little-endian samples. */
export function encodeWav(pcm: Buffer, sampleRate: number): Buffer {
  return Buffer.concat([encodeWavHeader(pcm.length, sampleRate), pcm]);
}

/**
 * Reads the header of a WAV file.
 * @param head the first MAX_WAV_HEADER_SEARCH_BYTES bytes of the file, or all of a shorter file
 * @throws WavError
 */
export function decodeWavHeader(head: Buffer): WavHeader {
  if (head.length < 12 || fourCharacterCode(head, 0) !== 'RIFF' || fourCharacterCode(head, 8) !== 'WAVE')
    throw new WavError('not a RIFF WAVE file');
  let format: Omit<WavHeader, 'dataOffset' | 'dataBytes'> | undefined;
  for (let chunkOffset = 12; chunkOffset + 8 <= head.length; ) {
    const size = head.readUInt32LE(chunkOffset + 4);
    const bodyOffset = chunkOffset + 8;
    if (fourCharacterCode(head, chunkOffset) === 'fmt ') format = decodeFormat(head, bodyOffset, size);
    if (fourCharacterCode(head, chunkOffset) === 'data') {
      if (!format) throw new WavError('samples before their format');
      return { ...format, dataOffset: bodyOffset, dataBytes: size === 0xffff_ffff ? undefined : size };
    }
    chunkOffset = bodyOffset + size + (size % 2);
  }
  throw new WavError('no samples');
}

function decodeFormat(head: Buffer, bodyOffset: number, size: number): Omit<WavHeader, 'dataOffset' | 'dataBytes'> {
  if (size < 16 || bodyOffset + size > head.length) throw new WavError('the format chunk is cut off');
  const formatCode = head.readUInt16LE(bodyOffset);
  const isPcm =
    formatCode === PCM_FORMAT ||
    (formatCode === EXTENSIBLE_FORMAT && size >= 26 && head.readUInt16LE(bodyOffset + 24) === PCM_FORMAT);
  if (!isPcm) throw new WavError('not PCM');
  return {
    channels: head.readUInt16LE(bodyOffset + 2),
    sampleRate: head.readUInt32LE(bodyOffset + 4),
    bitsPerSample: head.readUInt16LE(bodyOffset + 14),
  };
}

function fourCharacterCode(bytes: Buffer, offset: number): string {
  return bytes.toString('latin1', offset, offset + 4);
}
