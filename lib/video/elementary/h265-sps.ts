import { BitReader } from '../bits/bit-io.ts';
import { unescapeNal } from '../h264/nal.ts';

/** The fields of a sequence parameter set (H.265, 7.3.2.2) that a container states. */
export interface H265Sequence {
  /** The shown picture, after cropping. */
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

/** Reads an SPS NAL unit. @throws BitstreamError when it is cut */
export function parseH265Sps(nal: Uint8Array): H265Sequence {
  const bytes = unescapeNal(nal);
  const r = new BitReader(bytes, NAL_HEADER_BITS);
  r.u(4);
  const subLayers = r.u(3);
  const temporalNesting = r.flag();
  const at = r.position / 8;
  const profileTierLevel = bytes.subarray(at, at + PROFILE_BYTES + LEVEL_BYTES);
  r.position += (PROFILE_BYTES + LEVEL_BYTES) * 8;
  skipSubLayers(r, subLayers);
  r.ue();
  const chromaFormat = r.ue();
  if (chromaFormat === 3) r.flag();
  const [codedWidth, codedHeight] = [r.ue(), r.ue()];
  const [left, right, top, bottom] = r.flag() ? [r.ue(), r.ue(), r.ue(), r.ue()] : [0, 0, 0, 0];
  const bitDepthLuma = r.ue() + 8;
  const bitDepthChroma = r.ue() + 8;
  r.ue();
  const reorderFrames = readReordering(r, subLayers);
  return {
    width: codedWidth - (left + right) * (chromaFormat === 1 || chromaFormat === 2 ? 2 : 1),
    height: codedHeight - (top + bottom) * (chromaFormat === 1 ? 2 : 1),
    profileTierLevel,
    temporalLayers: subLayers + 1,
    temporalNesting,
    chromaFormat,
    bitDepthLuma,
    bitDepthChroma,
    reorderFrames,
  };
}

function skipSubLayers(r: BitReader, subLayers: number): void {
  const present = Array.from({ length: subLayers }, () => ({ profile: r.flag(), level: r.flag() }));
  // 2 reserved bits for each of the 8 possible layers that is absent.
  if (subLayers > 0) r.position += 2 * (8 - subLayers);
  for (const { profile, level } of present)
    r.position += 8 * ((profile ? PROFILE_BYTES : 0) + (level ? LEVEL_BYTES : 0));
}

/** `sps_max_num_reorder_pics` of the highest sub-layer. */
function readReordering(r: BitReader, subLayers: number): number {
  const layers = r.flag() ? subLayers + 1 : 1;
  let reorder = 0;
  for (let layer = 0; layer < layers; layer++) {
    r.ue();
    reorder = r.ue();
    r.ue();
  }
  return reorder;
}
