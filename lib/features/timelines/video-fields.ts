import { z } from 'zod';
import { MAX_FOOTAGE_SECONDS } from '#engine/video/footage/footage.ts';
import { roundedDecimalSchema } from '#kernel/contract/decimal.ts';
import { videoCopySourceSchema } from './copy-of-fields.ts';
import { imageOptionsSchema } from './image-fields.ts';
import { IMAGE_FITS, SLIDE_IMAGE_STATUSES } from './slide-image.ts';
import { MAX_VIDEO_VOLUME, VIDEO_FAILURE_CODES, VIDEO_PLACES, VIDEO_PLAY_TIMINGS } from './slide-video.ts';

const secondsSchema = roundedDecimalSchema(0, MAX_FOOTAGE_SECONDS);
const trimSchema = z
  .strictObject({ from: secondsSchema.default(0), to: secondsSchema.optional() })
  .refine(({ from, to }) => to === undefined || to >= from, {
    path: ['to'],
    message: 'Use a time at `from` or later; at `from`, one frame is shown.',
  })
  .meta({ id: 'SlideVideoTrimInput' });

const volumeSchema = roundedDecimalSchema(0, MAX_VIDEO_VOLUME);
const playsSchema = z.enum(VIDEO_PLAY_TIMINGS);
const placeSchema = z.enum(VIDEO_PLACES);

/** Schemas of the options of a video; those without a default follow from the video. */
export const videoOptionSchemas = {
  fit: imageOptionsSchema.fit.describe(
    'As for images: `cover` fills its area, `contain` shows all of it. Absent: by its poster.',
  ),
  focus: imageOptionsSchema.focus.describe('As for images: the point that stays visible when it is cropped.'),
  trim: trimSchema.optional().describe('The part that is played, in seconds. Absent: all of it.'),
  volume: volumeSchema.default(1).describe('1 is as loud as speech. Under speech it is lowered.'),
  muted: z.boolean().default(false),
  loop: z
    .boolean()
    .default(false)
    .describe('If true, it starts again at its end, as long as the slide is shown. If false, its last frame stays.'),
  plays: playsSchema
    .default('with_slide')
    .describe(
      '`with_slide`: from the start of the slide, under the speech; `before_speech`: the speech starts when it has ended; `after_speech`: it starts when the speech has ended.',
    ),
  place: placeSchema
    .default('full')
    .describe(
      '`full`: it fills the slide, without title and points; `left`, `right`: next to the text; `framed`: all of it under the title; `background`: title and points are on it.',
    ),
};

/** The video of a slide in requests, by URL or upload, or a copy; it is fetched and decoded after the answer. */
export const videoInputSchema = z
  .union([
    z.strictObject({ url: z.string().min(1).max(2048), ...videoOptionSchemas }).meta({ id: 'SlideVideoFromUrl' }),
    z
      .strictObject({ upload_id: z.string().min(1).max(64), ...videoOptionSchemas })
      .meta({ id: 'SlideVideoFromUpload' }),
    z.strictObject({ copy_of: videoCopySourceSchema, ...videoOptionSchemas }).meta({ id: 'SlideVideoFromCopy' }),
  ])
  .meta({ id: 'SlideVideoInput' });
/** The video of a slide in a request. */
export type VideoInput = z.output<typeof videoInputSchema>;

/** A change of the options of the present video in requests; absent fields are not changed. */
export const videoOptionsChangeSchema = z
  .strictObject({
    fit: z.enum(IMAGE_FITS).optional(),
    focus: imageOptionsSchema.focus,
    trim: trimSchema.nullable().optional().describe('Null: all of it.'),
    volume: volumeSchema.optional(),
    muted: z.boolean().optional(),
    loop: z.boolean().optional(),
    plays: playsSchema.optional(),
    place: placeSchema.optional(),
  })
  .meta({ id: 'SlideVideoChange' });
/** A change of the options of a video. */
export type VideoOptionsChange = z.output<typeof videoOptionsChangeSchema>;

/** The video of a slide in answers. */
export const slideVideoAnswerSchema = z
  .object({
    status: z
      .enum(SLIDE_IMAGE_STATUSES)
      .describe(
        '`pending`: it is being fetched and decoded; a render waits for it. `failed`: `error` says why, and a render fails with `video_unreadable`; send it again.',
      ),
    duration_seconds: z.number().nullable().describe('Length of the whole video. Null until it is `ready`.'),
    width: z.int().nullable(),
    height: z.int().nullable(),
    has_sound: z.boolean().nullable(),
    poster_url: z.url().nullable().describe('One of its frames as a JPEG, which is shown in previews.'),
    fit: z.enum(IMAGE_FITS),
    focus: z.object({ x: z.number(), y: z.number() }).meta({ id: 'SlideVideoFocus' }),
    trim: z.object({ from: z.number(), to: z.number().nullable() }).meta({ id: 'SlideVideoTrim' }).nullable(),
    volume: z.number(),
    muted: z.boolean(),
    loop: z.boolean(),
    plays: playsSchema,
    place: placeSchema,
    error: z
      .object({ code: z.enum(VIDEO_FAILURE_CODES), message: z.string() })
      .meta({ id: 'SlideVideoError' })
      .nullable()
      .describe('Why the video is `failed`; otherwise null.'),
  })
  .meta({ id: 'SlideVideo' });
