import { z } from 'zod';
import { SLIDE_SECONDS_RANGE } from '#engine/video/drawing/slide-limits.ts';
import { decimalSchema } from '#kernel/contract/decimal.ts';
import { schemasOfOptionalValue } from '../stored-forms.ts';
import { defineSlideField } from './define-slide-field.ts';

const sent = decimalSchema(SLIDE_SECONDS_RANGE.min, SLIDE_SECONDS_RANGE.max).nullable();

const NULL = 'null: the length of its narration, or a reading time';
const EXAMPLE = 8;

/** Seconds for which the slide is shown. Absent: the length of the narration with its pauses, or a reading time. */
export const durationSecondsFieldDefinition = defineSlideField({
  sent,
  created: sent.optional(),
  ...schemasOfOptionalValue(z.number()),
  isDrawn: false,
  texts: [],
  isImported: true,
  words: {
    'Slide.duration_seconds': [`Seconds for which the slide is shown; ${NULL}.`, EXAMPLE],
    'SlideInput.duration_seconds': [`Seconds for which the slide is shown; absent or ${NULL}.`, EXAMPLE],
    'SlideReplacement.duration_seconds': [
      `Seconds for which the slide is shown; ${NULL}. Absent: unchanged; for a new slide, null.`,
      EXAMPLE,
    ],
    'CreateSlideBody.duration_seconds': [`Seconds for which the slide is shown; absent or ${NULL}.`, EXAMPLE],
    'UpdateSlideBody.duration_seconds': [`Seconds for which the slide is shown; ${NULL}.`, EXAMPLE],
  },
  label: 'Seconds',
  isListedForAgents: true,
});
