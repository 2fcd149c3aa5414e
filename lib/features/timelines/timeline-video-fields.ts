import { z } from 'zod';
import { videoCopySourceSchema } from './copy-of-fields.ts';
import { FIXED_TIMELINE_VIDEO_OPTIONS, type TimelineVideoName } from './timeline-video.ts';
import {
  slideVideoAnswerSchema,
  type VideoInput,
  videoOptionSchemas,
  videoOptionsChangeSchema,
} from './video-fields.ts';

const fixedOptions = Object.fromEntries(Object.keys(FIXED_TIMELINE_VIDEO_OPTIONS).map((name) => [name, true])) as {
  [Name in keyof typeof FIXED_TIMELINE_VIDEO_OPTIONS]: true;
};

/** Options of an intro or an outro: those of the video of a slide that it lets choose. */
const timelineVideoOptionSchemas = z.object(videoOptionSchemas).omit(fixedOptions).shape;

/** The intro or the outro of a timeline in requests, by URL or upload, or a copy; it is fetched and decoded after the answer. */
export const timelineVideoInputSchema = z
  .union([
    z
      .strictObject({ url: z.string().min(1).max(2048), ...timelineVideoOptionSchemas })
      .meta({ id: 'TimelineVideoFromUrl' }),
    z
      .strictObject({ upload_id: z.string().min(1).max(64), ...timelineVideoOptionSchemas })
      .meta({ id: 'TimelineVideoFromUpload' }),
    z
      .strictObject({ copy_of: videoCopySourceSchema, ...timelineVideoOptionSchemas })
      .meta({ id: 'TimelineVideoFromCopy' }),
  ])
  .meta({ id: 'TimelineVideoInput' });
/** The intro or the outro of a timeline in a request. */
export type TimelineVideoInput = z.output<typeof timelineVideoInputSchema>;

/** Converts the input of an intro or an outro to that of a slide's video, with its fixed options. */
export const toSlideVideoInput = (input: TimelineVideoInput): VideoInput => ({
  ...input,
  ...FIXED_TIMELINE_VIDEO_OPTIONS,
});

/** A change of the options of the present intro or outro in requests; absent fields are not changed. */
export const timelineVideoOptionsChangeSchema = z
  .strictObject(videoOptionsChangeSchema.omit(fixedOptions).shape)
  .meta({ id: 'TimelineVideoChange' });
/** A change of the options of an intro or an outro. */
export type TimelineVideoOptionsChange = z.output<typeof timelineVideoOptionsChangeSchema>;

/** An intro or an outro in answers. */
export const timelineVideoAnswerSchema = slideVideoAnswerSchema.omit(fixedOptions).meta({ id: 'TimelineVideo' });

const PLACE_DESCRIPTIONS: Readonly<Record<TimelineVideoName, string>> = {
  intro: 'before the first slide',
  outro: 'after the last slide',
};

const describedInputSchema = (name: TimelineVideoName) =>
  timelineVideoInputSchema
    .nullable()
    .describe(
      `A video that is played whole ${PLACE_DESCRIPTIONS[name]}, over the whole picture, with its sound: as \`video\` of a slide. The video is longer by it. Null: none. Absent: as it is.`,
    );

/** The intro and the outro in a request that creates a timeline. */
export const introOutroCreateSchemas = {
  intro: describedInputSchema('intro').optional(),
  outro: describedInputSchema('outro').optional(),
};

const changeSchema = z
  .union([...timelineVideoInputSchema.options, timelineVideoOptionsChangeSchema])
  .nullable()
  .optional()
  .describe('As of a new timeline. Without `url`, `upload_id` and `copy_of`: settings of the present one.');

/** The intro and the outro in a request that changes a timeline. */
export const introOutroChangeSchemas = { intro: changeSchema, outro: changeSchema };

const answerSchema = timelineVideoAnswerSchema.nullable().describe('Null: none.');

/** The intro and the outro in answers. */
export const introOutroAnswerSchemas = { intro: answerSchema, outro: answerSchema };
