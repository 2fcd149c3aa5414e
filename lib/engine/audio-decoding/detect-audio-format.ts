import { findFirstMp3Frame } from './mpeg-frames.ts';

/** The formats that are decoded here. */
export type DecodableAudioFormat = 'mp3' | 'wav' | 'vorbis' | 'opus' | 'flac' | 'm4a';

const tag = (bytes: Uint8Array, at: number, length: number): string =>
  Buffer.from(bytes.subarray(at, at + length)).toString('latin1');

/** Offset of the first packet, which names the codec: it is alone on the first page, after one segment length (RFC 3533). */
const OGG_FIRST_PACKET = 28;

/** The format of a file by its first bytes; undefined for formats that are not decoded here. */
export function detectAudioFormat(bytes: Uint8Array): DecodableAudioFormat | undefined {
  const start = tag(bytes, 0, 4);
  if (start === 'RIFF') return tag(bytes, 8, 4) === 'WAVE' ? 'wav' : undefined;
  if (start === 'fLaC') return 'flac';
  // ISO/IEC 14496-12: the file type box comes first. The codec is known only from the tracks.
  if (tag(bytes, 4, 4) === 'ftyp') return 'm4a';
  if (start === 'OggS') {
    if (tag(bytes, OGG_FIRST_PACKET, 7) === '\x01vorbis') return 'vorbis';
    if (tag(bytes, OGG_FIRST_PACKET, 8) === 'OpusHead') return 'opus';
    return undefined;
  }
  return findFirstMp3Frame(bytes) ? 'mp3' : undefined;
}
