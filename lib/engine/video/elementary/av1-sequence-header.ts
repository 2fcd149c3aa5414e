import { BitReader } from '../bits/bit-io.ts';
import { BitstreamError } from '../bits/stream-errors.ts';

/** The fields of an AV1 sequence header (AV1 specification, 5.5) that this service reads. */
export interface Av1SequenceHeader {
  /** `max_frame_width` and `max_frame_height`. */
  width: number;
  height: number;
  profile: number;
  /** `seq_level_idx` and `seq_tier` of the first operating point. */
  level: number;
  tier: number;
  bitDepth: number;
  monochrome: boolean;
  subsampledAcross: boolean;
  subsampledDown: boolean;
  /** `chroma_sample_position`: 0 is unknown. */
  chromaPosition: number;
}

/** Reads the payload of a sequence header OBU. @throws BitstreamError when it is cut or describes a still picture */
export function parseAv1SequenceHeader(payload: Uint8Array): Av1SequenceHeader {
  const r = new BitReader(payload);
  const profile = r.u(3);
  r.flag();
  if (r.flag()) throw new BitstreamError('an AV1 still picture is not a video');
  const operatingPoint = readOperatingPoints(r);
  const size = readFrameSize(r);
  skipTools(r);
  return { profile, ...operatingPoint, ...size, ...readColour(r, profile) };
}

function readOperatingPoints(r: BitReader): { level: number; tier: number } {
  const decoderModel = readTiming(r);
  const hasInitialDelay = r.flag();
  const points = Array.from({ length: r.u(5) + 1 }, () => {
    r.u(12);
    const level = r.u(5);
    // Levels up to 3.3 have only one tier.
    const tier = level > 7 ? r.u(1) : 0;
    if (decoderModel && r.flag()) {
      r.u(decoderModel.delayBits);
      r.u(decoderModel.delayBits);
      r.flag();
    }
    if (hasInitialDelay && r.flag()) r.u(4);
    return { level, tier };
  });
  const [firstPoint] = points;
  if (!firstPoint) throw new BitstreamError('an AV1 sequence has no operating point');
  return firstPoint;
}

function readTiming(r: BitReader): { delayBits: number } | undefined {
  if (!r.flag()) return undefined;
  r.u(32);
  r.u(32);
  if (r.flag()) skipUvlc(r);
  if (!r.flag()) return undefined;
  const delayBits = r.u(5) + 1;
  r.u(32);
  r.u(10);
  return { delayBits };
}

function skipUvlc(r: BitReader): void {
  let zeros = 0;
  while (!r.flag()) zeros += 1;
  if (zeros < 32) r.u(zeros);
}

function readFrameSize(r: BitReader): { width: number; height: number } {
  const widthBits = r.u(4) + 1;
  const heightBits = r.u(4) + 1;
  const size = { width: r.u(widthBits) + 1, height: r.u(heightBits) + 1 };
  const hasFrameIds = r.flag();
  if (hasFrameIds) r.u(7);
  return size;
}

/** `SELECT_SCREEN_CONTENT_TOOLS`: each frame states it. */
const CHOSEN_PER_FRAME = 2;

function skipTools(r: BitReader): void {
  // Superblock size, filter-intra, intra edge filter, inter-intra, masked compound, warped motion, dual filter.
  r.u(7);
  const hasOrderHint = r.flag();
  if (hasOrderHint) r.u(2);
  const screenContent = r.flag() ? CHOSEN_PER_FRAME : r.u(1);
  if (screenContent > 0 && !r.flag()) r.flag();
  if (hasOrderHint) r.u(3);
  // Super-resolution, CDEF, loop restoration.
  r.u(3);
}

type Colour = Omit<Av1SequenceHeader, 'width' | 'height' | 'profile' | 'level' | 'tier'>;
const UNSPECIFIED = { primaries: 2, transfer: 2, matrix: 2 };
const SRGB = { primaries: 1, transfer: 13, matrix: 0 };

function readColour(r: BitReader, profile: number): Colour {
  const isHigh = r.flag();
  const bitDepth = profile === 2 && isHigh ? (r.flag() ? 12 : 10) : isHigh ? 10 : 8;
  const monochrome = profile === 1 ? false : r.flag();
  const { primaries, transfer, matrix } = r.flag()
    ? { primaries: r.u(8), transfer: r.u(8), matrix: r.u(8) }
    : UNSPECIFIED;
  const base = { bitDepth, monochrome, chromaPosition: 0 };
  if (monochrome) return { ...base, subsampledAcross: true, subsampledDown: true };
  if (primaries === SRGB.primaries && transfer === SRGB.transfer && matrix === SRGB.matrix) {
    return { ...base, subsampledAcross: false, subsampledDown: false };
  }
  r.flag();
  const { subsampledAcross, subsampledDown } = readSubsampling(r, profile, bitDepth);
  return { ...base, subsampledAcross, subsampledDown, chromaPosition: subsampledAcross && subsampledDown ? r.u(2) : 0 };
}

function readSubsampling(r: BitReader, profile: number, bitDepth: number) {
  if (profile === 0) return { subsampledAcross: true, subsampledDown: true };
  if (profile === 1) return { subsampledAcross: false, subsampledDown: false };
  if (bitDepth < 12) return { subsampledAcross: true, subsampledDown: false };
  const subsampledAcross = r.flag();
  return { subsampledAcross, subsampledDown: subsampledAcross && r.flag() };
}
