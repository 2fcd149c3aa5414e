import { z } from 'zod';
import { DRAWN_LAYOUT_NAMES } from '#engine/video/drawing/layout/layout-facts.ts';
import { roundedDecimalSchema } from '#kernel/contract/decimal.ts';
import { deletedAnswerSchema } from '#kernel/contract/deleted.ts';
import { entityTagOfVersion, entityTagTextSchema, unquoteEntityTag } from '#kernel/contract/entity-tag-text.ts';
import { metadataQueryShape, titleQueryShape } from '#kernel/contract/list-filters.ts';
import { defineContract } from '#kernel/contract/operation-contract.ts';
import { creationTimeQueryShape, listAnswerSchemaOf, pageQueryShape } from '#kernel/contract/pagination.ts';
import { pathIdSchema } from '#kernel/contract/path-id.ts';
import { textSchema } from '#kernel/contract/text.ts';
import { idPatternOf } from '#kernel/shared/ids.ts';
import { BACKGROUND_AUDIO_DEFAULTS, MAX_MUSIC_FADE_SECONDS } from './background-audio.ts';
import {
  imageAnswerSchema,
  imageDisplayChangeSchema,
  imageFocusSchema,
  imageInputSchema,
  imageOptionsSchema,
  imagesInputSchema,
} from './image-fields.ts';
import { presenterAnswerSchema, presenterInputSchema, presenterOptionsChangeSchema } from './presenter-fields.ts';
import {
  listedTimelineSettingSchemas,
  sentTimelineSettingSchemas,
  TIMELINE_SETTING_DEFINITIONS,
  timelineCreationSettingSchemas,
  unlistedTimelineSettingSchemas,
} from './settings/settings.ts';
import { AUDIO_FAILURE_CODES, AUDIO_STATUSES } from './slide-audio.ts';
import {
  SLIDE_FIELD_DEFINITIONS,
  sentSlideFieldSchemas,
  slideCreationFieldSchemas,
  slideFieldAnswerSchemas,
} from './slide-fields/slide-fields.ts';
import { IMAGE_FAILURE_CODES } from './slide-image.ts';
import { sentSlideStatesSchema, slideStatesAnswerSchema } from './slide-state-fields.ts';
import { VIDEO_FAILURE_CODES } from './slide-video.ts';
import { introOutroAnswerSchemas, introOutroChangeSchemas, introOutroCreateSchemas } from './timeline-video-fields.ts';
import { variablesQuerySchema, variableValuesSchema } from './variable-fields.ts';
import { PRESENTER_OPTION_LABELS, VIDEO_FIELD_LABELS } from './video-field-labels.ts';
import { slideVideoAnswerSchema, videoInputSchema, videoOptionsChangeSchema } from './video-fields.ts';

export {
  AUDIO_FAILURE_CODES,
  BACKGROUND_AUDIO_DEFAULTS,
  IMAGE_FAILURE_CODES,
  imageFocusSchema,
  imageOptionsSchema,
  MAX_MUSIC_FADE_SECONDS,
  PRESENTER_OPTION_LABELS,
  SLIDE_FIELD_DEFINITIONS,
  TIMELINE_SETTING_DEFINITIONS,
  VIDEO_FAILURE_CODES,
  VIDEO_FIELD_LABELS,
  variablesQuerySchema,
  variableValuesSchema,
};

/** The maximum number of slides of one request: as many as a timeline of the largest plan may have. */
export const MAX_SLIDES_PER_REQUEST = 500;

/** The id of a timeline in paths. */
export const timelineIdSchema = z.string().max(64);
/** The id of a slide in paths. */
export const slideIdSchema = z.string().max(64);
const timeSchema = z.iso.datetime();

const slideImageSchema = imageInputSchema
  .nullable()
  .describe(
    'The image of the slide, by its address or by an upload that `POST /uploads` announced. It is fetched after the answer; `image.status` shows the result. Null: none. Absent: as it is.',
  );

