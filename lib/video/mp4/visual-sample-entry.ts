import { parseSps, type SequenceParameterSet } from '../h264/sps.ts';
import { type Box, Mp4Error, parseBoxes, serializeBox } from './boxes.ts';

/** `stsd` of an H.264 track with one sample entry. */
export interface VisualSampleEntry {
  width: number;
  height: number;
  boxes: Box[];
  avcC: DecoderConfiguration;
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

/** @throws Mp4Error when it is no `avc1` entry, or not the only one */
export function readVisualSampleEntry(stsd: Box): VisualSampleEntry {
  const { body } = stsd;
  const size = body.length >= STSD_HEADER + FIELDS_END ? body.readUInt32BE(STSD_HEADER) : 0;
  const type = body.toString('latin1', STSD_HEADER + 4, STSD_HEADER + 8);
  if (type !== 'avc1' || body.readUInt32BE(4) !== 1 || STSD_HEADER + size !== body.length) {
    throw new Mp4Error('the video track has no single "avc1" sample entry');
  }
  const boxes = parseBoxes(body.subarray(STSD_HEADER + FIELDS_END));
  const avcC = boxes.find((box) => box.type === 'avcC');
  if (!avcC) throw new Mp4Error('the sample entry has no "avcC" box');
  return {
    width: body.readUInt16BE(STSD_HEADER + 32),
    height: body.readUInt16BE(STSD_HEADER + 34),
    boxes,
    avcC: readDecoderConfiguration(avcC.body),
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

const HIGH_PROFILES = new Set([100, 110, 122, 144]);

/**
 * Adds what old muxers leave out, from the SPS in `avcC`: the High-profile fields of `avcC`, and the `colr` box, without
 * which some players guess the colours from the picture size.
 */
export function completeVisualSampleEntry(stsd: Box): void {
  const { boxes, avcC } = readVisualSampleEntry(stsd);
  const [firstSps] = avcC.sps;
  if (!firstSps) throw new Mp4Error('"avcC" has no sequence parameter set');
  const sps = parseSps(firstSps);
  const completed = boxes.map((box) =>
    box.type === 'avcC' && HIGH_PROFILES.has(avcC.profile) && !avcC.hasHighProfileExtension
      ? { ...box, body: Buffer.concat([box.body, highProfileExtension(sps)]) }
      : box,
  );
  const colour = boxes.some((box) => box.type === 'colr') ? undefined : colourBox(sps);
  if (colour) completed.push(colour);
  const fields = stsd.body.subarray(0, STSD_HEADER + FIELDS_END);
  stsd.body = Buffer.concat([fields, ...completed.map(serializeBox)]);
  stsd.body.writeUInt32BE(stsd.body.length - STSD_HEADER, STSD_HEADER);
}

/** Reserved bits are ones; the last byte counts SPS extensions. */
const highProfileExtension = (sps: SequenceParameterSet): Buffer =>
  Buffer.of(0xfc | sps.chromaFormat, 0xf8 | (sps.bitDepthLuma - 8), 0xf8 | (sps.bitDepthChroma - 8), 0);

function colourBox({ colour }: SequenceParameterSet): Box | undefined {
  if (!colour) return undefined;
  const body = Buffer.alloc(11);
  body.write('nclx', 0, 'latin1');
  body.writeUInt16BE(colour.primaries, 4);
  body.writeUInt16BE(colour.transfer, 6);
  body.writeUInt16BE(colour.matrix, 8);
  body.writeUInt8(colour.fullRange ? 0x80 : 0, 10);
  return { type: 'colr', body };
}
