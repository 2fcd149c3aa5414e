import { z } from 'zod';
import { contract } from '../contract/contract.ts';
import { deletedAnswer } from '../contract/deleted.ts';
import { entityTagText, versionTag, writtenTag } from '../contract/entity-tag-text.ts';
import { languageTag } from '../contract/language-tag.ts';
import { metadataQuery, titleQuery } from '../contract/list-filters.ts';
import { decimal } from '../contract/number.ts';
import { createdQuery, listOf, pageQuery } from '../contract/pagination.ts';
import { pathId } from '../contract/path-id.ts';
import { metadata, text } from '../contract/text.ts';
import { idPattern } from '../shared/ids.ts';
import { lexiconField } from '../speech/script/lexicon-field.ts';
import { notesField } from '../speech/script/notes-field.ts';
import { SLIDE_LAYOUTS } from '../video/drawing/drawable-slide.ts';
import { DRAWN_LAYOUTS } from '../video/drawing/layout/drawn-layout.ts';
import { FORMAT_NAMES, RESOLUTION_NAMES } from '../video/format.ts';
import { IMAGE_MOTIONS } from '../video/motion/image-motion.ts';
import { TRANSITION_TYPES } from '../video/transitions/transition-frames.ts';
import { FADE_SECONDS } from './background-audio.ts';
import { CENTRE, imageAnswer, imageChange, imageFocus, imageInput, imageOptions } from './image-fields.ts';
import { DEFAULT_PACE, MAX_LEAD_SECONDS, MAX_MIN_SLIDE_SECONDS, MAX_PAUSE_SECONDS } from './pace.ts';
import { richContentAnswer, richContentDefaults, richContentFields } from './rich-content-fields.ts';
import { type FilledField, SLIDE_BUILDS } from './slide.ts';
import { AUDIO_STATUSES } from './slide-audio.ts';
import { SLIDE_TEXTS, TIMELINE_TEXTS } from './slide-texts.ts';
import { variableDefaults, variableName, variablesQuery, variableValues } from './variable-fields.ts';

export { CENTRE, imageFocus, imageOptions, variablesQuery, variableValues };

export const MAX_SLIDES_PER_REQUEST = 500;

export const timelineId = z.string().max(64);
export const slideId = z.string().max(64);
const time = z.iso.datetime();

export const transition = z
  .strictObject({
    type: z.enum(TRANSITION_TYPES),
    duration_seconds: decimal(0, 2).default(0.5),
  })
  .meta({ id: 'TransitionInput' });

const slideFields = {
  title: text(0, SLIDE_TEXTS.title),
  bullet_points: z.array(text(0, SLIDE_TEXTS.point)).max(12),
  speaker_notes: notesField(0, SLIDE_TEXTS.notes),
  layout: z.enum(SLIDE_LAYOUTS),
  build: z.enum(SLIDE_BUILDS),
  duration_seconds: decimal(1, 300).nullable(),
  transition: transition.nullable(),
  image_motion: z.enum(IMAGE_MOTIONS),
  cut_speech: z.boolean(),
  image: imageInput
    .nullable()
    .describe(
      'The image of the slide, by its address or by an upload that `POST /uploads` announced. It is fetched after the answer: `image.status` tells. Null: none. Absent: as it is.',
    ),
  image_variable: variableName
    .nullable()
    .describe(
      'A variable of the timeline whose value is the https address of the image. Each render fetches it once; the renders of a batch share equal addresses. An empty value: no image.',
    ),
  ...richContentFields,
};

/** The texts of a slide that variables may stand in. */
export const filledSlideFields = {
  title: slideFields.title,
  bullet_points: slideFields.bullet_points,
  speaker_notes: slideFields.speaker_notes,
  code: slideFields.code,
  table: slideFields.table,
  chart: slideFields.chart,
} satisfies Record<FilledField, z.ZodType>;

