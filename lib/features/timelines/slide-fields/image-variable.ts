import { z } from 'zod';
import { storedIfSet } from '../stored-forms.ts';
import { variableName } from '../variable-fields.ts';
import { defineField } from './define-field.ts';

const sent = variableName
  .nullable()
  .describe(
    'A variable of the timeline whose value is the https address of the image. Each render fetches it once; the renders of a batch share equal addresses. An empty value: no image.',
  );

/** The variable whose value is the address of the image; absent: none. */
export const imageVariable = defineField({
  sent,
  created: sent.optional(),
  ...storedIfSet(z.string()),
  isDrawn: false,
  texts: [],
  isImported: false,
  words: {
    image_variable: ['The variable of the timeline whose value is the address of the image; null: none.', 'photo'],
  },
  label: 'Image variable',
  isListedForAgents: false,
  shortWords: { image_variable: 'A variable with its address.' },
});
