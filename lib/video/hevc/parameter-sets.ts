import { BitReader } from '../bits/bit-io.ts';
import { UnsupportedStreamError } from '../bits/stream-errors.ts';
import { unescapeNal } from '../h264/nal.ts';

const NAL_HEADER_BITS = 16;

/** The fields of a sequence parameter set (H.265, 7.3.2.2) that decide how a slice is written. */
export interface HevcSequence {
  /** In samples, before cropping. */
  width: number;
  height: number;
  pocLsbBits: number;
  /** Sides of the smallest coding block and of the coding tree block: powers of two. */
  minBlockLog2: number;
  treeBlockLog2: number;
  hasSao: boolean;
  hasTemporalVectors: boolean;
}

/** The fields of a picture parameter set (H.265, 7.3.2.3) that decide how a slice is written. */
export interface HevcPicture {
  id: number;
  hasOutputFlag: boolean;
  extraSliceHeaderBits: number;
  hasCabacInit: boolean;
  /** The references of a P slice that does not state their number. */
  defaultReferences: number;
  initialQp: number;
  hasSliceChromaOffsets: boolean;
  mayBypassTransform: boolean;
  filtersAcrossSlices: boolean;
  mayOverrideDeblocking: boolean;
  isDeblockingOff: boolean;
  hasSliceHeaderExtension: boolean;
}

/**
 * Reads an SPS NAL unit.
 * @throws UnsupportedStreamError when no copy frames are written for such streams; BitstreamError when cut
 */
export function parseHevcSps(nal: Uint8Array): HevcSequence {
  const r = new BitReader(unescapeNal(nal), NAL_HEADER_BITS);
  r.u(4);
  assertStream(r.u(3) === 0, 'there are temporal layers');
  r.position += 1 + 88 + 8;
  r.ue();
  assertStream(r.ue() === 1, 'the chroma format is not 4:2:0');
  const width = r.ue();
  const height = r.ue();
  if (r.flag()) for (let side = 0; side < 4; side++) r.ue();
  assertStream(r.ue() === 0 && r.ue() === 0, 'samples have more than 8 bits');
  const pocLsbBits = r.ue() + 4;
  r.flag();
  assertStream(r.ue() >= 1, 'the decoder keeps no reference');
  assertStream(r.ue() === 0, 'frames may be reordered');
  r.ue();
  const minBlockLog2 = r.ue() + 3;
  const treeBlockLog2 = minBlockLog2 + r.ue();
  for (let transform = 0; transform < 4; transform++) r.ue();
  assertStream(!r.flag(), 'there are scaling lists');
  r.flag();
  const hasSao = r.flag();
  assertStream(!r.flag(), 'there are PCM blocks');
  assertStream(r.ue() === 0, 'there are predefined sets of references');
  assertStream(!r.flag(), 'there are long-term references');
  const hasTemporalVectors = r.flag();
  return { width, height, pocLsbBits, minBlockLog2, treeBlockLog2, hasSao, hasTemporalVectors };
}

/**
 * Reads a PPS NAL unit.
 * @throws UnsupportedStreamError when no copy frames are written for such streams; BitstreamError when cut
 */
export function parseHevcPps(nal: Uint8Array): HevcPicture {
  const r = new BitReader(unescapeNal(nal), NAL_HEADER_BITS);
  const id = r.ue();
  r.ue();
  assertStream(!r.flag(), 'dependent slice segments are allowed');
  const hasOutputFlag = r.flag();
  const extraSliceHeaderBits = r.u(3);
  r.flag();
  const hasCabacInit = r.flag();
  const defaultReferences = r.ue() + 1;
  r.ue();
  const initialQp = r.se() + 26;
  r.position += 2;
  if (r.flag()) r.ue();
  r.se();
  r.se();
  const hasSliceChromaOffsets = r.flag();
  assertStream(!r.flag(), 'references may be weighted');
  r.flag();
  const mayBypassTransform = r.flag();
  assertStream(!r.flag(), 'there are tiles');
  assertStream(!r.flag(), 'rows of blocks are coded in parallel');
  const filtersAcrossSlices = r.flag();
  const deblocking = readDeblocking(r);
  assertStream(!r.flag(), 'there are scaling lists');
  r.flag();
  r.ue();
  const hasSliceHeaderExtension = r.flag();
  return {
    id,
    hasOutputFlag,
    extraSliceHeaderBits,
    hasCabacInit,
    defaultReferences,
    initialQp,
    hasSliceChromaOffsets,
    mayBypassTransform,
    filtersAcrossSlices,
    ...deblocking,
    hasSliceHeaderExtension,
  };
}

function readDeblocking(r: BitReader): { mayOverrideDeblocking: boolean; isDeblockingOff: boolean } {
  if (!r.flag()) return { mayOverrideDeblocking: false, isDeblockingOff: false };
  const mayOverrideDeblocking = r.flag();
  const isDeblockingOff = r.flag();
  if (!isDeblockingOff) {
    r.se();
    r.se();
  }
  return { mayOverrideDeblocking, isDeblockingOff };
}

function assertStream(condition: boolean, message: string): void {
  if (!condition) throw new UnsupportedStreamError('sequence', message);
}
