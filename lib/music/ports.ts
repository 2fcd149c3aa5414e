import type { BackgroundAudio } from '../timelines/public.ts';

/** Music as it is stored: decoded within limits, levelled, without metadata, encoded again. */
export interface LevelledMusic extends Pick<BackgroundAudio, 'samples' | 'channels' | 'content_type'> {
  bytes: Uint8Array;
}

/** @throws ServiceError `audio_invalid`, `audio_too_long`; `unavailable` when the deadline of the request has passed. */
export type PrepareMusic = (bytes: Uint8Array) => Promise<LevelledMusic>;
