import { z } from 'zod';
import { notesField } from '../../speech/script/notes-field.ts';
import { alwaysStored } from '../stored-forms.ts';
import { defineField } from './define-field.ts';

const MAX_CHARACTERS = 5000;
const sent = notesField(0, MAX_CHARACTERS);

export const speakerNotes = defineField({
  sent,
  created: sent.default(''),
  ...alwaysStored(z.string()),
  isDrawn: false,
  texts: [{ at: [], form: 'spoken', most: MAX_CHARACTERS }],
  isImported: true,
  words: { speaker_notes: ['Narration text of the slide, plain or as SSML.', 'Hello all.'] },
  label: 'Speaker notes',
  isListedForAgents: true,
  shortWords: { speaker_notes: 'What the narrator says: plain text, or SSML in `<speak>`.' },
});
