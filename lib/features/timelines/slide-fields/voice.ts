import { z } from 'zod';
import { roundedDecimalSchema } from '#kernel/contract/decimal.ts';
import { textSchema } from '#kernel/contract/text.ts';
import { schemasOfOptionalValue } from '../stored-forms.ts';
import { defineSlideField } from './define-slide-field.ts';

const voiceSchema = textSchema(1, 100)
  .nullable()
  .describe('Voice of the narration of this slide: an id from `GET /voices`; null: the voice of the timeline.');

/** The voice of the narration of the slide. Absent: that of the timeline. */
export const slideVoiceFieldDefinition = defineSlideField({
  sent: voiceSchema,
  created: voiceSchema.optional(),
  ...schemasOfOptionalValue(z.string()),
  isDrawn: false,
  texts: [],
  isImported: true,
  words: { 'Slide.voice': ['Voice of the narration of this slide; null: the voice of the timeline.', 'en-gb'] },
  label: 'Voice',
  isListedForAgents: false,
  shortWords: { voice: 'An id of list_voices.' },
});

const speedSchema = roundedDecimalSchema(0.5, 2)
  .nullable()
  .describe('Speed of the narration of this slide, 0.5–2; null: the speed of the timeline.');

/** The speed of the narration of the slide. Absent: that of the timeline. */
export const slideSpeechSpeedFieldDefinition = defineSlideField({
  sent: speedSchema,
  created: speedSchema.optional(),
  ...schemasOfOptionalValue(z.number()),
  isDrawn: false,
  texts: [],
  isImported: true,
  words: { 'Slide.speed': ['Speed of the narration of this slide; null: the speed of the timeline.', 1.1] },
  label: 'Speed',
  isListedForAgents: false,
});
