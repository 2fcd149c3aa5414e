import { z } from 'zod';
import { decimal } from '#kernel/contract/decimal.ts';
import { text } from '#kernel/contract/text.ts';
import { storedIfSet } from '../stored-forms.ts';
import { defineField } from './define-field.ts';

const voices = text(1, 100)
  .nullable()
  .describe('Voice of the narration of this slide: an id from `GET /voices`; null: the voice of the timeline.');

/** The voice of the narration of the slide. Absent: that of the timeline. */
export const slideVoice = defineField({
  sent: voices,
  created: voices.optional(),
  ...storedIfSet(z.string()),
  isDrawn: false,
  texts: [],
  isImported: true,
  words: { 'Slide.voice': ['Voice of the narration of this slide; null: the voice of the timeline.', 'en-gb'] },
  label: 'Voice',
  isListedForAgents: false,
  shortWords: { voice: 'An id of list_voices.' },
});

const speeds = decimal(0.5, 2)
  .nullable()
  .describe('Speed of the narration of this slide, 0.5–2; null: the speed of the timeline.');

/** The speed of the narration of the slide. Absent: that of the timeline. */
export const slideSpeed = defineField({
  sent: speeds,
  created: speeds.optional(),
  ...storedIfSet(z.number()),
  isDrawn: false,
  texts: [],
  isImported: true,
  words: { 'Slide.speed': ['Speed of the narration of this slide; null: the speed of the timeline.', 1.1] },
  label: 'Speed',
  isListedForAgents: false,
});