/** A slide as it is created: what is left out has its usual value. */
export const slideInput = z
  .strictObject({
    title: slideFields.title.default(''),
    bullet_points: slideFields.bullet_points.default([]),
    speaker_notes: slideFields.speaker_notes.default(''),
    layout: slideFields.layout.default('auto'),
    build: slideFields.build.default('none'),
    duration_seconds: slideFields.duration_seconds.optional(),
    transition: slideFields.transition
      .optional()
      .describe(
        "Transition into the slide, within its duration. Absent or null: the timeline's. The first slide has none.",
      ),
    image_motion: slideFields.image_motion
      .default('none')
      .describe(
        'Slow camera movement over the image. Bullet points then appear all at once. `pan_left` moves the camera left, so the picture moves right.',
      ),
    cut_speech: slideFields.cut_speech
      .default(false)
      .describe(
        'If true, the narration fades out after `duration_seconds`; the rest is neither heard nor captioned. If false, the slide stays until the narration ends. No effect without `duration_seconds`.',
      ),
    image: slideFields.image.optional(),
    image_variable: slideFields.image_variable.optional(),
    ...richContentDefaults,
  })
  .meta({ id: 'SlideInput' });
export type SlideInput = z.output<typeof slideInput>;

export const backgroundAudioSettings = {
  volume: decimal(0, 1),
  fade_in_seconds: decimal(0, FADE_SECONDS),
  fade_out_seconds: decimal(0, FADE_SECONDS),
  loop: z.boolean(),
  duck: z.boolean(),
};

const timelineFields = {
  title: text(1, TIMELINE_TEXTS.title),
  format: z.enum(FORMAT_NAMES),
  resolution: z.enum(RESOLUTION_NAMES),
  template_id: text(1, 64),
  language: languageTag,
  voice: text(1, 100).nullable(),
  lexicon: lexiconField,
  transition,
  slide_numbers: z
    .boolean()
    .nullable()
    .describe(
      'Null: as the template says; a built-in one says no. Whether each slide shows its number. A slide that shows its number is drawn again when its position changes.',
    ),
  footer: text(0, TIMELINE_TEXTS.footer)
    .nullable()
    .describe('A line at the bottom of the slides. Empty: none. Null: that of the template; a built-in one has none.'),
  variables: variableDefaults,
  lead_seconds: decimal(0, MAX_LEAD_SECONDS).describe('Seconds of quiet before the narration of each slide.'),
  pause_seconds: decimal(0, MAX_PAUSE_SECONDS).describe('Seconds of quiet after the narration of each slide.'),
  min_slide_seconds: decimal(0, MAX_MIN_SLIDE_SECONDS).describe(
    'The shortest time, in seconds, for which a narrated slide is shown. A `duration_seconds` of the slide takes its place.',
  ),
  metadata,
};

/** The texts of a timeline, beside those of its slides, that variables may stand in. */
export const filledTimelineFields = {
  title: timelineFields.title,
  footer: timelineFields.footer,
  lexicon: timelineFields.lexicon,
};

const transitionAnswer = z
  .object({ type: z.enum(TRANSITION_TYPES), duration_seconds: z.number() })
  .meta({ id: 'Transition' });

export const slideAnswer = z
  .object({
    id: z.string(),
    timeline_id: z.string(),
    position: z.int().min(0),
    title: z.string(),
    bullet_points: z.array(z.string()),
    speaker_notes: z.string(),
    layout: z.enum(SLIDE_LAYOUTS),
    layout_drawn: z
      .enum(DRAWN_LAYOUTS)
      .describe(
        'The layout that is drawn in the format of the timeline: what `auto` chose, and what takes the place of a layout that the content does not allow. `image_top`: an image above its text, in narrow formats. `empty`: there is nothing to show. `bullets`: points in one column, or in two where they are many.',
      ),
    build: z.enum(SLIDE_BUILDS),
    duration_seconds: z.number().nullable(),
    transition: transitionAnswer.nullable(),
    image_motion: z.enum(IMAGE_MOTIONS),
    cut_speech: z.boolean(),
    ...richContentAnswer,
    image: imageAnswer.nullable(),
    image_variable: z.string().nullable(),
    audio: z
      .object({ status: z.enum(AUDIO_STATUSES), stale: z.boolean(), duration_seconds: z.number().nullable() })
      .meta({ id: 'SlideAudioSummary' }),
    etag: entityTagText,
    created_at: time,
    updated_at: time,
  })
  .meta({ id: 'Slide' });

