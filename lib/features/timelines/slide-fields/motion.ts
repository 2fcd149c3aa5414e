import { z } from 'zod';
import { MOTIONS } from '#engine/video/motion/motions.ts';
import { storedIfSet } from '../stored-forms.ts';
import { defineField } from './define-field.ts';

const sent = z
  .enum(MOTIONS)
  .nullable()
  .describe("The movement of the slide unless its other fields choose it; null: the timeline's `motion`.");

/** The way in which the slide moves. Absent: that of the timeline. */
export const slideMotion = defineField({
  sent,
  created: sent.optional(),
  ...storedIfSet(z.enum(MOTIONS)),
  isDrawn: false,
  texts: [],
  isImported: true,
  words: { 'Slide.motion': ["The movement of the slide unless its other fields choose it; null: the timeline's."] },
  label: 'Motion',
  isListedForAgents: false,
});