const slideVideoSchema = videoInputSchema
  .nullable()
  .describe(
    'The video of the slide, by its address or by an upload that `POST /uploads` announced: MP4, MOV, WebM, animated GIF or WebP. It is shown instead of the image. It is decoded after the answer; `video.status` shows the result. Null: none. Absent: as it is.',
  );

const slidePresenterSchema = presenterInputSchema
  .nullable()
  .describe(
    'A recorded person whose voice is the narration of the slide: a video as of `video`, with sound. It is shown in a corner of the slide, cropped to the head, and the slide lasts as long as it. The notes are found in it, for captions and builds. Null: none. Absent: as it is.',
  );

const timelinePresenterSchema = presenterInputSchema
  .nullable()
  .describe(
    'A recorded person who speaks the notes of all slides, one after another: as `presenter` of a slide, cut to the slides by their notes. Slides without notes are without it. `[[slide]]` in notes starts the next slide, so that the first notes may be the whole transcript; `[[slide 12.5]]` does so at that second. Null: none. Absent: as it is.',
  );

/** A new slide in requests; absent fields have their defaults. */
export const slideInputSchema = z
  .strictObject({
    ...slideCreationFieldSchemas,
    image: slideImageSchema.optional(),
    images: imagesInputSchema.optional(),
    video: slideVideoSchema.optional(),
    presenter: slidePresenterSchema.optional(),
  })
  .meta({ id: 'SlideInput' });
/** A new slide in a request. */
export type SlideInput = z.output<typeof slideInputSchema>;

/** The settings of music in requests. */
export const backgroundAudioSettingSchemas = {
  volume: roundedDecimalSchema(0, 1),
  fade_in_seconds: roundedDecimalSchema(0, MAX_MUSIC_FADE_SECONDS),
  fade_out_seconds: roundedDecimalSchema(0, MAX_MUSIC_FADE_SECONDS),
  loop: z.boolean(),
  duck: z.boolean(),
};

/** A slide in answers. */
export const slideAnswerSchema = z
  .object({
    id: z.string(),
    timeline_id: z.string(),
    position: z.int().min(0),
    ...slideFieldAnswerSchemas,
    layout_drawn: z
      .enum(DRAWN_LAYOUT_NAMES)
      .describe(
        'The layout that is drawn in the format of the timeline: the one that `auto` chose, or the replacement of a layout that the content does not allow. `image_top`: an image above its text, in narrow formats. `empty`: nothing to show. `bullets`: points in one column, or in two if there are many.',
      ),
    image: imageAnswerSchema.nullable(),
    images: z.array(imageAnswerSchema).describe('Further pictures, in their order; empty: none.'),
    builds: slideStatesAnswerSchema,
    video: slideVideoAnswerSchema.nullable().describe('Null: none.'),
    presenter: presenterAnswerSchema.nullable().describe('Null: no separate one.'),
    audio: z
      .object({ status: z.enum(AUDIO_STATUSES), stale: z.boolean(), duration_seconds: z.number().nullable() })
      .meta({ id: 'SlideAudioSummary' }),
    etag: entityTagTextSchema,
    created_at: timeSchema,
    updated_at: timeSchema,
  })
  .meta({ id: 'Slide' });

/** The music of a timeline in answers. */
export const backgroundAudioAnswerSchema = z
  .object({
    url: z.url(),
    duration_seconds: z.number(),
    channels: z.literal([1, 2]),
    content_type: z.string(),
    size_bytes: z.int(),
    volume: z.number(),
    fade_in_seconds: z.number(),
    fade_out_seconds: z.number(),
    loop: z.boolean(),
    duck: z.boolean(),
  })
  .meta({ id: 'BackgroundAudio' });

