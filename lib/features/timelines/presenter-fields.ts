import { z } from 'zod';
import { MAX_FOOTAGE_SECONDS } from '#engine/video/footage/footage.ts';
import { PRESENTER_PLACES, PRESENTER_SHAPES, PRESENTER_SIZES } from '#engine/video/footage/presenter-look.ts';
import { roundedDecimalSchema } from '#kernel/contract/decimal.ts';
import { videoCopySourceSchema } from './copy-of-fields.ts';
import { imageFocusSchema } from './image-fields.ts';
import { SLIDE_IMAGE_STATUSES } from './slide-image.ts';
import { VIDEO_FAILURE_CODES } from './slide-video.ts';

const placeSchema = z.enum(PRESENTER_PLACES);
const shapeSchema = z.enum(PRESENTER_SHAPES);
const sizeSchema = z.enum(PRESENTER_SIZES);
const offsetSchema = roundedDecimalSchema(0, MAX_FOOTAGE_SECONDS);

const presenterOptionSchemas = {
  place: placeSchema
    .default('bottom_right')
    .describe('The corner of the slide; `side`: next to the slide, which is smaller. Captions are in front.'),
  shape: shapeSchema.default('circle'),
  size: sizeSchema.default('medium'),
  focus: imageFocusSchema
    .optional()
    .describe('The middle of the shown part of the picture. Absent: the head that was found, else the upper middle.'),
  offset_seconds: offsetSchema.default(0).describe('The second of the recording at which the slide starts.'),
};

/** A presenter in requests, by URL or upload, or a copy; the video is fetched and decoded after the answer. */
export const presenterInputSchema = z
  .union([
    z.strictObject({ url: z.string().min(1).max(2048), ...presenterOptionSchemas }).meta({ id: 'PresenterFromUrl' }),
    z
      .strictObject({ upload_id: z.string().min(1).max(64), ...presenterOptionSchemas })
      .meta({ id: 'PresenterFromUpload' }),
    z.strictObject({ copy_of: videoCopySourceSchema, ...presenterOptionSchemas }).meta({ id: 'PresenterFromCopy' }),
  ])
  .meta({ id: 'PresenterInput' });
/** A presenter in a request. */
export type PresenterInput = z.output<typeof presenterInputSchema>;

/** A change of the options of the present presenter in requests; absent fields are not changed. */
export const presenterOptionsChangeSchema = z
  .strictObject({
    place: placeSchema.optional(),
    shape: shapeSchema.optional(),
    size: sizeSchema.optional(),
    focus: imageFocusSchema.nullable().optional().describe('Null: the head that was found.'),
    offset_seconds: offsetSchema.optional(),
  })
  .meta({ id: 'PresenterChange' });
/** A change of the options of a presenter. */
export type PresenterOptionsChange = z.output<typeof presenterOptionsChangeSchema>;

/** A presenter in answers. */
export const presenterAnswerSchema = z
  .object({
    status: z
      .enum(SLIDE_IMAGE_STATUSES)
      .describe('As of a `video`: a render waits for a `pending` one, and fails with a `failed` one.'),
    duration_seconds: z.number().nullable().describe('Length of the whole recording. Null until it is `ready`.'),
    poster_url: z.url().nullable(),
    place: placeSchema,
    shape: shapeSchema,
    size: sizeSchema,
    focus: z.object({ x: z.number(), y: z.number() }).meta({ id: 'PresenterFocus' }),
    offset_seconds: z.number(),
    error: z
      .object({ code: z.enum(VIDEO_FAILURE_CODES), message: z.string() })
      .meta({ id: 'PresenterError' })
      .nullable(),
  })
  .meta({ id: 'Presenter' });