export const backgroundAudioAnswer = z
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

const summary = {
  id: z.string(),
  title: z.string(),
  format: z.enum(FORMAT_NAMES),
  resolution: z.enum(RESOLUTION_NAMES),
  template_id: z.string(),
  language: z.string(),
  voice: z.string().nullable(),
  transition: transitionAnswer,
  slide_numbers: z.boolean().nullable(),
  footer: z.string().nullable(),
  lead_seconds: z.number(),
  pause_seconds: z.number(),
  min_slide_seconds: z.number(),
  metadata: z.record(z.string(), z.string()),
  slide_count: z.int(),
  duration_seconds: z
    .number()
    .describe(
      'Estimated length of the video. Recordings, and synthesized audio that is ready and up to date, count with their length; other slides count with an estimate from their text. Lists return the estimate as of the last change of the timeline or a slide.',
    ),
  version: z.int().min(1),
  created_at: time,
  updated_at: time,
};
export const timelineSummary = z.object(summary).meta({ id: 'TimelineSummary' });
export const timelineAnswer = z
  .object({
    ...summary,
    lexicon: z.array(z.object({ word: z.string(), say: z.string() }).meta({ id: 'Pronunciation' })),
    variables: z.record(z.string(), z.string().nullable()),
    background_audio: backgroundAudioAnswer.nullable(),
    slides: z.array(slideAnswer),
  })
  .meta({ id: 'Timeline' });

const inSlide = z.strictObject({ id: timelineId, sid: slideId });
const version = z.int().min(1).optional();

/** A timeline as it is created: what is left out has its usual value. */
export const timelineInput = z
  .strictObject({
    title: timelineFields.title,
    format: timelineFields.format.default('landscape'),
    resolution: timelineFields.resolution.default('1080p'),
    template_id: timelineFields.template_id.default('plain'),
    language: timelineFields.language.default('en'),
    voice: timelineFields.voice.optional(),
    lexicon: timelineFields.lexicon.default([]),
    transition: timelineFields.transition.default({ type: 'none', duration_seconds: 0 }),
    slide_numbers: timelineFields.slide_numbers.default(null),
    footer: timelineFields.footer.optional(),
    variables: timelineFields.variables.optional(),
    lead_seconds: timelineFields.lead_seconds.default(DEFAULT_PACE.lead_seconds),
    pause_seconds: timelineFields.pause_seconds.default(DEFAULT_PACE.pause_seconds),
    min_slide_seconds: timelineFields.min_slide_seconds.default(DEFAULT_PACE.min_slide_seconds),
    metadata: timelineFields.metadata.default({}),
    slides: z.array(slideInput).max(MAX_SLIDES_PER_REQUEST).default([]),
  })
  .meta({ id: 'TimelineInput' });
export type TimelineInput = z.output<typeof timelineInput>;

/** How the image of a slide that is sent with it can be refused at once. */
export const IMAGE_ERRORS = ['url_forbidden', 'upload_not_found', 'image_invalid', 'image_too_large'] as const;

export const createTimelineContract = contract({
  operation: 'createTimeline',
  tag: 'timelines',
  summary: 'Make a timeline, with its slides if they are sent along',
  method: 'POST',
  path: '/timelines',
  body: timelineInput,
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
  answer: timelineAnswer,
  written: versionTag,
  errors: ['entitlement_required', 'timeline_too_large', ...IMAGE_ERRORS],
});

export const listTimelinesContract = contract({
  operation: 'listTimelines',
  tag: 'timelines',
  summary: 'The timelines of the account, newest first, without their slides',
  method: 'GET',
  path: '/timelines',
  query: z.strictObject({ ...pageQuery, ...createdQuery, ...titleQuery, ...metadataQuery }),
  answer: listOf(timelineSummary),
  errors: ['invalid_cursor'],
});

