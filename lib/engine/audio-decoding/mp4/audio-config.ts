import { type AudioFault, invalidAudioFault } from '../decoded-audio.ts';
import { damagedM4aTablesFault } from './boxes.ts';

/** The AudioSpecificConfig of ISO/IEC 14496-3 §1.6.2.1: an AAC decoder needs it before the first frame. */
export interface AacConfig {
  bytes: Uint8Array;
  /** Hz. */
  sampleRate: number;
  channels: 1 | 2;
}

/** Audio object types (ISO/IEC 14496-3 table 1.17): low complexity. */
const AAC_LC_TYPE = 2;
/** Spectral band replication, and with it parametric stereo: HE-AAC, version 1 and 2. */
const HE_AAC_TYPES = [5, 29];
/** ISO/IEC 14496-3 table 1.18. Index 15 means that the rate follows in 24 bits. */
const SAMPLE_RATES_HZ = [
  96_000, 88_200, 64_000, 48_000, 44_100, 32_000, 24_000, 22_050, 16_000, 12_000, 11_025, 8000, 7350,
];
const EXPLICIT_RATE_INDEX = 15;

/** The fault of an M4A file with another codec. @param codecName the codec in words, which end the sentence */
export const unsupportedM4aCodecFault = (codecName: string): AudioFault =>
  invalidAudioFault(`An M4A file must contain AAC-LC, not ${codecName}.`);

/** A function that reads the next `count` bits of some bytes, most significant first. @throws AudioFault at their end */
function createBitReader(bytes: Uint8Array): (count: number) => number {
  let bitOffset = 0;
  return (count) => {
    if (bitOffset + count > bytes.length * 8) throw damagedM4aTablesFault();
    let value = 0;
    for (const endBitOffset = bitOffset + count; bitOffset < endBitOffset; bitOffset++)
      value = value * 2 + (((bytes[bitOffset >> 3] ?? 0) >> (7 - (bitOffset & 7))) & 1);
    return value;
  };
}

/** Parses an AudioSpecificConfig. @throws AudioFault unless it is AAC-LC, mono or stereo, with frames of 1,024 samples. */
export function readAacConfig(bytes: Uint8Array): AacConfig {
  const readBits = createBitReader(bytes);
  const objectType = readBits(5);
  if (HE_AAC_TYPES.includes(objectType)) throw unsupportedM4aCodecFault('HE-AAC');
  if (objectType !== AAC_LC_TYPE) throw unsupportedM4aCodecFault('another kind of AAC');
  const rateIndex = readBits(4);
  const sampleRate = rateIndex === EXPLICIT_RATE_INDEX ? readBits(24) : SAMPLE_RATES_HZ[rateIndex];
  if (!sampleRate) throw damagedM4aTablesFault();
  const channels = readBits(4);
  if (channels !== 1 && channels !== 2) throw invalidAudioFault('The audio must be mono or stereo.');
  if (readBits(1) === 1) throw unsupportedM4aCodecFault('AAC with frames of 960 samples');
  return { bytes, sampleRate, channels };
}

/** Tags of descriptors (ISO/IEC 14496-1 table 1). */
const ES_TAG = 3;
const DECODER_CONFIG_TAG = 4;
const DECODER_SPECIFIC_INFO_TAG = 5;
/** Bytes of the fields of a descriptor before the descriptors nested in it (14496-1 §7.2.6.5, §7.2.6.6). */
const ES_FIELD_BYTES = 3;
const DECODER_CONFIG_FIELD_BYTES = 13;
/** Bytes of the longest configuration that is read; AAC-LC needs two. */
const MAX_CONFIG_BYTES = 64;
/** Object type indications (ISO/IEC 14496-1 §7.2.6.6): MPEG-4 audio, and the low-complexity profile of MPEG-2 AAC. */
const AAC_OBJECT_TYPES = [0x40, 0x67];

/**
 * The AudioSpecificConfig in an `esds` box (ISO/IEC 14496-14 §5.6). Descriptors (14496-1 §7.2.6) are nested: each
 * has a tag, a length in groups of seven bits, and its fields.
 * @throws AudioFault
 */
export function aacConfigOfEsdsBox(esds: Uint8Array): AacConfig {
  // After version and flags of the box.
  let offset = 4;
  while (offset < esds.length) {
    const tag = esds[offset++] ?? 0;
    let length = 0;
    for (let hasMoreBytes = true; hasMoreBytes; ) {
      const byte = esds[offset++] ?? 0;
      length = length * 128 + (byte & 127);
      hasMoreBytes = byte > 127 && offset < esds.length;
    }
    if (tag === DECODER_SPECIFIC_INFO_TAG) {
      if (length > MAX_CONFIG_BYTES || offset + length > esds.length) throw damagedM4aTablesFault();
      return readAacConfig(esds.slice(offset, offset + length));
    }
    if (tag === DECODER_CONFIG_TAG && !AAC_OBJECT_TYPES.includes(esds[offset] ?? 0))
      throw unsupportedM4aCodecFault('something else');
    if (tag === DECODER_CONFIG_TAG) offset += DECODER_CONFIG_FIELD_BYTES;
    else if (tag === ES_TAG) offset += ES_FIELD_BYTES;
    else offset += length;
  }
  throw damagedM4aTablesFault();
}
