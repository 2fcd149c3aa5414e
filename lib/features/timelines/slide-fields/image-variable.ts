import { z } from 'zod';
import { schemasOfOptionalValue } from '../stored-forms.ts';
import { variableNameSchema } from '../variable-fields.ts';
import { defineSlideField } from './define-slide-field.ts';

const sentSchema = variableNameSchema
  .nullable()
  .describe(
    'A variable of the timeline whose value is the https address of the image. Each render fetches it once; the renders of a batch share equal addresses. An empty value: no image.',
  );

/** The variable whose value is the address of the image; absent: none. */
export const imageVariableFieldDefinition = defineSlideField({
  sent: sentSchema,
  created: sentSchema.optional(),
  ...schemasOfOptionalValue(z.string()),
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
