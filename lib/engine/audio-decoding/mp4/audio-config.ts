import { type AudioFault, invalidAudioFault } from '../decoded-audio.ts';
import { damagedM4aTablesFault } from './boxes.ts';

/** The AudioSpecificConfig of ISO/IEC 14496-3 §1.6.2.1: an AAC decoder needs it before the first frame. */
export interface AacConfig {
  bytes: Uint8Array;
  /** Hz. */
  sampleRate: number;
  channels: 1 | 2;
}

const AAC_LC = 2;
/** Spectral band replication, and with it parametric stereo: HE-AAC, version 1 and 2. */
const HE_AAC = [5, 29];
/** ISO/IEC 14496-3 table 1.18. Index 15 means that the rate follows in 24 bits. */
const RATES = [96_000, 88_200, 64_000, 48_000, 44_100, 32_000, 24_000, 22_050, 16_000, 12_000, 11_025, 8000, 7350];
const EXPLICIT_RATE = 15;

/** The fault of an M4A file with another codec. @param found names the codec */
export const unsupportedM4aCodecFault = (found: string): AudioFault =>
  invalidAudioFault(`An M4A file must contain AAC-LC, not ${found}.`);

/** A function that reads the next `count` bits of some bytes, most significant first. @throws AudioFault at their end */
function bitReader(bytes: Uint8Array): (count: number) => number {
  let at = 0;
  return (count) => {
    if (at + count > bytes.length * 8) throw damagedM4aTablesFault();
    let value = 0;
    for (const end = at + count; at < end; at++) value = value * 2 + (((bytes[at >> 3] ?? 0) >> (7 - (at & 7))) & 1);
    return value;
  };
}

/** Parses an AudioSpecificConfig. @throws AudioFault unless it is AAC-LC, mono or stereo, with frames of 1,024 samples. */
export function readAacConfig(bytes: Uint8Array): AacConfig {
  const read = bitReader(bytes);
  const type = read(5);
  if (HE_AAC.includes(type)) throw unsupportedM4aCodecFault('HE-AAC');
  if (type !== AAC_LC) throw unsupportedM4aCodecFault('another kind of AAC');
  const index = read(4);
  const sampleRate = index === EXPLICIT_RATE ? read(24) : RATES[index];
  if (!sampleRate) throw damagedM4aTablesFault();
  const channels = read(4);
  if (channels !== 1 && channels !== 2) throw invalidAudioFault('The audio must be mono or stereo.');
  if (read(1) === 1) throw unsupportedM4aCodecFault('AAC with frames of 960 samples');
  return { bytes, sampleRate, channels };
}

const DECODER_CONFIG = 4;
const DECODER_SPECIFIC = 5;
/** Bytes of the longest configuration that is read; AAC-LC needs two. */
const MAX_CONFIG = 64;
/** Object type indications (ISO/IEC 14496-1 §7.2.6.6): MPEG-4 audio, and the low-complexity profile of MPEG-2 AAC. */
const OBJECT_TYPES = [0x40, 0x67];

/**
 * The AudioSpecificConfig in an `esds` box (ISO/IEC 14496-14 §5.6). Descriptors (14496-1 §7.2.6) are nested: each
 * has a tag, a length in groups of seven bits, and its fields.
 * @throws AudioFault
 */
export function aacConfigOfEsdsBox(esds: Uint8Array): AacConfig {
  // After version and flags of the box.
  let at = 4;
  while (at < esds.length) {
    const tag = esds[at++] ?? 0;
    let length = 0;
    for (let more = true; more; ) {
      const byte = esds[at++] ?? 0;
      length = length * 128 + (byte & 127);
      more = byte > 127 && at < esds.length;
    }
    if (tag === DECODER_SPECIFIC) {
      if (length > MAX_CONFIG || at + length > esds.length) throw damagedM4aTablesFault();
      return readAacConfig(esds.slice(at, at + length));
    }
    if (tag === DECODER_CONFIG && !OBJECT_TYPES.includes(esds[at] ?? 0))
      throw unsupportedM4aCodecFault('something else');
    if (tag === DECODER_CONFIG) at += 13;
    else if (tag === 3) at += 3;
    else at += length;
  }
  throw damagedM4aTablesFault();
}
