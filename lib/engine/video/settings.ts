import type { VideoCodecId, VideoContainer } from './codecs/codec-facts.ts';

/** Frames per second that the API offers. */
export const FRAME_RATES = [24, 25, 30, 50, 60] as const;
/** A frame rate of the API. */
export type FrameRate = (typeof FRAME_RATES)[number];

/** Quality of a video: constant quality settings of the encoders. */
export type VideoQuality = 'draft' | 'standard' | 'high';

/** Encoding settings of all pictures of one video. Clips with the same settings, by the same encoder, can be joined. */
export interface VideoSettings {
  codec: VideoCodecId;
  /** Pixels; even. */
  width: number;
  height: number;
  fps: FrameRate;
  quality: VideoQuality;
}

/** Size (pixels) and rate (frames per second) of a video, as its parameter sets and tracks state them. */
export interface PictureSizeAndRate {
  width: number;
  height: number;
  fps: number;
}

/** Media types of the containers. */
export const CONTAINER_MEDIA_TYPES: Readonly<Record<VideoContainer, string>> = { mp4: 'video/mp4', webm: 'video/webm' };

/** Samples per second of every sound inside the service. */
export const SOUND_SAMPLE_RATE = 48_000;

/** Samples per channel in a frame of AAC-LC (ISO/IEC 14496-3 §4.5.2.1). */
export const AAC_FRAME_SAMPLES = 1024;