const summarySchemas = {
  id: z.string(),
  ...listedTimelineSettingSchemas,
  slide_count: z.int(),
  duration_seconds: z
    .number()
    .describe(
      'Estimated length of the video. Recordings, and synthesized audio that is ready and up to date, count with their length; other slides with an estimate from their text. Lists return the estimate as of the last change of the timeline or a slide.',
    ),
  version: z.int().min(1),
  created_at: timeSchema,
  updated_at: timeSchema,
};
/** A timeline in lists, without its slides. */
export const timelineSummarySchema = z.object(summarySchemas).meta({ id: 'TimelineSummary' });
/** A timeline with its slides in answers. */
export const timelineAnswerSchema = z
  .object({
    ...summarySchemas,
    ...unlistedTimelineSettingSchemas,
    background_audio: backgroundAudioAnswerSchema.nullable(),
    presenter: presenterAnswerSchema.nullable().describe('Null: none.'),
    ...introOutroAnswerSchemas,
    slides: z.array(slideAnswerSchema),
  })
  .meta({ id: 'Timeline' });

const slidePathParamsSchema = z.strictObject({ id: timelineIdSchema, sid: slideIdSchema });
const versionSchema = z.int().min(1).optional();

/** A new timeline in requests; absent fields have their defaults. */
export const timelineInputSchema = z
  .strictObject({
    ...timelineCreationSettingSchemas,
    presenter: timelinePresenterSchema.optional(),
    ...introOutroCreateSchemas,
    slides: z.array(slideInputSchema).max(MAX_SLIDES_PER_REQUEST).default([]),
  })
  .meta({ id: 'TimelineInput' });
/** A new timeline in a request. */
export type TimelineInput = z.output<typeof timelineInputSchema>;

/**
 * Error codes of the checks of an image or a video in a request that are made before the answer; later failures are stored with the slide.
 */
export const SENT_MEDIA_ERROR_CODES = [
  'url_forbidden',
  'upload_not_found',
  'image_invalid',
  'image_too_large',
  'video_invalid',
  'video_too_large',
] as const;

/** Error codes for a video that is copied: the timeline or the slide that it is copied from does not exist. */
export const VIDEO_COPY_ERROR_CODES = ['timeline_not_found', 'slide_not_found'] as const;

/** Contract of making a timeline. */
export const createTimelineContract = defineContract({
  operation: 'createTimeline',
  tag: 'timelines',
  summary: 'Make a timeline, with its slides if they are sent',
  method: 'POST',
  path: '/timelines',
  body: timelineInputSchema,
  examples: {
    with_slides: {
      title: 'Quarterly review',
      format: 'landscape',
      resolution: '1080p',
      slides: [
        { title: 'Where we stand', bullet_points: ['Revenue up 12 %', 'Two new markets'], speaker_notes: 'Hello all.' },
        { title: 'What comes next', layout: 'section', duration_seconds: 4 },
      ],
    },
    empty: { title: 'Quarterly review' },
    with_variables: {
      title: 'Welcome, {{name}}',
      variables: { name: null, offer: 'our newsletter' },
      slides: [{ title: 'Hello, {{name}}', speaker_notes: 'Hello {{name}}. Thank you for {{offer}}.' }],
    },
    with_image: {
      title: 'The harbour',
      slides: [{ title: 'At dawn', image: { url: 'https://example.com/harbour.jpg', alt: 'Boats at a quay' } }],
    },
  },
  answer: timelineAnswerSchema,
  written: entityTagOfVersion,
  errors: [
    'entitlement_required',
    'timeline_too_large',
    'icon_unknown',
    ...SENT_MEDIA_ERROR_CODES,
    ...VIDEO_COPY_ERROR_CODES,
  ],
});

/** Contract of listing timelines. */
export const listTimelinesContract = defineContract({
  operation: 'listTimelines',
  tag: 'timelines',
  summary: 'The timelines of the account, newest first, without their slides',
  method: 'GET',
  path: '/timelines',
  query: z.strictObject({ ...pageQueryShape, ...creationTimeQueryShape, ...titleQueryShape, ...metadataQueryShape }),
  answer: listAnswerSchemaOf(timelineSummarySchema),
  errors: ['invalid_cursor'],
});

