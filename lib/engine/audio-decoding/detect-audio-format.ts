import { findFirstMp3Frame } from './mpeg-frames.ts';

/** The formats that are decoded here. */
export type DecodableAudioFormat = 'mp3' | 'wav' | 'vorbis' | 'opus' | 'flac' | 'm4a';

const latin1TextAt = (bytes: Uint8Array, offset: number, length: number): string =>
  Buffer.from(bytes.subarray(offset, offset + length)).toString('latin1');

/** Offset of the first packet, which names the codec: it is alone on the first page, after one segment length (RFC 3533). */
const OGG_FIRST_PACKET_OFFSET = 28;

/** The format of a file by its first bytes; undefined for formats that are not decoded here. */
export function detectAudioFormat(bytes: Uint8Array): DecodableAudioFormat | undefined {
  const signature = latin1TextAt(bytes, 0, 4);
  if (signature === 'RIFF') return latin1TextAt(bytes, 8, 4) === 'WAVE' ? 'wav' : undefined;
  if (signature === 'fLaC') return 'flac';
  // ISO/IEC 14496-12: the file type box comes first. The codec is known only from the tracks.
  if (latin1TextAt(bytes, 4, 4) === 'ftyp') return 'm4a';
  if (signature === 'OggS') {
    if (latin1TextAt(bytes, OGG_FIRST_PACKET_OFFSET, 7) === '\x01vorbis') return 'vorbis';
    if (latin1TextAt(bytes, OGG_FIRST_PACKET_OFFSET, 8) === 'OpusHead') return 'opus';
    return undefined;
  }
  return findFirstMp3Frame(bytes) ? 'mp3' : undefined;
}