export const getTimelineContract = contract({
  operation: 'getTimeline',
  tag: 'timelines',
  summary: 'A timeline with its slides',
  method: 'GET',
  path: '/timelines/{id}',
  params: pathId,
  answer: timelineAnswer,
  written: versionTag,
  errors: ['timeline_not_found', 'timeline_too_large'],
});

/**
 * A slide in a list that replaces the present one. With the id of a present slide it goes on being that slide, with what it
 * does not name; without one it is a new slide, and what it does not name has its usual value.
 */
const slideReplacement = z
  .strictObject({
    id: z.string().regex(idPattern('slide'), 'Not the id of a slide.').optional(),
    ...z.object(slideFields).partial().shape,
  })
  .meta({ id: 'SlideReplacement' });
export type SlideReplacement = z.output<typeof slideReplacement>;

export const updateTimelineContract = contract({
  operation: 'updateTimeline',
  tag: 'timelines',
  summary: 'Change the fields sent; `slides`, when sent, replaces the whole list',
  description:
    'An entry of `slides` with the `id` of a present slide changes the fields that it names and leaves the others, as `PUT /timelines/{id}/slides/{sid}` does; `{"id": …}` alone keeps the slide as it is. An entry without `id` is a new slide. A slide that no entry names is deleted.',
  method: 'PUT',
  path: '/timelines/{id}',
  params: pathId,
  body: z.strictObject({
    ...z.object(timelineFields).partial().shape,
    background_audio: z
      .strictObject(backgroundAudioSettings)
      .partial()
      .meta({ id: 'BackgroundAudioSettings' })
      .nullable()
      .optional()
      .describe('How the uploaded music sounds; null takes it away.'),
    slides: z.array(slideReplacement).max(MAX_SLIDES_PER_REQUEST).optional(),
    version,
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
  answer: timelineAnswer,
  conditional: true,
  written: versionTag,
  errors: ['timeline_not_found', 'version_conflict', 'entitlement_required', 'timeline_too_large', ...IMAGE_ERRORS],
});

export const deleteTimelineContract = contract({
  operation: 'deleteTimeline',
  tag: 'timelines',
  summary: 'Delete a timeline with its slides and their files; finished renders stay',
  method: 'DELETE',
  path: '/timelines/{id}',
  params: pathId,
  answer: deletedAnswer,
  conditional: true,
  errors: ['timeline_not_found'],
});

export const listSlidesContract = contract({
  operation: 'listSlides',
  tag: 'slides',
  summary: 'The slides of a timeline, in their order',
  method: 'GET',
  path: '/timelines/{id}/slides',
  params: pathId,
  query: z.strictObject(pageQuery),
  answer: listOf(slideAnswer),
  errors: ['timeline_not_found', 'invalid_cursor'],
});

export const createSlideContract = contract({
  operation: 'createSlide',
  tag: 'slides',
  summary: 'Add a slide, at the end or at `position`',
  method: 'POST',
  path: '/timelines/{id}/slides',
  params: pathId,
  body: slideInput.extend({ position: z.int().min(0).optional() }),
  examples: { first: { title: 'Welcome', bullet_points: ['One', 'Two'], speaker_notes: 'Welcome.', position: 0 } },
  answer: slideAnswer,
  conditional: true,
  written: ({ etag }) => writtenTag(etag),
  errors: ['timeline_not_found', 'entitlement_required', 'timeline_too_large', ...IMAGE_ERRORS],
});

export const updateSlideContract = contract({
  operation: 'updateSlide',
  tag: 'slides',
  summary: 'Change the fields sent',
  method: 'PUT',
  path: '/timelines/{id}/slides/{sid}',
  params: inSlide,
  body: z.strictObject({
    ...z.object(slideFields).partial().shape,
    image: z
      .union([...imageInput.options, imageChange])
      .nullable()
      .optional()
      .describe(
        'An image, by its address or by an upload that `POST /uploads` announced. It is fetched after the answer: `image.status` tells. Without `url` and `upload_id`: how the present image is shown. Null: none. Absent: as it is.',
      ),
    version,
  }),
  examples: {
    notes: { speaker_notes: 'Said in other words.' },
    standing: { duration_seconds: 8 },
    image_shown_whole: { image: { fit: 'contain', alt: 'Boats at a quay' } },
  },
  answer: slideAnswer,
  conditional: true,
  written: ({ etag }) => writtenTag(etag),
  errors: ['timeline_not_found', 'slide_not_found', 'version_conflict', 'timeline_too_large', ...IMAGE_ERRORS],
});

export const deleteSlideContract = contract({
  operation: 'deleteSlide',
  tag: 'slides',
  summary: 'Delete a slide and its files',
  method: 'DELETE',
  path: '/timelines/{id}/slides/{sid}',
  params: inSlide,
  answer: deletedAnswer,
  conditional: true,
  errors: ['timeline_not_found', 'slide_not_found'],
});

export const reorderSlidesContract = contract({
  operation: 'reorderSlides',
  tag: 'slides',
  summary: "Put the slides into another order: `slide_ids` names each of the timeline's slides once",
  method: 'PATCH',
  path: '/timelines/{id}/slides/reorder',
  params: pathId,
  body: z.strictObject({ slide_ids: z.array(slideId).max(MAX_SLIDES_PER_REQUEST) }),
  examples: { two: { slide_ids: ['sl_01JD7XK3ZV5Q8W9R2T4Y6B0C1F', 'sl_01JD7XK3ZV5Q8W9R2T4Y6B0C1E'] } },
  answer: z.object({ data: z.array(slideAnswer), has_more: z.literal(false), next_cursor: z.null() }),
  conditional: true,
  errors: ['timeline_not_found', 'slide_set_mismatch', 'timeline_too_large'],
});

export const PREVIEW_WIDTH = { min: 16, max: 3840, default: 1280 } as const;

export const previewSlideContract = contract({
  operation: 'previewSlide',
  tag: 'slides',
  summary: 'The slide as a PNG, as the video will show it',
  method: 'GET',
  path: '/timelines/{id}/slides/{sid}/preview',
  params: inSlide,
  query: z.strictObject({
    width: z.coerce
      .number()
      .int()
      .min(PREVIEW_WIDTH.min)
      .max(PREVIEW_WIDTH.max)
      .default(PREVIEW_WIDTH.default)
      .describe('In pixels. The height follows from the format of the timeline; at most 4096.'),
    variables: variablesQuery,
  }),
  answer: z.custom<Uint8Array>(),
  media: 'image/png',
  errors: ['timeline_not_found', 'slide_not_found', 'image_invalid', 'font_invalid', 'variable_unknown'],
});

export const SHEET_WIDTH = { min: 160, max: 3840, default: 1600 } as const;
const MAX_SHEET_COLUMNS = 50;

export const getContactSheetContract = contract({
  operation: 'getContactSheet',
  tag: 'timelines',
  summary: 'All slides as one PNG, as the video will show them',
  method: 'GET',
  path: '/timelines/{id}/contact-sheet',
  params: pathId,
  query: z.strictObject({
    columns: z.coerce
      .number()
      .int()
      .min(1)
      .max(MAX_SHEET_COLUMNS)
      .optional()
      .describe('Absent: as many as make the sheet a third wider than high.'),
    width: z.coerce
      .number()
      .int()
      .min(SHEET_WIDTH.min)
      .max(SHEET_WIDTH.max)
      .default(SHEET_WIDTH.default)
      .describe(
        'Width of the sheet in pixels. The sheet is at most 16,000 pixels high, and has at most 24 megapixels.',
      ),
    variables: variablesQuery,
  }),
  answer: z.custom<Uint8Array>(),
  media: 'image/png',
  errors: ['timeline_not_found', 'timeline_empty', 'variable_unknown', 'image_invalid', 'font_invalid'],
});
