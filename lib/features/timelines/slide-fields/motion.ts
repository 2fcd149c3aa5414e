import { z } from 'zod';
import { MOTIONS } from '#engine/video/motion/motions.ts';
import { storedIfSet } from '../stored-forms.ts';
import { defineField } from './define-field.ts';

const sent = z
  .enum(MOTIONS)
  .nullable()
  .describe("What moves on the slide where its other fields do not say it; null: the timeline's `motion`.");

/** The way in which the slide moves. Absent: that of the timeline. */
export const slideMotion = defineField({
  sent,
  created: sent.optional(),
  ...storedIfSet(z.enum(MOTIONS)),
  isDrawn: false,
  texts: [],
  isImported: true,
  words: { 'Slide.motion': ["What moves on the slide where its other fields do not say it; null: the timeline's."] },
  label: 'Motion',
  isListedForAgents: false,
});
