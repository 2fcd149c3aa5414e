import { z } from 'zod';
import { CODE_LINE_GROUP_PATTERN, parseCodeLineRanges } from '#engine/video/drawing/code-focus.ts';
import { CODE_LIMITS, type DrawableCode } from '#engine/video/drawing/rich-slide-content.ts';
import { textSchema } from '#kernel/contract/text.ts';
import type { RequestFault } from '#kernel/shared/errors.ts';
import { defineSlideField } from './define-slide-field.ts';

const inputSchema = z
  .strictObject({
    language: textSchema(1, CODE_LIMITS.language)
      .optional()
      .describe('The usual name of the language: `python`, `ts`, `sql`.'),
    text: textSchema(1, CODE_LIMITS.characters).refine(
      (value) => value.split('\n').length <= CODE_LIMITS.lines,
      `At most ${CODE_LIMITS.lines} lines.`,
    ),
    focus: z
      .array(
        textSchema(1, CODE_LIMITS.group).regex(
          CODE_LINE_GROUP_PATTERN,
          'Must be lines, counted from 1, and ranges: `7`, `1-3` or `1-2,5`.',
        ),
      )
      .max(CODE_LIMITS.groups)
      .optional()
      .describe(
        'Groups of lines that are lit one after another, while the others are dimmed: the n-th with the n-th `[[show]]` of the notes, else with the sentence that speaks of it. At first the whole code is shown.',
      ),
  })
  .meta({ id: 'CodeInput' })
  .nullable()
  .describe('Replaces the points. A slide has at most one of `code`, `table`, `chart` and `items`.');

/** Finds groups with lines that the code does not have, or with a range from a later to an earlier line. */
const focusFaults = ({ text, focus = [] }: DrawableCode): RequestFault[] => {
  // The value of a variable may have any number of lines.
  const lineCount = text.includes('{{') ? CODE_LIMITS.lines : text.split('\n').length;
  return focus.flatMap((group, index) => {
    const param = `code.focus[${index}]`;
    const ranges = parseCodeLineRanges(group);
    if (ranges.some(({ first, last }) => last < first))
      return [{ param, message: 'Must name the earlier line first.' }];
    return ranges.some(({ last }) => last > lineCount) ? [{ param, message: `Must be from 1 to ${lineCount}.` }] : [];
  });
};

/** Code without an empty list of groups. */
const withoutEmptyFocus = <Code extends { focus?: string[] | undefined }>({ focus, ...code }: Code) => ({
  ...code,
  ...(focus && focus.length > 0 ? { focus } : {}),
});

/** The code of the slide. Absent: none. */
export const codeFieldDefinition = defineSlideField({
  sent: inputSchema,
  created: inputSchema.optional(),
  answer: z
    .object({ language: z.string().nullable(), text: z.string(), focus: z.array(z.string()) })
    .meta({ id: 'Code' })
    .nullable(),
  stored: z
    .object({ language: z.string().optional(), text: z.string(), focus: z.array(z.string()).optional() })
    .optional(),
  keep: (value) => (value ? withoutEmptyFocus(value) : undefined),
  show: (stored) =>
    stored ? { language: stored.language ?? null, text: stored.text, focus: stored.focus ?? [] } : null,
  faults: (stored, { sent }) => (stored && sent ? focusFaults(stored) : []),
  isDrawn: true,
  underWholeImage: () => undefined,
  isHeld: true,
  texts: [
    {
      path: ['text'],
      form: 'plain',
      minLength: 1,
      maxLength: CODE_LIMITS.characters,
      maxLines: CODE_LIMITS.lines,
      isRead: true,
      isCode: true,
    },
  ],
  isImported: true,
  words: {
    'Slide.code': ['The code of the slide; null: none.'],
    'Code.language': ['Language of the code, for its colours.', 'typescript'],
    'Code.focus': ['Groups of lines that are lit one after another; empty: none.', ['1-3', '7']],
    'CodeInput.focus': ['Groups of lines that are lit one after another.', ['1-3', '7']],
    'Code.text': ['The code.', 'const answer = 42;'],
    'CodeInput.text': ['The code.', 'const answer = 42;'],
  },
  label: 'Code',
  isListedForAgents: false,
  shortWords: { code: 'Instead of the points.' },
});
