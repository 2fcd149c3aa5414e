import { type Box, Mp4Error, parseBoxes } from './boxes.ts';
import { VISUAL_ENTRIES } from './video-track.ts';

/** `stsd` of a video track with one sample entry. */
export interface VisualSampleEntry {
  /** "avc1", "hvc1" or "av01". */
  type: string;
  width: number;
  height: number;
  boxes: Box[];
  /** Of H.264. */
  avcC?: DecoderConfiguration | undefined;
}

/** The `avcC` box (ISO/IEC 14496-15). */
export interface DecoderConfiguration {
  profile: number;
  level: number;
  sps: Buffer[];
  pps: Buffer[];
  /** Chroma format and bit depths, which the High profiles must state. */
  hasHighProfileExtension: boolean;
}

const STSD_HEADER = 8;
// Box header, reserved bytes, data reference, and the fields of a visual sample entry.
const FIELDS_END = 8 + 78;

/** @throws Mp4Error when it is of another codec, or not the only one */
export function readVisualSampleEntry(stsd: Box): VisualSampleEntry {
  const { body } = stsd;
  const size = body.length >= STSD_HEADER + FIELDS_END ? body.readUInt32BE(STSD_HEADER) : 0;
  const type = body.toString('latin1', STSD_HEADER + 4, STSD_HEADER + 8);
  if (!VISUAL_ENTRIES.includes(type) || body.readUInt32BE(4) !== 1 || STSD_HEADER + size !== body.length) {
    throw new Mp4Error('the video track has no single sample entry of a known kind');
  }
  const boxes = parseBoxes(body.subarray(STSD_HEADER + FIELDS_END));
  const avcC = boxes.find((box) => box.type === 'avcC');
  if (type === 'avc1' && !avcC) throw new Mp4Error('the sample entry has no "avcC" box');
  return {
    type,
    width: body.readUInt16BE(STSD_HEADER + 32),
    height: body.readUInt16BE(STSD_HEADER + 34),
    boxes,
    avcC: avcC && readDecoderConfiguration(avcC.body),
  };
}

function readDecoderConfiguration(body: Buffer): DecoderConfiguration {
  let at = 5;
  const readSets = (count: number): Buffer[] =>
    Array.from({ length: count }, () => {
      const length = body.readUInt16BE(at);
      at += 2 + length;
      return body.subarray(at - length, at);
    });
  const sps = readSets(body.readUInt8(at++) & 0x1f);
  const pps = readSets(body.readUInt8(at++));
  return { profile: body.readUInt8(1), level: body.readUInt8(3), sps, pps, hasHighProfileExtension: at < body.length };
}
