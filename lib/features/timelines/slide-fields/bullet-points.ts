import { z } from 'zod';
import { SLIDE_LIMITS } from '#engine/video/drawing/slide-limits.ts';
import { textSchema } from '#kernel/contract/text.ts';
import { schemasOfRequiredValue } from '../stored-forms.ts';
import { defineSlideField } from './define-slide-field.ts';

const inputSchema = z.array(textSchema(0, SLIDE_LIMITS.point)).max(SLIDE_LIMITS.points);

/** The points of the slide. */
export const bulletPointsFieldDefinition = defineSlideField({
  sent: inputSchema,
  created: inputSchema.default([]),
  ...schemasOfRequiredValue(z.array(z.string())),
  isDrawn: true,
  underWholeImage: () => [],
  texts: [{ path: ['*'], form: 'marked', maxLength: SLIDE_LIMITS.point, isRead: true }],
  isImported: true,
  words: { bullet_points: ['The points of the slide.', ['Revenue up 12 %', 'Two new markets']] },
  label: 'Points',
  isListedForAgents: true,
});
