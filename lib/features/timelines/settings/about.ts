import { z } from 'zod';
import { metadata, text } from '#kernel/contract/text.ts';
import { alwaysStored } from '../stored-forms.ts';
import { variableDefaults } from '../variable-fields.ts';
import { defineSetting, wordsOfTimelines } from './define-setting.ts';

/** Values of variables, by name; null: no value. */
export type Variables = Readonly<Record<string, string | null>>;

const MAX_TITLE = 200;
const titleField = text(1, MAX_TITLE);

/** The title of the video. */
export const timelineTitle = defineSetting({
  sent: titleField,
  created: titleField,
  ...alwaysStored(z.string()),
  isInLists: true,
  isDrawn: false,
  texts: [{ at: [], form: 'plain', least: 1, most: MAX_TITLE }],
  isImported: false,
  words: wordsOfTimelines('title', ['Title of the video.', 'Quarterly review']),
});

/** The variables that the texts of a timeline may name, with their defaults; null: a render has to give the value. Absent: none. */
export const variables = defineSetting({
  sent: variableDefaults,
  created: variableDefaults.optional(),
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
export const timelineMetadata = defineSetting({
  sent: metadata,
  created: metadata.default({}),
  ...alwaysStored(z.record(z.string(), z.string())),
  isInLists: true,
  isDrawn: false,
  texts: [],
  isImported: false,
  // Metadata is described once for all resources that have it.
  words: {},
});
