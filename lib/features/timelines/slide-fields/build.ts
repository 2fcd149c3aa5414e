import { z } from 'zod';
import { toMotionChoiceAnswer, toStoredMotionChoice } from '../motion-choice.ts';
import { defineSlideField } from './define-slide-field.ts';

/**
 * Ways in which the parts of a slide appear: all at once, or one by one. `by_bullet`, `by_item` and `by_series` are the same: the layout
 * decides which parts a slide has.
 */
export const SLIDE_BUILD_MODES = ['none', 'by_bullet', 'by_item', 'by_series'] as const;

/** The stored forms: `none` is the value of a slide that does not choose, and `off` of a slide for which `none` was sent. */
const STORED_BUILD_MODES = [...SLIDE_BUILD_MODES, 'off'] as const;

const buildSchema = z.enum(SLIDE_BUILD_MODES);
const sentSchema = buildSchema.nullable();

/** The way in which the points of the slide appear. */
export const slideBuildFieldDefinition = defineSlideField({
  sent: sentSchema,
  created: sentSchema
    .default(null)
    .describe(
      'Whether points, items, rows of a table, series of a chart and lines of code appear one by one (`by_bullet`, `by_item` and `by_series` are the same) or all at once. Null: by `motion`, which is one by one unless it is `none`.',
    ),
  answer: buildSchema,
  stored: z.enum(STORED_BUILD_MODES),
  keep: toStoredMotionChoice,
  show: toMotionChoiceAnswer,
  isDrawn: false,
  texts: [],
  isImported: true,
  words: { build: ['Whether the points appear all at once or one by one. `by_item` is the same as `by_bullet`.'] },
  label: 'Points one by one',
  isListedForAgents: false,
  shortWords: { build: 'Parts one by one, or at once.' },
});