/** Contract of reading a timeline with its slides. */
export const getTimelineContract = defineContract({
  operation: 'getTimeline',
  tag: 'timelines',
  summary: 'A timeline with its slides',
  method: 'GET',
  path: '/timelines/{id}',
  params: pathIdSchema,
  answer: timelineAnswerSchema,
  written: entityTagOfVersion,
  errors: ['timeline_not_found', 'timeline_too_large'],
});

/**
 * An entry in a list of slides that replaces the present list. With the id of an existing slide it changes that slide, and absent fields are
 * not changed; without an id it is a new slide, and absent fields have their defaults.
 */
const slideReplacementSchema = z
  .strictObject({
    id: z.string().regex(idPatternOf('slide'), 'Not the id of a slide.').optional(),
    ...z
      .object({
        ...sentSlideFieldSchemas,
        image: slideImageSchema,
        images: imagesInputSchema,
        builds: sentSlideStatesSchema,
        video: slideVideoSchema,
        presenter: slidePresenterSchema,
      })
      .partial().shape,
  })
  .meta({ id: 'SlideReplacement' });
/** An entry in a list of slides that replaces the present list. */
export type SlideInReplacementList = z.output<typeof slideReplacementSchema>;

/** Contract of changing a timeline. */
export const updateTimelineContract = defineContract({
  operation: 'updateTimeline',
  tag: 'timelines',
  summary: 'Change the fields sent; `slides`, when sent, replaces the whole list',
  description:
    'An entry of `slides` with the `id` of an existing slide changes the fields that it names and keeps the others, as `PUT /timelines/{id}/slides/{sid}` does; `{"id": …}` alone keeps the slide as it is. An entry without `id` is a new slide. A slide that no entry names is deleted.',
  method: 'PUT',
  path: '/timelines/{id}',
  params: pathIdSchema,
  body: z.strictObject({
    ...z.object(sentTimelineSettingSchemas).partial().shape,
    background_audio: z
      .strictObject(backgroundAudioSettingSchemas)
      .partial()
      .meta({ id: 'BackgroundAudioSettings' })
      .nullable()
      .optional()
      .describe('Settings of the uploaded music; null removes the music.'),
    presenter: z
      .union([...presenterInputSchema.options, presenterOptionsChangeSchema])
      .nullable()
      .optional()
      .describe('As of a new timeline. Without `url`, `upload_id` and `copy_of`: settings of the present presenter.'),
    ...introOutroChangeSchemas,
    slides: z.array(slideReplacementSchema).max(MAX_SLIDES_PER_REQUEST).optional(),
    version: versionSchema,
  }),
  examples: {
    settings: { title: 'Annual review', transition: { type: 'fade', duration_seconds: 0.5 }, version: 3 },
    slides: { slides: [{ title: 'The only slide now' }] },
    some_slides: {
      slides: [
        { id: 'sl_01JD7XK3ZV5Q8W9R2T4Y6B0C1F' },
        { title: 'A new second slide' },
        { id: 'sl_01JD7XK3ZV5Q8W9R2T4Y6B0C1E', title: 'Another title; points and notes stay' },
      ],
    },
  },
  answer: timelineAnswerSchema,
  conditional: true,
  written: entityTagOfVersion,
  errors: [
    ...VIDEO_COPY_ERROR_CODES,
    'version_conflict',
    'entitlement_required',
    'timeline_too_large',
    'icon_unknown',
    ...SENT_MEDIA_ERROR_CODES,
  ],
});

/** Contract of deleting a timeline. */
export const deleteTimelineContract = defineContract({
  operation: 'deleteTimeline',
  tag: 'timelines',
  summary: 'Delete a timeline with its slides and their files; finished renders stay',
  method: 'DELETE',
  path: '/timelines/{id}',
  params: pathIdSchema,
  answer: deletedAnswerSchema,
  conditional: true,
  errors: ['timeline_not_found'],
});

