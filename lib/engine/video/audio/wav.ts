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
const PCM = 1;
const EXTENSIBLE = 0xfffe;

/** The header before `dataBytes` bytes of mono signed 16-bit little-endian samples. @throws RangeError from 4 GiB on */
export function encodeWavHeader(dataBytes: number, sampleRate: number): Buffer {
  if (dataBytes + WRITTEN_WAV_HEADER_BYTES - 8 > 0xffff_ffff)
    throw new RangeError('a WAV file contains less than 4 GiB');
  const header = Buffer.alloc(WRITTEN_WAV_HEADER_BYTES);
  header.write('RIFF', 0, 'latin1');
  header.writeUInt32LE(dataBytes + WRITTEN_WAV_HEADER_BYTES - 8, 4);
  header.write('WAVEfmt ', 8, 'latin1');
  header.writeUInt32LE(16, 16);
  header.writeUInt16LE(PCM, 20);
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
  if (head.length < 12 || tag(head, 0) !== 'RIFF' || tag(head, 8) !== 'WAVE')
    throw new WavError('not a RIFF WAVE file');
  let format: Omit<WavHeader, 'dataOffset' | 'dataBytes'> | undefined;
  for (let at = 12; at + 8 <= head.length; ) {
    const size = head.readUInt32LE(at + 4);
    const body = at + 8;
    if (tag(head, at) === 'fmt ') format = decodeFormat(head, body, size);
    if (tag(head, at) === 'data') {
      if (!format) throw new WavError('samples before their format');
      return { ...format, dataOffset: body, dataBytes: size === 0xffff_ffff ? undefined : size };
    }
    at = body + size + (size % 2);
  }
  throw new WavError('no samples');
}

function decodeFormat(head: Buffer, body: number, size: number): Omit<WavHeader, 'dataOffset' | 'dataBytes'> {
  if (size < 16 || body + size > head.length) throw new WavError('the format chunk is cut off');
  const code = head.readUInt16LE(body);
  const isPcm = code === PCM || (code === EXTENSIBLE && size >= 26 && head.readUInt16LE(body + 24) === PCM);
  if (!isPcm) throw new WavError('not PCM');
  return {
    channels: head.readUInt16LE(body + 2),
    sampleRate: head.readUInt32LE(body + 4),
    bitsPerSample: head.readUInt16LE(body + 14),
  };
}

function tag(bytes: Buffer, at: number): string {
  return bytes.toString('latin1', at, at + 4);
}
