import { z } from 'zod';
import { MAX_POINT_LEVEL } from '#engine/video/drawing/rich-slide-content.ts';
import { SLIDE_LIMITS } from '#engine/video/drawing/slide-limits.ts';
import { defineSlideField } from './define-slide-field.ts';

const inputSchema = z
  .array(z.int().min(0).max(MAX_POINT_LEVEL))
  .max(SLIDE_LIMITS.points)
  .nullable()
  .describe('The indentation level of each point, 0–2; one entry for each point. Null: all 0.');

/** The indentation levels of the points. Absent: all 0. */
export const bulletLevelsFieldDefinition = defineSlideField({
  sent: inputSchema,
  created: inputSchema.optional(),
  answer: z.array(z.int()).nullable(),
  stored: z.array(z.int()).optional(),
  keep: (levels) => (levels?.some((level) => level > 0) ? levels : undefined),
  show: (stored) => stored ?? null,
  isDrawn: true,
  underWholeImage: () => undefined,
  texts: [],
  isImported: true,
  withOtherPoints: () => undefined,
  faults: (_, { sent: levels, points }) =>
    levels && levels.length !== points.length
      ? [{ param: 'bullet_levels', message: `Must have one entry for each of the ${points.length} points.` }]
      : [],
  words: { bullet_levels: ['Indentation level of each point, from 0.', [0, 1, 1]] },
  label: 'Levels of points',
  isListedForAgents: false,
  shortWords: { bullet_levels: 'The indentation of each point, 0–2.' },
});