/** Contract of listing the slides of a timeline. */
export const listSlidesContract = defineContract({
  operation: 'listSlides',
  tag: 'slides',
  summary: 'The slides of a timeline, in their order',
  method: 'GET',
  path: '/timelines/{id}/slides',
  params: pathIdSchema,
  query: z.strictObject(pageQueryShape),
  answer: listAnswerSchemaOf(slideAnswerSchema),
  errors: ['timeline_not_found', 'invalid_cursor'],
});

/** Contract of adding a slide. */
export const createSlideContract = defineContract({
  operation: 'createSlide',
  tag: 'slides',
  summary: 'Add a slide, at the end or at `position`',
  method: 'POST',
  path: '/timelines/{id}/slides',
  params: pathIdSchema,
  body: slideInputSchema.extend({ position: z.int().min(0).optional() }),
  examples: { first: { title: 'Welcome', bullet_points: ['One', 'Two'], speaker_notes: 'Welcome.', position: 0 } },
  answer: slideAnswerSchema,
  conditional: true,
  written: ({ etag }) => unquoteEntityTag(etag),
  errors: [
    ...VIDEO_COPY_ERROR_CODES,
    'entitlement_required',
    'timeline_too_large',
    'icon_unknown',
    ...SENT_MEDIA_ERROR_CODES,
  ],
});

/** Contract of changing a slide. */
export const updateSlideContract = defineContract({
  operation: 'updateSlide',
  tag: 'slides',
  summary: 'Change the fields sent',
  method: 'PUT',
  path: '/timelines/{id}/slides/{sid}',
  params: slidePathParamsSchema,
  body: z.strictObject({
    ...z.object(sentSlideFieldSchemas).partial().shape,
    image: z
      .union([...imageInputSchema.options, imageDisplayChangeSchema])
      .nullable()
      .optional()
      .describe(
        'An image, by its address or by an upload that `POST /uploads` announced. It is fetched after the answer; `image.status` shows the result. Without `url` and `upload_id`: settings of the current image. Null: none. Absent: as it is.',
      ),
    images: imagesInputSchema.optional(),
    builds: sentSlideStatesSchema.optional(),
    video: z
      .union([...videoInputSchema.options, videoOptionsChangeSchema])
      .nullable()
      .optional()
      .describe(
        'A video, by its address, by an upload that `POST /uploads` announced, or a copy of one that is ready (`copy_of`). Without these: settings of the present video. Null: none. Absent: as it is.',
      ),
    presenter: z
      .union([...presenterInputSchema.options, presenterOptionsChangeSchema])
      .nullable()
      .optional()
      .describe('As of a new slide. Without `url`, `upload_id` and `copy_of`: settings of the present presenter.'),
    version: versionSchema,
  }),
  examples: {
    notes: { speaker_notes: 'Said in other words.' },
    standing: { duration_seconds: 8 },
    no_clicks: { builds: null },
    image_shown_whole: { image: { fit: 'contain', alt: 'Boats at a quay' } },
  },
  answer: slideAnswerSchema,
  conditional: true,
  written: ({ etag }) => unquoteEntityTag(etag),
  errors: [
    ...VIDEO_COPY_ERROR_CODES,
    'version_conflict',
    'entitlement_required',
    'timeline_too_large',
    'icon_unknown',
    ...SENT_MEDIA_ERROR_CODES,
  ],
});

/** Contract of deleting a slide. */
export const deleteSlideContract = defineContract({
  operation: 'deleteSlide',
  tag: 'slides',
  summary: 'Delete a slide and its files',
  method: 'DELETE',
  path: '/timelines/{id}/slides/{sid}',
  params: slidePathParamsSchema,
  answer: deletedAnswerSchema,
  conditional: true,
  errors: ['timeline_not_found', 'slide_not_found'],
});

