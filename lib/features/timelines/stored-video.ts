import { z } from 'zod';
import { storedPictureFieldSchemas } from '#kernel/shared/stored-picture.ts';
import type { Slide } from './slide.ts';
import { IMAGE_FITS } from './slide-image.ts';
import {
  type SlideVideoRequest,
  type StoredVideo,
  VIDEO_FAILURE_CODES,
  VIDEO_PLACES,
  VIDEO_PLAY_TIMINGS,
  type VideoOptions,
  type VideoSound,
} from './slide-video.ts';
import type { TimelineIntroAndOutro } from './timeline-video.ts';

const focusSchema = z.object({ x: z.number(), y: z.number() });

const optionSchemas = {
  fit: z.enum(IMAGE_FITS).optional(),
  focus: focusSchema.optional(),
  trim: z.object({ from: z.number(), to: z.number().optional() }).optional(),
  volume: z.number(),
  muted: z.boolean(),
  loop: z.boolean(),
  plays: z.enum(VIDEO_PLAY_TIMINGS),
  place: z.enum(VIDEO_PLACES),
} satisfies Record<keyof VideoOptions, z.ZodType>;

/** Schema of the stored files of a video. */
export const storedVideoSchema = z.object({
  key: z.string(),
  sha256: z.string(),
  size_bytes: z.int(),
  index_bytes: z.int(),
  width: z.int(),
  height: z.int(),
  fps: z.int(),
  frames: z.int(),
  sound: z
    .object({
      key: z.string(),
      sha256: z.string(),
      size_bytes: z.int(),
      samples: z.int(),
      channels: z.literal([1, 2]),
    } satisfies Record<keyof VideoSound, z.ZodType>)
    .optional(),
  poster: z.object({
    ...storedPictureFieldSchemas,
    is_figure: z.literal(true).optional(),
    found_focus: focusSchema.optional(),
  }),
  face: z.object({ x: z.number(), y: z.number(), size: z.number() }).optional(),
  tones: z.string().optional(),
} satisfies Record<keyof StoredVideo, z.ZodType>) satisfies z.ZodType<StoredVideo>;

const videoSchema = z.object({ ...storedVideoSchema.shape, ...optionSchemas }).optional();

const requestSchema = z
  .object({
    ...optionSchemas,
    from: z.object({ fetch: z.string(), index: z.int().min(0) }),
    error: z.object({ code: z.enum(VIDEO_FAILURE_CODES).catch('internal_error'), message: z.string() }).optional(),
  } satisfies Record<keyof SlideVideoRequest, z.ZodType>)
  .optional();

/** Schemas of the video in a stored slide: a ready video, or a request that is in progress or has failed. */
export const storedVideoFieldSchemas = { video: videoSchema, video_request: requestSchema } satisfies Record<
  Extract<keyof Slide, `video${string}`>,
  z.ZodType
>;

/** Schemas of the intro and the outro in a stored timeline, in the same form. */
export const introOutroStoredSchemas = {
  intro: videoSchema,
  intro_request: requestSchema,
  outro: videoSchema,
  outro_request: requestSchema,
} satisfies Record<keyof TimelineIntroAndOutro, z.ZodType>;
