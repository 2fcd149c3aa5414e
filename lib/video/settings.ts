import type { Codec } from '../accounts/entitlements.ts';

export type Quality = 'draft' | 'standard' | 'high';
export type FrameRate = 24 | 25 | 30 | 50 | 60;

/** How all pictures of one video are encoded. Clips with the same settings, by the same encoder, can be joined. */
export interface VideoSettings {
  codec: Codec;
  /** Pixels; even. */
  width: number;
  height: number;
  fps: FrameRate;
  quality: Quality;
}