/** Contract of changing the order of slides. */
export const reorderSlidesContract = defineContract({
  operation: 'reorderSlides',
  tag: 'slides',
  summary: 'Change the order of the slides: `slide_ids` names each slide of the timeline once',
  method: 'PATCH',
  path: '/timelines/{id}/slides/reorder',
  params: pathIdSchema,
  body: z.strictObject({ slide_ids: z.array(slideIdSchema).max(MAX_SLIDES_PER_REQUEST) }),
  examples: { two: { slide_ids: ['sl_01JD7XK3ZV5Q8W9R2T4Y6B0C1F', 'sl_01JD7XK3ZV5Q8W9R2T4Y6B0C1E'] } },
  answer: z.object({ data: z.array(slideAnswerSchema), has_more: z.literal(false), next_cursor: z.null() }),
  conditional: true,
  errors: ['timeline_not_found', 'slide_set_mismatch', 'timeline_too_large'],
});

/** The width of a preview in pixels. */
export const SLIDE_PREVIEW_WIDTH_LIMITS_PIXELS = { min: 16, max: 3840, default: 1280 } as const;

/** Contract of drawing a slide as a PNG. */
export const previewSlideContract = defineContract({
  operation: 'previewSlide',
  tag: 'slides',
  summary: 'The slide as a PNG, as the video will show it',
  method: 'GET',
  path: '/timelines/{id}/slides/{sid}/preview',
  params: slidePathParamsSchema,
  query: z.strictObject({
    width: z.coerce
      .number()
      .int()
      .min(SLIDE_PREVIEW_WIDTH_LIMITS_PIXELS.min)
      .max(SLIDE_PREVIEW_WIDTH_LIMITS_PIXELS.max)
      .default(SLIDE_PREVIEW_WIDTH_LIMITS_PIXELS.default)
      .describe('In pixels. The height follows from the format of the timeline; at most 4096.'),
    variables: variablesQuerySchema,
  }),
  answer: z.custom<Uint8Array>(),
  media: 'image/png',
  errors: ['timeline_not_found', 'slide_not_found', 'image_invalid', 'font_invalid', 'variable_unknown'],
});

/** The width of a contact sheet in pixels. */
export const CONTACT_SHEET_WIDTH_LIMITS_PIXELS = { min: 160, max: 3840, default: 1600 } as const;
/** The maximum number of columns of a contact sheet. */
const MAX_SHEET_COLUMNS = 50;

/** Contract of drawing all slides as one PNG. */
export const getContactSheetContract = defineContract({
  operation: 'getContactSheet',
  tag: 'timelines',
  summary: 'All slides as one PNG, as the video will show them',
  method: 'GET',
  path: '/timelines/{id}/contact-sheet',
  params: pathIdSchema,
  query: z.strictObject({
    columns: z.coerce
      .number()
      .int()
      .min(1)
      .max(MAX_SHEET_COLUMNS)
      .optional()
      .describe('Absent: the number that makes the sheet about a third wider than high.'),
    width: z.coerce
      .number()
      .int()
      .min(CONTACT_SHEET_WIDTH_LIMITS_PIXELS.min)
      .max(CONTACT_SHEET_WIDTH_LIMITS_PIXELS.max)
      .default(CONTACT_SHEET_WIDTH_LIMITS_PIXELS.default)
      .describe(
        'Width of the sheet in pixels. The sheet is at most 16,000 pixels high, and has at most 24 megapixels.',
      ),
    variables: variablesQuerySchema,
  }),
  answer: z.custom<Uint8Array>(),
  media: 'image/png',
  errors: ['timeline_not_found', 'timeline_empty', 'variable_unknown', 'image_invalid', 'font_invalid'],
});

const iconAnswerSchema = z.object({ name: z.string(), tags: z.array(z.string()) }).meta({ id: 'Icon' });

/** Contract of searching icons. */
export const listIconsContract = defineContract({
  operation: 'listIcons',
  tag: 'slides',
  summary: 'The icons that items of slides can have; `q` finds them by English words',
  method: 'GET',
  path: '/icons',
  query: z.strictObject({ ...pageQueryShape, q: textSchema(1, 100).optional() }),
  answer: listAnswerSchemaOf(iconAnswerSchema),
  errors: ['invalid_cursor'],
});
