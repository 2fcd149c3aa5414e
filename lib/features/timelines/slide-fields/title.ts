import { z } from 'zod';
import { SLIDE_LIMITS } from '#engine/video/drawing/slide-limits.ts';
import { textSchema } from '#kernel/contract/text.ts';
import { schemasOfRequiredValue } from '../stored-forms.ts';
import { defineSlideField } from './define-slide-field.ts';

const sentSchema = textSchema(0, SLIDE_LIMITS.title);

/** The heading of the slide. */
export const slideTitleFieldDefinition = defineSlideField({
  sent: sentSchema,
  created: sentSchema.default(''),
  ...schemasOfRequiredValue(z.string()),
  isDrawn: true,
  underWholeImage: () => '',
  texts: [{ path: [], form: 'marked', maxLength: SLIDE_LIMITS.title, isRead: true }],
  isImported: true,
  words: { title: ['Heading of the slide.', 'Where we stand'] },
  label: 'Title',
  isListedForAgents: true,
});
