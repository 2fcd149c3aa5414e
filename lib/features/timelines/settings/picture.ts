import { z } from 'zod';
import { TYPOGRAPHIES } from '#engine/video/drawing/rich-content.ts';
import { FORMAT_NAMES, RESOLUTION_NAMES } from '#engine/video/format.ts';
import { text } from '#kernel/contract/text.ts';
import { storedTransition, transitionAnswer, transitionInput } from '../slide-fields/transition.ts';
import { alwaysStored, storedIfSet } from '../stored-forms.ts';
import { defineSetting } from './define-setting.ts';

const formats = z.enum(FORMAT_NAMES);

/** The aspect ratio of the video. */
export const format = defineSetting({
  sent: formats,
  created: formats.default('landscape'),
  ...alwaysStored(formats),
  isInLists: true,
  isDrawn: true,
  texts: [],
  isImported: true,
  words: { format: ['Aspect ratio: `landscape` 16:9, `portrait` 9:16, `square` 1:1, `feed` 4:5.', 'landscape'] },
});

const resolutions = z.enum(RESOLUTION_NAMES);

/** The resolution of the video. */
export const resolution = defineSetting({
  sent: resolutions,
  created: resolutions.default('1080p'),
  ...alwaysStored(resolutions),
  isInLists: true,
  isDrawn: false,
  texts: [],
  isImported: true,
  words: {
    resolution: ['Length of the short side in pixels: `1080p` is 1920 × 1080 in `landscape`.', '1080p'],
  },
});

const templates = text(1, 64);

/** The template of the slides. */
export const templateId = defineSetting({
  sent: templates,
  created: templates.default('plain'),
  ...alwaysStored(z.string()),
  isInLists: true,
  isDrawn: true,
  texts: [],
  isImported: true,
  words: { template_id: ['Template of the slides: an id from `GET /templates`.', 'plain'] },
});

/** The transition into slides that do not define one. */
export const timelineTransition = defineSetting({
  sent: transitionInput,
  created: transitionInput.default({ type: 'none', duration_seconds: 0 }),
  answer: transitionAnswer,
  stored: storedTransition,
  keep: (value) => value,
  show: (stored) => stored,
  isInLists: true,
  isDrawn: false,
  texts: [],
  isImported: true,
  // The words of the slide field `transition` describe both.
  words: {},
});

const numbers = z
  .boolean()
  .nullable()
  .describe(
    'Whether each slide shows its number. Null: the setting of the template; built-in templates show none. A slide that shows its number is drawn again when its position changes.',
  );

/** True if each slide shows its number. Absent: as in the template. */
export const slideNumbers = defineSetting({
  sent: numbers,
  created: numbers.default(null),
  ...storedIfSet(z.boolean()),
  isInLists: true,
  isDrawn: true,
  texts: [],
  isImported: true,
  words: { slide_numbers: ['Whether each slide shows its number; null: the setting of the template.', false] },
  shortWords: { slide_numbers: 'Whether each slide shows its number.' },
});

const MAX_FOOTER = 80;
const footers = text(0, MAX_FOOTER)
  .nullable()
  .describe(
    'A line at the bottom of the slides. Empty: none. Null: that of the template; built-in templates have none.',
  );

/** The line at the bottom of the slides. Empty: none; absent: that of the template. */
export const footer = defineSetting({
  sent: footers,
  created: footers.optional(),
  ...storedIfSet(z.string()),
  isInLists: true,
  isDrawn: true,
  texts: [{ at: [], form: 'plain', most: MAX_FOOTER }],
  isImported: true,
  words: { footer: ['A line at the bottom of the slides. Empty: none. Null: that of the template.', 'Example Inc.'] },
  shortWords: { footer: 'A line at the bottom of the slides.' },
});

const typographies = z
  .enum(TYPOGRAPHIES)
  .describe(
    '`smart`: quotation marks, apostrophes, dashes (`--`, `---`), ellipses and spaces are drawn by the habits of the language; code, addresses and formulas, captions and stored texts stay as typed. `plain`: all is drawn as typed.',
  );

/** The way in which signs are drawn. Absent: `smart`. */
export const typography = defineSetting({
  sent: typographies,
  created: typographies.optional(),
  answer: z.enum(TYPOGRAPHIES),
  stored: z.enum(TYPOGRAPHIES).optional(),
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
