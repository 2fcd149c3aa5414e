import { z } from 'zod';
import { SLIDE_SECONDS_RANGE } from '#engine/video/drawing/slide-limits.ts';
import { roundedDecimalSchema } from '#kernel/contract/decimal.ts';
import { schemasOfOptionalValue } from '../stored-forms.ts';
import { defineSlideField } from './define-slide-field.ts';

const sentSchema = roundedDecimalSchema(SLIDE_SECONDS_RANGE.min, SLIDE_SECONDS_RANGE.max).nullable();

const NULL_DESCRIPTION = 'null: the length of its narration, or a reading time';
const EXAMPLE_SECONDS = 8;

/** Seconds for which the slide is shown. Absent: the length of the narration with its pauses, or a reading time. */
export const durationSecondsFieldDefinition = defineSlideField({
  sent: sentSchema,
  created: sentSchema.optional(),
  ...schemasOfOptionalValue(z.number()),
  isDrawn: false,
  texts: [],
  isImported: true,
  words: {
    'Slide.duration_seconds': [`Seconds for which the slide is shown; ${NULL_DESCRIPTION}.`, EXAMPLE_SECONDS],
    'SlideInput.duration_seconds': [
      `Seconds for which the slide is shown; absent or ${NULL_DESCRIPTION}.`,
      EXAMPLE_SECONDS,
    ],
    'SlideReplacement.duration_seconds': [
      `Seconds for which the slide is shown; ${NULL_DESCRIPTION}. Absent: unchanged; for a new slide, null.`,
      EXAMPLE_SECONDS,
    ],
    'CreateSlideBody.duration_seconds': [
      `Seconds for which the slide is shown; absent or ${NULL_DESCRIPTION}.`,
      EXAMPLE_SECONDS,
    ],
    'UpdateSlideBody.duration_seconds': [`Seconds for which the slide is shown; ${NULL_DESCRIPTION}.`, EXAMPLE_SECONDS],
  },
  label: 'Seconds',
  isListedForAgents: true,
});
