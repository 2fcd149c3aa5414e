import type { BackgroundAudio } from '../timelines/public.ts';

/** Music of our own making: decoded within limits, levelled, without metadata, encoded anew. */
export interface CleanMusic extends Pick<BackgroundAudio, 'samples' | 'channels' | 'content_type'> {
  bytes: Uint8Array;
}

/** @throws ServiceError `audio_invalid`, `audio_too_long`; `unavailable` when there was no time left for it. */
export type CleanAudio = (bytes: Uint8Array) => Promise<CleanMusic>;
