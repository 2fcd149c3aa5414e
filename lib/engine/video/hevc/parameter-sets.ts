import { BitReader } from '../bits/bit-io.ts';
import { UnsupportedStreamError } from '../bits/stream-errors.ts';
import { unescapeNal } from '../h264/nal.ts';

/** The fields of a sequence parameter set (H.265, 7.3.2.2) that a container states. */
export interface HevcContainerFields {
  /** Size of the shown picture in pixels, after cropping. */
  width: number;
  height: number;
  /**
   * The 12 bytes of profile space, tier, profile, compatibility and constraint flags, and level, as `hvcC` repeats
   * them.
   */
  profileTierLevel: Uint8Array;
  temporalLayers: number;
  temporalNesting: boolean;
  chromaFormat: number;
  bitDepthLuma: number;
  bitDepthChroma: number;
  /** The most frames that precede another frame in decoding order and follow it in output order. */
  reorderFrames: number;
}

const NAL_HEADER_BITS = 16;
const PROFILE_BYTES = 11;
const LEVEL_BYTES = 1;

/** Reads the fields of an SPS NAL unit that a container states. @throws BitstreamError when it is cut */
export const parseHevcFormat = (nal: Uint8Array): HevcContainerFields => readSpsStart(unescapeNal(nal)).start;

/** The start of an SPS, up to the fields about reordering. */
interface SpsStart extends HevcContainerFields {
  codedWidth: number;
  codedHeight: number;
  pocLsbBits: number;
  /** The frames that the decoder keeps besides the current one. */
  references: number;
}

/** Reads the start of the RBSP of an SPS. @returns its fields, and a reader at the field after them */
function readSpsStart(bytes: Uint8Array): { start: SpsStart; r: BitReader } {
  const r = new BitReader(bytes, NAL_HEADER_BITS);
  r.u(4);
  const subLayers = r.u(3);
  const temporalNesting = r.flag();
  const profileOffset = r.position / 8;
  const profileTierLevel = bytes.subarray(profileOffset, profileOffset + PROFILE_BYTES + LEVEL_BYTES);
  r.position += (PROFILE_BYTES + LEVEL_BYTES) * 8;
  skipSubLayers(r, subLayers);
  r.ue();
  const chromaFormat = r.ue();
  if (chromaFormat === 3) r.flag();
  const [codedWidth, codedHeight] = [r.ue(), r.ue()];
  const [left, right, top, bottom] = r.flag() ? [r.ue(), r.ue(), r.ue(), r.ue()] : [0, 0, 0, 0];
  const bitDepthLuma = r.ue() + 8;
  const bitDepthChroma = r.ue() + 8;
  const pocLsbBits = r.ue() + 4;
  const { references, reorderFrames } = readReordering(r, subLayers);
  const start = {
    width: codedWidth - (left + right) * (chromaFormat === 1 || chromaFormat === 2 ? 2 : 1),
    height: codedHeight - (top + bottom) * (chromaFormat === 1 ? 2 : 1),
    profileTierLevel,
    temporalLayers: subLayers + 1,
    temporalNesting,
    chromaFormat,
    bitDepthLuma,
    bitDepthChroma,
    reorderFrames,
    codedWidth,
    codedHeight,
    pocLsbBits,
    references,
  };
  return { start, r };
}

function skipSubLayers(r: BitReader, subLayers: number): void {
  const presentFields = Array.from({ length: subLayers }, () => ({ profile: r.flag(), level: r.flag() }));
  // 2 reserved bits follow for each of the 8 possible layers that is absent.
  if (subLayers > 0) r.position += 2 * (8 - subLayers);
  for (const { profile, level } of presentFields)
    r.position += 8 * ((profile ? PROFILE_BYTES : 0) + (level ? LEVEL_BYTES : 0));
}

/** `sps_max_dec_pic_buffering_minus1` and `sps_max_num_reorder_pics` of the highest sub-layer. */
function readReordering(r: BitReader, subLayers: number): { references: number; reorderFrames: number } {
  const layers = r.flag() ? subLayers + 1 : 1;
  let [references, reorderFrames] = [0, 0];
  for (let layer = 0; layer < layers; layer++) {
    references = r.ue();
    reorderFrames = r.ue();
    r.ue();
  }
  return { references, reorderFrames };
}

/** The fields of a sequence parameter set (H.265, 7.3.2.2) that decide how a slice is written. */
export interface HevcSequenceParameters {
  /** Size in luma samples, before cropping. */
  width: number;
  height: number;
  pocLsbBits: number;
  /** The binary logarithm of the side of the smallest coding block. */
  minBlockLog2: number;
  /** The binary logarithm of the side of the coding tree block. */
  treeBlockLog2: number;
  hasSao: boolean;
  hasTemporalVectors: boolean;
}

/** The fields of a picture parameter set (H.265, 7.3.2.3) that decide how a slice is written. */
export interface HevcPictureParameters {
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
export function parseHevcSps(nal: Uint8Array): HevcSequenceParameters {
  const { start, r } = readSpsStart(unescapeNal(nal));
  assertStream(start.temporalLayers === 1, 'there are temporal layers');
  assertStream(start.chromaFormat === 1, 'the chroma format is not 4:2:0');
  assertStream(start.bitDepthLuma === 8 && start.bitDepthChroma === 8, 'samples have more than 8 bits');
  assertStream(start.references >= 1, 'the decoder keeps no reference');
  assertStream(start.reorderFrames === 0, 'frames may be reordered');
  const { codedWidth: width, codedHeight: height, pocLsbBits } = start;
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
export function parseHevcPps(nal: Uint8Array): HevcPictureParameters {
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
