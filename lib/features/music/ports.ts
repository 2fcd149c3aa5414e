import { z } from 'zod';
import type { BackgroundAudio } from '#features/timelines/public.ts';

/** Schema of the properties that the decoder reports about music. `samples` is the number per channel. */
export const musicFactsSchema = z.strictObject({
  samples: z.int().min(0),
  channels: z.union([z.literal(1), z.literal(2)]),
  content_type: z.literal('audio/flac'),
}) satisfies z.ZodType<Pick<BackgroundAudio, 'samples' | 'channels' | 'content_type'>>;

/** The first bytes of a FLAC file (RFC 9639 §8). */
const FLAC_SIGNATURE = Buffer.from('fLaC');

/** Reports whether bytes start with the signature of a FLAC file. */
export const hasFlacSignature = (bytes: Uint8Array): boolean => FLAC_SIGNATURE.every((byte, i) => bytes[i] === byte);

/** Music that can be stored: decoded within limits, levelled, without metadata, encoded again. */
export interface LevelledMusic extends z.output<typeof musicFactsSchema> {
  bytes: Uint8Array;
}

/**
 * Makes stored music from a client's file, in the isolated decoder, in a slot of the account.
 * @throws ServiceError `audio_invalid`, `audio_too_long`; `unavailable` when the deadline of the request has passed.
 */
export type MakeStorableMusic = (bytes: Uint8Array, accountId: string) => Promise<LevelledMusic>;
