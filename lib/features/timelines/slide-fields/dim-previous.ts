import { z } from 'zod';
import { schemasOfOptionalValue } from '../stored-forms.ts';
import { defineSlideField } from './define-slide-field.ts';

const inputSchema = z
  .boolean()
  .nullable()
  .describe(
    'True: of the points, items or rows that appear one by one, the last one has its full colours, and those before it are dimmed a little; they stay readable. Null: false.',
  );

/** True if parts that have appeared are dimmed when the next one appears. Absent: false. */
export const dimPreviousFieldDefinition = defineSlideField({
  sent: inputSchema,
  created: inputSchema.optional(),
  ...schemasOfOptionalValue(z.boolean()),
  isDrawn: false,
  texts: [],
  isImported: true,
  words: { dim_previous: ['Whether points are dimmed when the next one appears.', true] },
  label: 'Dim earlier points',
  isListedForAgents: false,
  shortWords: { dim_previous: 'True: earlier parts are dimmed.' },
});
