import { z } from 'zod';
import { BUILD_STYLES } from '#engine/video/transitions/transition-types.ts';
import { defineSlideField } from './define-slide-field.ts';

const styleSchema = z.enum(BUILD_STYLES);
const sentSchema = styleSchema.nullable();

/** The style in which the parts of the slide appear, if it has a build. Absent: the slide does not set a style. */
export const slideBuildStyleFieldDefinition = defineSlideField({
  sent: sentSchema,
  created: sentSchema
    .default(null)
    .describe(
      'The way in which the points, items or states of the slide appear: `fade` within a quarter of a second, `appear` at once, `rise` to their place, or `wipe` in reading direction. Null: by `motion`, which is `fade` if that is `none`, else `rise`.',
    ),
  answer: styleSchema,
  stored: styleSchema.optional(),
  keep: (style) => style ?? undefined,
  show: (stored) => stored ?? 'fade',
  isDrawn: false,
  texts: [],
  isImported: true,
  words: {
    build_style: ['The way in which points appear: fading in, at once, rising, or uncovered from their start.'],
  },
  label: 'Points appear by',
  isListedForAgents: false,
  shortWords: { build_style: 'Their entrance.' },
});
