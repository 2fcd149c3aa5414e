import { z } from 'zod';
import { SLIDE_LIMITS } from '#engine/video/drawing/slide-limits.ts';
import { text } from '#kernel/contract/text.ts';
import { alwaysStored } from '../stored-forms.ts';
import { defineField } from './define-field.ts';

const sent = text(0, SLIDE_LIMITS.title);

/** The heading of the slide. */
export const title = defineField({
  sent,
  created: sent.default(''),
  ...alwaysStored(z.string()),
  isDrawn: true,
  underWholeImage: () => '',
  texts: [{ at: [], form: 'marked', most: SLIDE_LIMITS.title, isRead: true }],
  isImported: true,
  words: { title: ['Heading of the slide.', 'Where we stand'] },
  label: 'Title',
  isListedForAgents: true,
});
