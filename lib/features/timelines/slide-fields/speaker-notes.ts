import { z } from 'zod';
import { notesFieldSchema } from '#engine/speech/script/notes-field.ts';
import { SLIDE_LIMITS } from '#engine/video/drawing/slide-limits.ts';
import { schemasOfRequiredValue } from '../stored-forms.ts';
import { defineSlideField } from './define-slide-field.ts';

const sentSchema = notesFieldSchema(0, SLIDE_LIMITS.notes);

/** The narration text of the slide. */
export const speakerNotesFieldDefinition = defineSlideField({
  sent: sentSchema,
  created: sentSchema.default(''),
  ...schemasOfRequiredValue(z.string()),
  isDrawn: false,
  texts: [{ path: [], form: 'spoken', maxLength: SLIDE_LIMITS.notes }],
  isImported: true,
  words: { speaker_notes: ['Narration text of the slide, plain or as SSML.', 'Hello all.'] },
  label: 'Speaker notes',
  isListedForAgents: true,
  shortWords: { speaker_notes: 'What the narrator says: text, or SSML in `<speak>`.' },
});
