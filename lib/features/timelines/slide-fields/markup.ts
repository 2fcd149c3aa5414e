import { z } from 'zod';
import { TEXT_MARKUPS } from '#engine/video/drawing/rich-slide-content.ts';
import { defineSlideField } from './define-slide-field.ts';

const inputSchema = z
  .enum(TEXT_MARKUPS)
  .describe(
    '`inline`: `**bold**`, `*italic*`, `` `code` ``, `~~struck~~`, `==highlighted==`, `H~2~O`, `x^2^` and `[text](https://…)` in title, points and cells. At the start of a point, `[!NOTE]`, `[!TIP]`, `[!IMPORTANT]`, `[!WARNING]` or `[!CAUTION]` makes an admonition, and `[ ]` or `[x]` a task with its box.',
  );

/** The kind of marks that format the texts. Absent: `none`. */
export const markupFieldDefinition = defineSlideField({
  sent: inputSchema,
  created: inputSchema.default('none'),
  answer: z.enum(TEXT_MARKUPS),
  stored: z.enum(TEXT_MARKUPS).optional(),
  keep: (marks) => (marks === 'none' ? undefined : marks),
  show: (stored) => stored ?? 'none',
  isDrawn: true,
  texts: [],
  isImported: true,
  words: { markup: ['Whether marks such as `**bold**` format the text, or are shown as typed.'] },
  label: 'Markup',
  isListedForAgents: false,
  shortWords: { markup: '`inline`: `**bold**`, `*italic*` and `` `code` `` in texts.' },
});
