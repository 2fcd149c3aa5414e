import { z } from 'zod';
import type { PictureCrop } from '#engine/deck-reading/deck.ts';

/** Media that the decoder can make from a file. */
export const MEDIA = ['image', 'music', 'recording', 'font', 'deck_picture', 'deck_page'] as const;
export type Medium = (typeof MEDIA)[number];

/** Lengths that the decoder cuts off a sound first, in seconds from its start and before its end. Nothing of it is kept. */
export interface DecodeCut {
  start_seconds: number;
  end_seconds: number;
}
const cutSeconds = z.number().min(0);

const share = z.number().min(0).max(1);

/** A crop of a picture as one process sends it to another. */
export const pictureCrop = z.strictObject({
  ...{ left: share, top: share, right: share, bottom: share },
  outline: z.union([z.literal('ellipse'), z.strictObject({ radius: z.number().min(0).max(0.5) })]).optional(),
} satisfies Record<keyof PictureCrop, z.ZodType>) satisfies z.ZodType<PictureCrop>;

/** The part of a file that the decoder keeps; absent: all of it. */
export interface DecodeKept {
  cut?: DecodeCut | undefined;
  /** Cut off first; what is outside of its outline becomes transparent. Nothing of it is kept. */
  crop?: PictureCrop | undefined;
  /** The file may be a video, of which the sound is kept. Absent: a video is refused. */
  takes_video?: boolean | undefined;
}

/**
 * Request to the decoder: to make one file (`storageKeys.decoded`) of another one (`storageKeys.undecoded`). It goes
 * from one function to another, so it names files instead of holding them: Lambda takes 6 MB.
 */
export const decodeRequest = z.strictObject({
  medium: z.enum(MEDIA),
  account_id: z.string().regex(/^[\w-]{1,64}$/),
  token: z.uuid(),
  cut: z
    .strictObject({ start_seconds: cutSeconds, end_seconds: cutSeconds } satisfies Record<keyof DecodeCut, z.ZodType>)
    .optional(),
  crop: pictureCrop.optional(),
  takes_video: z.boolean().optional(),
} satisfies Record<keyof DecodeKept | 'medium' | 'account_id' | 'token', z.ZodType>);
export type DecodeRequest = z.output<typeof decodeRequest>;

/** Codes with which the decoder refuses a file, or says that it was not done in time. */
const FAULTS = [
  'image_invalid',
  'font_invalid',
  'font_restricted',
  'audio_invalid',
  'audio_too_long',
  'unavailable',
] as const;
export type DecodeFaultCode = (typeof FAULTS)[number];

/** Reports whether the decoder may answer this code for a file. */
export const isDecodeFault = (code: string): code is DecodeFaultCode => FAULTS.some((fault) => fault === code);

/** Answer of the decoder: the facts about the file that it made, or the reason why it made none. */
export const decodeAnswer = z.union([
  z.strictObject({ facts: z.record(z.string(), z.unknown()) }),
  z.strictObject({ fault: z.strictObject({ code: z.enum(FAULTS), message: z.string().max(1000) }) }),
]);
export type DecodeAnswer = z.output<typeof decodeAnswer>;
