import { z } from 'zod';
import { MOTION_LEVELS } from '#engine/video/motion/motions.ts';
import { schemasOfOptionalValue } from '../stored-forms.ts';
import { defineSlideField } from './define-slide-field.ts';

const inputSchema = z
  .enum(MOTION_LEVELS)
  .nullable()
  .describe("The movement of the slide unless its other fields choose it; null: the timeline's `motion`.");

/** The way in which the slide moves. Absent: that of the timeline. */
export const slideMotionFieldDefinition = defineSlideField({
  sent: inputSchema,
  created: inputSchema.optional(),
  ...schemasOfOptionalValue(z.enum(MOTION_LEVELS)),
  isDrawn: false,
  texts: [],
  isImported: true,
  words: { 'Slide.motion': ["The movement of the slide unless its other fields choose it; null: the timeline's."] },
  label: 'Motion',
  isListedForAgents: false,
});
