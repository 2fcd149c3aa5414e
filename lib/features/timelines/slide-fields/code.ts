import { z } from 'zod';
import { CODE_LIMITS } from '#engine/video/drawing/rich-content.ts';
import { text } from '#kernel/contract/text.ts';
import { defineField } from './define-field.ts';

const sent = z
  .strictObject({
    language: text(1, CODE_LIMITS.language)
      .optional()
      .describe('The usual name of the language: `python`, `ts`, `sql`.'),
    text: text(1, CODE_LIMITS.characters).refine(
      (value) => value.split('\n').length <= CODE_LIMITS.lines,
      `At most ${CODE_LIMITS.lines} lines.`,
    ),
  })
  .meta({ id: 'CodeInput' })
  .nullable()
  .describe('Replaces the points. A slide has at most one of `code`, `table`, `chart` and `items`.');

/** The code of the slide. Absent: none. */
export const code = defineField({
  sent,
  created: sent.optional(),
  answer: z.object({ language: z.string().nullable(), text: z.string() }).meta({ id: 'Code' }).nullable(),
  stored: z.object({ language: z.string().optional(), text: z.string() }).optional(),
  keep: (value) => value ?? undefined,
  show: (stored) => (stored ? { language: stored.language ?? null, text: stored.text } : null),
  isDrawn: true,
  underWholeImage: () => undefined,
  isHeld: true,
  texts: [
    {
      at: ['text'],
      form: 'plain',
      least: 1,
      most: CODE_LIMITS.characters,
      lines: CODE_LIMITS.lines,
      isRead: true,
      isCode: true,
    },
  ],
  isImported: true,
  words: {
    'Slide.code': ['The code of the slide; null: none.'],
    'Code.language': ['Language of the code, for its colours.', 'typescript'],
    'Code.text': ['The code.', 'const answer = 42;'],
    'CodeInput.text': ['The code.', 'const answer = 42;'],
  },
  label: 'Code',
  isListedForAgents: false,
  shortWords: { code: 'Instead of the points.' },
});
