import { z } from 'zod';
import {
  checkTimelineContract,
  listRendersContract,
  type renderAnswerSchema,
  timelineCheckQuerySchema,
} from '#features/renders/contract.ts';
import {
  CONTACT_SHEET_WIDTH_LIMITS_PIXELS,
  createSlideContract,
  deleteSlideContract,
  getContactSheetContract,
  getTimelineContract,
  previewSlideContract,
  reorderSlidesContract,
  SLIDE_FIELD_DEFINITIONS,
  SLIDE_PREVIEW_WIDTH_LIMITS_PIXELS,
  slideIdSchema,
  type timelineAnswerSchema,
  timelineIdSchema,
  updateSlideContract,
  variableValuesSchema,
} from '#features/timelines/contract.ts';
import { defineAgentTool } from '../define-agent-tool.ts';
import { ServiceRefusal } from '../service-caller.ts';
import { bodySchemaOf } from './body-schema-of.ts';
import { renderFieldsForModel } from './render-tools.ts';
import { slimValueForModel } from './slim.ts';

type Timeline = z.output<typeof timelineAnswerSchema>;
type TimelineCheck = z.output<typeof checkTimelineContract.answer>;

const timelineIdArgument = timelineIdSchema.min(1).describe('The id that create_timeline gave.');
const slideIdItem = slideIdSchema.min(1);
const slideIdArgument = slideIdItem.describe('The id of a slide: get_timeline lists them.');
const EXAMPLE_IDS = { timeline: 'tl_01JD7XK3ZV5Q8W9R2T4Y6B0C1E', slide: 'sl_01JD7XK3ZV5Q8W9R2T4Y6B0C1E' };

/** The tool `get_timeline`. */
export const getTimelineTool = defineAgentTool({
  name: 'get_timeline',
  title: 'Get a timeline',
  description: 'A timeline with its slides and their ids, and its newest render. Unset fields are left out.',
  input: z.strictObject({ timeline_id: timelineIdArgument }),
  example: { timeline_id: EXAMPLE_IDS.timeline },
  id: 'timeline_id',
  reads_only: true,
  run: async ({ timeline_id }, { call }) => {
    const timeline = (await call(getTimelineContract, { params: { id: timeline_id } })) as Timeline;
    const { data: renders } = (await call(listRendersContract, { query: { timeline_id, limit: '1' } })) as {
      data: z.output<typeof renderAnswerSchema>[];
    };
    const [newestRender] = renders;
    const slides = timeline.slides.map(({ timeline_id: _, ...slide }) => slimValueForModel(slide));
    return {
      data: {
        ...(slimValueForModel({ ...timeline, slides: undefined }) as object),
        slides,
        ...(newestRender ? { newest_render: renderFieldsForModel(newestRender) } : {}),
        next: 'Change slides with update_slides.',
      },
    };
  },
});

/** The most slides that one call changes, and the most that it adds or removes. */
const MAX_CHANGES = 50;

/** Fields of a slide that are rarely changed: their descriptions would fill the context of a model. */
const UNLISTED_FIELDS = Object.entries(SLIDE_FIELD_DEFINITIONS).flatMap(([name, { isListedForAgents }]) =>
  isListedForAgents ? [] : [name],
);

/** The tool `update_slides`. It sends one request for each change, one after the other, because each changes the timeline for the next one. */
export const updateSlidesTool = defineAgentTool({
  name: 'update_slides',
  title: 'Update slides',
  description:
    'Changes, adds, removes and orders slides of a timeline, in that order. A changed slide keeps the fields that are not named.',
  input: z.strictObject({
    timeline_id: timelineIdArgument,
    update: z
      .array(bodySchemaOf(updateSlideContract).omit({ version: true }).extend({ id: slideIdArgument }))
      .max(MAX_CHANGES)
      .optional()
      .describe(
        'Slides by their id, with the fields to change: any field of a slide of create_timeline; null removes the value.',
      ),
    add: z
      .array(bodySchemaOf(createSlideContract))
      .max(MAX_CHANGES)
      .optional()
      .describe('New slides, each at its position (from 0) or at the end.'),
    remove: z.array(slideIdItem).max(MAX_CHANGES).optional().describe('Ids of slides.'),
    slide_ids: z.array(slideIdItem).optional().describe('The ids of all slides in their new order.'),
  }),
  example: {
    timeline_id: EXAMPLE_IDS.timeline,
    update: [{ id: EXAMPLE_IDS.slide, speaker_notes: 'Said in other words.' }],
    add: [{ title: 'Thank you', layout: 'section' }],
  },
  id: 'timeline_id',
  destroys: true,
  unlisted: [
    ...UNLISTED_FIELDS,
    'update.layout',
    'images',
    'video',
    'presenter',
    'upload_id',
    'focus',
    'alt',
    'caption',
    'builds',
  ],
  run: async ({ timeline_id, update = [], add = [], remove = [], slide_ids }, { call }) => {
    const id = timeline_id;
    let doneCount = 0;
    const applyChange = async (name: string, work: () => Promise<unknown>): Promise<void> => {
      try {
        await work();
        doneCount += 1;
      } catch (error) {
        if (!(error instanceof ServiceRefusal)) throw error;
        const faults = error.faults.map(({ param, message }) => ({ param: `${name}.${param}`, message }));
        const doneText = doneCount === 0 ? '' : ` ${doneCount} changes before it were made.`;
        throw new ServiceRefusal(
          error.code,
          `${name}: ${error.message}${doneText}`,
          faults,
          error.requestId,
          error.docUrl,
        );
      }
    };
    for (const [index, { id: sid, ...body }] of update.entries())
      await applyChange(`update[${index}]`, () => call(updateSlideContract, { params: { id, sid }, body }));
    for (const [index, body] of add.entries())
      await applyChange(`add[${index}]`, () => call(createSlideContract, { params: { id }, body }));
    for (const [index, sid] of remove.entries())
      await applyChange(`remove[${index}]`, () => call(deleteSlideContract, { params: { id, sid } }));
    if (slide_ids)
      await applyChange('slide_ids', () => call(reorderSlidesContract, { params: { id }, body: { slide_ids } }));
    const { slides, version, duration_seconds } = (await call(getTimelineContract, { params: { id } })) as Timeline;
    return {
      data: {
        id,
        version,
        duration_seconds,
        slides: slides.map((slide) => ({ id: slide.id, title: slide.title })),
        next: 'Look at a changed slide with preview_slide, or make the video with render_video.',
      },
    };
  },
});

