import { z } from 'zod';
import { MOTION_LEVELS } from '#engine/video/motion/motions.ts';
import { defineTimelineSetting, describeSettingInTimelineSchemas } from './define-timeline-setting.ts';

const motionSchema = z.enum(MOTION_LEVELS);

/** The motion of slides that do not choose one. Absent: `none`. */
export const motionSettingDefinition = defineTimelineSetting({
  sent: motionSchema,
  created: motionSchema
    .optional()
    .describe(
      'The movement of slides that choose none: `none` (default), nothing; `calm`, quiet transitions, points and items that rise to their place, and a slow camera over photographs; `lively`, the same with stronger transitions.',
    ),
  answer: motionSchema,
  stored: motionSchema.optional(),
  keep: (value) => (value === 'none' ? undefined : value),
  show: (stored) => stored ?? 'none',
  isInLists: true,
  isDrawn: false,
  texts: [],
  isImported: true,
  words: describeSettingInTimelineSchemas('motion', ['The movement of slides that choose none.', 'calm']),
  shortWords: { motion: 'How lively slides move.' },
});
