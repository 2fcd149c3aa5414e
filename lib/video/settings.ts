export type Quality = 'draft' | 'standard' | 'high';

/** How all pictures of one video are encoded. Clips with the same settings, by the same encoder, can be joined. */
export interface VideoSettings {
  codec: Codec;
  /** Pixels; even. */
  width: number;
  height: number;
  fps: FrameRate;
  quality: Quality;
}

/** What a video's file is, by its extension. */
export type Container = 'mp4' | 'webm';

/** VP9 comes in WebM, which holds Opus; all others in MP4, which holds AAC. */
export const containerOf = (codec: Codec): Container => (codec === 'vp9' ? 'webm' : 'mp4');

export const FILE_TYPES: Readonly<Record<Container, string>> = { mp4: 'video/mp4', webm: 'video/webm' };
/** Video codecs of the API; which of them can be had also depends on the encoder that is installed. */
export const CODECS = ['h264', 'h265', 'vp9', 'av1'] as const;
export type Codec = (typeof CODECS)[number];
export const FRAME_RATES = [24, 25, 30, 50, 60] as const;
export type FrameRate = (typeof FRAME_RATES)[number];

export const SAMPLE_RATE = 48_000;
