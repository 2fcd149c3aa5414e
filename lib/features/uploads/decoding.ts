import { z } from 'zod';
import type { PictureCrop } from '#engine/deck-reading/deck.ts';

/** Kinds of files that the decoder can make. */
export const DECODER_OUTPUT_FILE_KINDS = [
  'image',
  'music',
  'recording',
  'font',
  'deck_picture',
  'deck_page',
  'logo',
  'web_page',
  'deck_theme',
] as const;
/** Kind of file that the decoder can make. */
export type DecoderOutputFileKind = (typeof DECODER_OUTPUT_FILE_KINDS)[number];

/** The parts that the decoder removes from a sound. */
export interface SoundTrimByDecoder {
  /** Seconds that are removed at the start. */
  start_seconds: number;
  /** Seconds that are removed at the end. */
  end_seconds: number;
}
const cutSecondsSchema = z.number().min(0);

const shareSchema = z.number().min(0).max(1);

/** Schema of a crop of a picture in a request to another process. */
export const pictureCropSchema = z.strictObject({
  left: shareSchema,
  top: shareSchema,
  right: shareSchema,
  bottom: shareSchema,
  outline: z.union([z.literal('ellipse'), z.strictObject({ radius: z.number().min(0).max(0.5) })]).optional(),
} satisfies Record<keyof PictureCrop, z.ZodType>) satisfies z.ZodType<PictureCrop>;

/** The part of a file that the decoder keeps; absent: all of it. */
export interface PartKeptByDecoder {
  cut?: SoundTrimByDecoder | undefined;
  /** Part of the picture that is kept; outside of its outline the picture becomes transparent. */
  crop?: PictureCrop | undefined;
  /** True if the file may be a video, whose sound is kept. Absent: a video is refused. */
  takes_video?: boolean | undefined;
}

const fileNameSchemas = { account_id: z.string().regex(/^[\w-]{1,64}$/), token: z.uuid() };

/**
 * Schema of a request to the decoder: to make one file (`storageKeys.decoded`) of another one (`storageKeys.undecoded`). It names the
 * files and does not contain them: requests from one Lambda function to another have at most 6 MB.
 */
export const decodeRequestSchema = z.strictObject({
  medium: z.enum(DECODER_OUTPUT_FILE_KINDS),
  ...fileNameSchemas,
  cut: z
    .strictObject({ start_seconds: cutSecondsSchema, end_seconds: cutSecondsSchema } satisfies Record<
      keyof SoundTrimByDecoder,
      z.ZodType
    >)
    .optional(),
  crop: pictureCropSchema.optional(),
  takes_video: z.boolean().optional(),
} satisfies Record<keyof PartKeptByDecoder | 'medium' | 'account_id' | 'token', z.ZodType>);
/** Request to the decoder. */
export type DecodeRequest = z.output<typeof decodeRequestSchema>;

/** Schema of a request to the decoder of videos. It names the files like the request to the decoder of other files. */
export const videoDecodeRequestSchema = z.strictObject({
  ...fileNameSchemas,
  /** SHA-256 (hex) that the file must have. Absent: none was announced. */
  sha256: z
    .string()
    .regex(/^[0-9a-f]{64}$/)
    .optional(),
});
/** Request to the decoder of videos. */
export type VideoDecodeRequest = z.output<typeof videoDecodeRequestSchema>;

/** Codes of the decoder's failures: it refuses the file, or (`unavailable`) did not decode it in time. */
const DECODE_FAULT_CODES = [
  'image_invalid',
  'page_invalid',
  'import_invalid',
  'import_encrypted',
  'import_too_large',
  'font_invalid',
  'font_restricted',
  'audio_invalid',
  'audio_too_long',
  'video_invalid',
  'unavailable',
] as const;
/** Code of a failure of the decoder. */
export type DecodeFaultCode = (typeof DECODE_FAULT_CODES)[number];

/** Reports whether the decoder may answer this code for a file. */
export const isDecodeFaultCode = (code: string): code is DecodeFaultCode =>
  DECODE_FAULT_CODES.some((fault) => fault === code);

/** Schema of the answer of the decoder: the facts about the file that it made, or the reason why it made none. */
export const decodeAnswerSchema = z.union([
  z.strictObject({ facts: z.record(z.string(), z.unknown()) }),
  z.strictObject({ fault: z.strictObject({ code: z.enum(DECODE_FAULT_CODES), message: z.string().max(1000) }) }),
]);
/** Answer of the decoder. */
export type DecodeAnswer = z.output<typeof decodeAnswerSchema>;
