import { z } from 'zod';
import { TYPOGRAPHY_STYLES } from '#engine/video/drawing/rich-slide-content.ts';
import { ASPECT_RATIO_NAMES, RESOLUTION_NAMES } from '#engine/video/format.ts';
import { textSchema } from '#kernel/contract/text.ts';
import { storedTransitionSchema, transitionAnswerSchema, transitionInputSchema } from '../slide-fields/transition.ts';
import { schemasOfOptionalValue, schemasOfRequiredValue } from '../stored-forms.ts';
import { defineTimelineSetting } from './define-timeline-setting.ts';

const formatSchema = z.enum(ASPECT_RATIO_NAMES);

/** The aspect ratio of the video. */
export const formatSettingDefinition = defineTimelineSetting({
  sent: formatSchema,
  created: formatSchema.default('landscape'),
  ...schemasOfRequiredValue(formatSchema),
  isInLists: true,
  isDrawn: true,
  texts: [],
  isImported: true,
  words: { format: ['Aspect ratio: `landscape` 16:9, `portrait` 9:16, `square` 1:1, `feed` 4:5.', 'landscape'] },
});

const resolutionSchema = z.enum(RESOLUTION_NAMES);

/** The resolution of the video. */
export const resolutionSettingDefinition = defineTimelineSetting({
  sent: resolutionSchema,
  created: resolutionSchema.default('1080p'),
  ...schemasOfRequiredValue(resolutionSchema),
  isInLists: true,
  isDrawn: false,
  texts: [],
  isImported: true,
  words: {
    resolution: ['Length of the short side in pixels: `1080p` is 1920 × 1080 in `landscape`.', '1080p'],
  },
});

const templateIdSchema = textSchema(1, 64);

/** The template of the slides. */
export const templateIdSettingDefinition = defineTimelineSetting({
  sent: templateIdSchema,
  created: templateIdSchema.default('plain'),
  ...schemasOfRequiredValue(z.string()),
  isInLists: true,
  isDrawn: true,
  texts: [],
  isImported: true,
  words: { template_id: ['Template of the slides: an id from `GET /templates`.', 'plain'] },
});

/** The transition into slides that do not define one. */
export const transitionSettingDefinition = defineTimelineSetting({
  sent: transitionInputSchema,
  created: transitionInputSchema.default({ type: 'none', duration_seconds: 0 }),
  answer: transitionAnswerSchema,
  stored: storedTransitionSchema,
  keep: (value) => value,
  show: (stored) => stored,
  isInLists: true,
  isDrawn: false,
  texts: [],
  isImported: true,
  // The words of the slide field `transition` describe both.
  words: {},
});

const slideNumbersSchema = z
  .boolean()
  .nullable()
  .describe(
    'Whether each slide shows its number. Null: the setting of the template; built-in templates show none. A slide that shows its number is drawn again when its position changes.',
  );

/** True if each slide shows its number. Absent: as in the template. */
export const slideNumbersSettingDefinition = defineTimelineSetting({
  sent: slideNumbersSchema,
  created: slideNumbersSchema.default(null),
  ...schemasOfOptionalValue(z.boolean()),
  isInLists: true,
  isDrawn: true,
  texts: [],
  isImported: true,
  words: { slide_numbers: ['Whether each slide shows its number; null: the setting of the template.', false] },
  shortWords: { slide_numbers: 'Whether each slide shows its number.' },
});

const MAX_FOOTER_CHARACTERS = 80;
const footerSchema = textSchema(0, MAX_FOOTER_CHARACTERS)
  .nullable()
  .describe(
    'A line at the bottom of the slides. Empty: none. Null: that of the template; built-in templates have none.',
  );

/** The line at the bottom of the slides. Empty: none; absent: that of the template. */
export const footerSettingDefinition = defineTimelineSetting({
  sent: footerSchema,
  created: footerSchema.optional(),
  ...schemasOfOptionalValue(z.string()),
  isInLists: true,
  isDrawn: true,
  texts: [{ path: [], form: 'plain', maxLength: MAX_FOOTER_CHARACTERS }],
  isImported: true,
  words: { footer: ['A line at the bottom of the slides. Empty: none. Null: that of the template.', 'Example Inc.'] },
  shortWords: { footer: 'A line at the bottom of the slides.' },
});

const typographySchema = z
  .enum(TYPOGRAPHY_STYLES)
  .describe(
    '`smart`: quotation marks, apostrophes, dashes (`--`, `---`), ellipses and spaces are drawn by the habits of the language; code, addresses and formulas, captions and stored texts stay as typed. `plain`: all is drawn as typed.',
  );

/** The style of quotation marks, dashes, ellipses and spaces in drawn texts: by the rules of the language, or as typed. Absent: `smart`. */
export const typographySettingDefinition = defineTimelineSetting({
  sent: typographySchema,
  created: typographySchema.optional(),
  answer: z.enum(TYPOGRAPHY_STYLES),
  stored: z.enum(TYPOGRAPHY_STYLES).optional(),
  keep: (value) => (value === 'smart' ? undefined : value),
  show: (stored) => stored ?? 'smart',
  isInLists: true,
  isDrawn: true,
  texts: [],
  isImported: true,
  words: {
    typography: [
      'Whether quotation marks, dashes, ellipses and spaces are those of the language, or drawn as typed.',
      'smart',
    ],
  },
  shortWords: { typography: '`plain`: quotation marks and dashes are drawn as typed.' },
});