/** Widths of a preview, in pixels: its text can be read, and it fits into an answer. */
const PREVIEW_WIDTHS = { max: 1280, default: 960 };

/** The tool `preview_slide`. */
export const previewSlideTool = defineAgentTool({
  name: 'preview_slide',
  title: 'Preview a slide',
  description: 'A picture of a slide, as the video will show it.',
  input: z.strictObject({
    timeline_id: timelineIdArgument,
    slide_id: slideIdArgument,
    width: z
      .int()
      .min(SLIDE_PREVIEW_WIDTH_LIMITS_PIXELS.min)
      .max(PREVIEW_WIDTHS.max)
      .default(PREVIEW_WIDTHS.default)
      .describe('In pixels.'),
    variables: variableValuesSchema.optional(),
  }),
  example: { timeline_id: EXAMPLE_IDS.timeline, slide_id: EXAMPLE_IDS.slide },
  reads_only: true,
  run: async ({ timeline_id, slide_id, width = PREVIEW_WIDTHS.default, variables }, { call }) => {
    const bytes = (await call(previewSlideContract, {
      params: { id: timeline_id, sid: slide_id },
      query: { width: String(width), variables: variables && JSON.stringify(variables) },
    })) as Uint8Array;
    const next = 'If it does not look right, change it with update_slides.';
    return { data: { timeline_id, slide_id, next }, picture: { bytes, type: 'image/png' } };
  },
});

/** Widths of a contact sheet, in pixels: slides can be distinguished on it. */
const SHEET_WIDTHS = { max: 1600, default: 1280 };

/** The tool `contact_sheet`. */
export const contactSheetTool = defineAgentTool({
  name: 'contact_sheet',
  title: 'Look at all slides',
  description: 'One picture of all slides, as the video will show them.',
  input: z.strictObject({
    timeline_id: timelineIdArgument,
    width: z
      .int()
      .min(CONTACT_SHEET_WIDTH_LIMITS_PIXELS.min)
      .max(SHEET_WIDTHS.max)
      .default(SHEET_WIDTHS.default)
      .describe('In pixels.'),
    variables: variableValuesSchema.optional(),
  }),
  example: { timeline_id: EXAMPLE_IDS.timeline },
  id: 'timeline_id',
  reads_only: true,
  run: async ({ timeline_id, width = SHEET_WIDTHS.default, variables }, { call }) => {
    const bytes = (await call(getContactSheetContract, {
      params: { id: timeline_id },
      query: { width: String(width), variables: variables && JSON.stringify(variables) },
    })) as Uint8Array;
    const next = 'Look closer at one slide with preview_slide.';
    return { data: { timeline_id, next }, picture: { bytes, type: 'image/png' } };
  },
});

/** Number of warnings in an answer; the number of further ones is reported. */
const MAX_WARNINGS = 40;

/** The tool `check_timeline`. */
export const checkTimelineTool = defineAgentTool({
  name: 'check_timeline',
  title: 'Check a timeline',
  description:
    'What to repair before rendering (text that is cut or shrunk, missing glyphs, small images, cut speech and more), and what a render would use.',
  input: timelineCheckQuerySchema
    .pick({ resolution: true, format: true, codec: true, captions: true })
    .extend({ timeline_id: timelineIdArgument, variables: variableValuesSchema.optional() }),
  example: { timeline_id: EXAMPLE_IDS.timeline },
  id: 'timeline_id',
  reads_only: true,
  // Without them, the check is of the video that render_video makes without `output`.
  unlisted: ['resolution', 'format', 'codec', 'captions'],
  run: async ({ timeline_id, variables, ...query }, { call }) => {
    const { warnings, estimate } = (await call(checkTimelineContract, {
      params: { id: timeline_id },
      query: { ...query, variables: variables && JSON.stringify(variables) },
    })) as TimelineCheck;
    const listedWarnings = warnings.slice(0, MAX_WARNINGS);
    const unlistedCount = warnings.length - listedWarnings.length;
    return {
      data: {
        timeline_id,
        warnings: listedWarnings.map(slimValueForModel),
        ...(unlistedCount > 0 ? { warnings_left_out: unlistedCount } : {}),
        estimate,
        next: warnings.every(({ code }) => code === 'background_still')
          ? 'Nothing to repair: make the video with render_video.'
          : 'Repair slides with update_slides and check again, or make the video with render_video.',
      },
    };
  },
});
