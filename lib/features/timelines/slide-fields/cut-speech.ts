import { z } from 'zod';
import { defineSlideField } from './define-slide-field.ts';

/** True if the narration is cut off at `duration_seconds`. Absent or false: the slide stays until the narration ends. */
export const cutSpeechFieldDefinition = defineSlideField({
  sent: z.boolean(),
  created: z
    .boolean()
    .default(false)
    .describe(
      'If true, the narration is faded out at `duration_seconds`; the rest is neither heard nor captioned. If false, the slide stays until the narration ends. No effect without `duration_seconds`.',
    ),
  answer: z.boolean(),
  stored: z.boolean().optional(),
  keep: (isCut) => isCut,
  show: (stored) => stored ?? false,
  isDrawn: false,
  texts: [],
  isImported: false,
  words: { cut_speech: ['Whether the narration ends with `duration_seconds`.', false] },
  label: 'Cut speech',
  isListedForAgents: false,
  shortWords: { cut_speech: 'True: the narration ends with `duration_seconds`.' },
});
