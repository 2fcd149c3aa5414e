import { z } from 'zod';
import { BULLET_STYLES } from '#engine/video/drawing/rich-slide-content.ts';
import { defineSlideField } from './define-slide-field.ts';

const inputSchema = z.enum(BULLET_STYLES).describe('The marker of the points.');

/** The marker of the points. Absent: `bullet`. */
export const bulletStyleFieldDefinition = defineSlideField({
  sent: inputSchema,
  created: inputSchema.default('bullet'),
  answer: z.enum(BULLET_STYLES),
  stored: z.enum(BULLET_STYLES).optional(),
  keep: (style) => (style === 'bullet' ? undefined : style),
  show: (stored) => stored ?? 'bullet',
  isDrawn: true,
  texts: [],
  isImported: true,
  words: { bullet_style: ['The marker of the points.'] },
  label: 'Bullet style',
  isListedForAgents: false,
});
