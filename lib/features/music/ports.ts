import { z } from 'zod';
import type { BackgroundAudio } from '#features/timelines/public.ts';

/** Properties of stored music. `samples` are per channel. */
export const musicFacts = z.strictObject({
  samples: z.int().min(0),
  channels: z.union([z.literal(1), z.literal(2)]),
  content_type: z.literal('audio/flac'),
}) satisfies z.ZodType<Pick<BackgroundAudio, 'samples' | 'channels' | 'content_type'>>;

/** RFC 9639 §8: how a FLAC file starts. */
const SIGNATURE = Buffer.from('fLaC');

/** Reports whether bytes start as a FLAC file does. */
export const isMusicFormat = (bytes: Uint8Array): boolean => SIGNATURE.every((byte, i) => bytes[i] === byte);

/** Music as it is stored: decoded within limits, levelled, without metadata, encoded again. */
export interface LevelledMusic extends z.output<typeof musicFacts> {
  bytes: Uint8Array;
}

/**
 * Makes music of a client's file, for an account.
 * @throws ServiceError `audio_invalid`, `audio_too_long`; `unavailable` when the deadline of the request has passed.
 */
export type PrepareMusic = (bytes: Uint8Array, accountId: string) => Promise<LevelledMusic>;
