import { z } from 'zod';
import { SLIDE_LIMITS } from '#engine/video/drawing/slide-limits.ts';
import { roundedDecimalSchema } from '#kernel/contract/decimal.ts';
import { textSchema } from '#kernel/contract/text.ts';
import { IMAGE_FAILURE_CODES, IMAGE_FITS, IMAGE_KINDS, SLIDE_IMAGE_STATUSES } from './slide-image.ts';
import { MAX_IMAGES_PER_SLIDE } from './slide-pictures.ts';

const shareSchema = roundedDecimalSchema(0, 1);
/** The point of an image that a crop keeps, as shares of its width and height, in requests. */
export const imageFocusSchema = z.strictObject({ x: shareSchema, y: shareSchema }).meta({ id: 'ImageFocusInput' });

/** The caption of an image in requests. */
export const imageCaptionSchema = textSchema(0, SLIDE_LIMITS.caption).describe(
  'A line that is drawn below the image, or on it if it fills the slide; empty: none. A picture of a whole slide shows none.',
);

/** Display options of an image; each has a default. */
export const imageOptionsSchema = {
  fit: z
    .enum(IMAGE_FITS)
    .optional()
    .describe(
      '`cover`: the image fills its area and is cropped; `contain`: it is shown whole. Absent: `contain` for an image that contains text, a chart, a user interface or a logo, `cover` for others.',
    ),
  focus: imageFocusSchema
    .optional()
    .describe(
      'The point of the image that stays visible when it is cropped. Absent: a face, text or another thing that stands out in the image; if nothing does, its centre.',
    ),
  alt: textSchema(0, SLIDE_LIMITS.alt).default(''),
  caption: imageCaptionSchema.default(''),
};

/** The image of a slide in requests, by URL or upload; it is fetched after the answer. */
export const imageInputSchema = z
  .union([
    z.strictObject({ url: z.string().min(1).max(2048), ...imageOptionsSchema }).meta({ id: 'SlideImageFromUrl' }),
    z
      .strictObject({ upload_id: z.string().min(1).max(64), ...imageOptionsSchema })
      .meta({ id: 'SlideImageFromUpload' }),
  ])
  .meta({ id: 'SlideImageInput' });
/** The image of a slide in a request. */
export type ImageInput = z.output<typeof imageInputSchema>;

const changedOptionSchemas = {
  fit: z.enum(IMAGE_FITS).optional(),
  focus: imageFocusSchema.optional(),
  alt: textSchema(0, SLIDE_LIMITS.alt).optional(),
  caption: imageCaptionSchema.optional(),
};

/** A change of the display options of the present image in requests; absent fields are not changed. */
export const imageDisplayChangeSchema = z
  .strictObject({
    ...changedOptionSchemas,
    is_whole_slide: z
      .boolean()
      .optional()
      .describe(
        'If true, the image shows the whole slide, and title and points are not drawn over it. False puts a picture of the slide itself (`kind: page`) on the slide, next to title and points, and `layout: page` becomes `auto`; true brings `kind` and layout back. The present value changes nothing. Refused with a `layout` that says the opposite.',
      ),
  })
  .meta({ id: 'SlideImageChange' });
/** A change of the display options of an image. */
export type ImageDisplayChange = z.output<typeof imageDisplayChangeSchema>;

/**
 * Schema of a picture in `images`, or of an item in `items`, of a slide in requests: a new one, or the present one in the same place, with
 * other display options.
 */
export const pictureInputSchema = z.union([
  ...imageInputSchema.options,
  z.strictObject(changedOptionSchemas).meta({ id: 'SlidePictureChange' }),
]);

/** `images` of a slide in requests. */
export const imagesInputSchema = z
  .array(pictureInputSchema)
  .max(MAX_IMAGES_PER_SLIDE)
  .nullable()
  .describe(
    'Further pictures, of the same form as `image`: the layout `gallery` shows all pictures of the slide, in this order after `image`; without `image`, other layouts show the first. The list replaces the present one. An entry without `url` and `upload_id` keeps the picture that is in its place in the list, with the options that it names. Null: none. Absent: as they are.',
  );

/** The image of a slide in answers. */
export const imageAnswerSchema = z
  .object({
    status: z
      .enum(SLIDE_IMAGE_STATUSES)
      .describe(
        '`pending`: it is being fetched; a render waits for it. `failed`: `error` says why, and a render fails with `image_unreadable`; send it again.',
      ),
    url: z.url().nullable().describe('Null until it is `ready`.'),
    width: z.int().nullable(),
    height: z.int().nullable(),
    content_type: z.string().nullable(),
    size_bytes: z.int().nullable(),
    fit: z.enum(IMAGE_FITS),
    focus: z.object({ x: z.number(), y: z.number() }).meta({ id: 'ImageFocus' }),
    alt: z.string(),
    caption: z.string(),
    frames: z
      .int()
      .min(1)
      .nullable()
      .describe(
        'Number of frames in the file. An animated GIF, WebP or PNG has several; the first one is shown. Null until the image is `ready`.',
      )
      .meta({ examples: [1] }),
    kind: z
      .enum(IMAGE_KINDS)
      .describe(
        '`page`: a picture of the slide itself, as an import brings it. It is shown in the layout `page`; in any other layout the slide is drawn from its fields, without it. `picture`: any other image.',
      ),
    is_whole_slide: z
      .boolean()
      .describe('Whether the image shows the whole slide, as after an import: title and points are not drawn over it.'),
    error: z
      .object({ code: z.enum(IMAGE_FAILURE_CODES), message: z.string() })
      .meta({ id: 'SlideImageError' })
      .nullable()
      .describe('Why the image is `failed`; otherwise null.'),
  })
  .meta({ id: 'SlideImage' });
