import { z } from 'zod';
import { TRANSITION_TYPES, type TransitionType } from '#engine/video/transitions/transition-types.ts';
import { roundedDecimalSchema } from '#kernel/contract/decimal.ts';
import type { FieldDescriptionsByName } from '#kernel/contract/field-description.ts';
import { defineSlideField } from './define-slide-field.ts';

/** Transition into a slide. */
export interface SlideTransition {
  type: TransitionType;
  /** 0–2 seconds. */
  duration_seconds: number;
}

/** Schema of a transition in requests. */
export const transitionInputSchema = z
  .strictObject({
    type: z.enum(TRANSITION_TYPES),
    duration_seconds: roundedDecimalSchema(0, 2).default(0.5),
  })
  .meta({ id: 'TransitionInput' });

/** Schema of a transition in answers. */
export const transitionAnswerSchema = z
  .object({ type: z.enum(TRANSITION_TYPES), duration_seconds: z.number() })
  .meta({ id: 'Transition' });

/** Schema of a stored transition. */
export const storedTransitionSchema = z.object({
  type: z.enum(TRANSITION_TYPES),
  duration_seconds: z.number(),
}) satisfies z.ZodType<SlideTransition>;

/** Descriptions of the transition of a slide, and of that of a timeline. */
const TRANSITION_WORDS: FieldDescriptionsByName = {
  transition: ["Transition into a slide; null on a slide: the timeline's."],
  type: ['Kind of the transition.'],
  duration_seconds: ['Length of the transition in seconds.', 0.5],
};

const sentSchema = transitionInputSchema.nullable();

/** The transition into the slide. Absent: the transition of the timeline. */
export const slideTransitionFieldDefinition = defineSlideField({
  sent: sentSchema,
  created: sentSchema
    .optional()
    .describe(
      "Transition into the slide, within its duration. Absent or null: the timeline's. The first slide has none.",
    ),
  answer: transitionAnswerSchema.nullable(),
  stored: storedTransitionSchema.optional(),
  keep: (value) => value ?? undefined,
  show: (stored) => stored ?? null,
  isDrawn: false,
  texts: [],
  isImported: true,
  words: TRANSITION_WORDS,
  label: 'Transition',
  isListedForAgents: false,
});
