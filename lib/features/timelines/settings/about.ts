import { z } from 'zod';
import { metadataSchema, textSchema } from '#kernel/contract/text.ts';
import { schemasOfRequiredValue } from '../stored-forms.ts';
import { variableDefaultsSchema } from '../variable-fields.ts';
import { defineTimelineSetting, describeSettingInTimelineSchemas } from './define-timeline-setting.ts';

/** Values of variables, by name; null: no value. */
export type VariableValues = Readonly<Record<string, string | null>>;

const MAX_TITLE_CHARACTERS = 200;
const titleSchema = textSchema(1, MAX_TITLE_CHARACTERS);

/** The title of the video. */
export const titleSettingDefinition = defineTimelineSetting({
  sent: titleSchema,
  created: titleSchema,
  ...schemasOfRequiredValue(z.string()),
  isInLists: true,
  isDrawn: false,
  texts: [{ path: [], form: 'plain', minLength: 1, maxLength: MAX_TITLE_CHARACTERS }],
  isImported: false,
  words: describeSettingInTimelineSchemas('title', ['Title of the video.', 'Quarterly review']),
});

/** The variables that the texts of a timeline may name, with their defaults; null: a render has to give the value. Absent: none. */
export const variablesSettingDefinition = defineTimelineSetting({
  sent: variableDefaultsSchema,
  created: variableDefaultsSchema.optional(),
  answer: z.record(z.string(), z.string().nullable()),
  stored: z.record(z.string(), z.string().nullable()).optional(),
  keep: (declared) => (Object.keys(declared ?? {}).length > 0 ? declared : undefined),
  show: (stored) => ({ ...stored }),
  isInLists: false,
  isDrawn: true,
  texts: [],
  isImported: false,
  words: {
    variables: [
      'The variables that the texts may name, with their defaults. Null: each render must give the value.',
      { name: 'Ada' },
    ],
  },
  shortWords: { variables: 'The value of each variable; `{{name}}` in a text shows it.' },
});

/** The client's own key-value pairs. */
export const metadataSettingDefinition = defineTimelineSetting({
  sent: metadataSchema,
  created: metadataSchema.default({}),
  ...schemasOfRequiredValue(z.record(z.string(), z.string())),
  isInLists: true,
  isDrawn: false,
  texts: [],
  isImported: false,
  // Metadata is described once for all resources that have it.
  words: {},
});
