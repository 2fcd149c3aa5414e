import { BitReader } from '../bits/bit-io.ts';

/** What a key frame states for the decoder. */
export interface Vp9KeyFrame {
  profile: number;
  /** `color_space` and `color_range`. */
  colourSpace: number;
  isFullRange: boolean;
  width: number;
  height: number;
}

const FRAME_MARKER = 2;
const SYNC_CODE = 0x498342;
const SRGB = 7;

/** Reads the start of a frame (VP9 specification, 6.2). Undefined unless it is a shown key frame of profile 0. */
export function readVp9KeyFrame(frame: Uint8Array): Vp9KeyFrame | undefined {
  const r = new BitReader(frame);
  if (r.u(2) !== FRAME_MARKER) return undefined;
  const profile = r.u(1) + 2 * r.u(1);
  const showsExisting = r.flag();
  const isKey = !showsExisting && !r.flag() && r.flag();
  if (profile !== 0 || !isKey) return undefined;
  r.flag();
  if (r.u(24) !== SYNC_CODE) return undefined;
  const colourSpace = r.u(3);
  const isFullRange = colourSpace === SRGB || r.flag();
  return { profile, colourSpace, isFullRange, width: r.u(16) + 1, height: r.u(16) + 1 };
}
