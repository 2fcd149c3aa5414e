import { z } from 'zod';
import { TRANSITION_TYPES, type TransitionType } from '#engine/video/transitions/transition-types.ts';
import { decimal } from '#kernel/contract/decimal.ts';
import type { WordsOfFields } from '#kernel/contract/field-words.ts';
import { defineField } from './define-field.ts';

/** Transition into a slide. */
export interface Transition {
  type: TransitionType;
  /** 0–2 seconds. */
  duration_seconds: number;
}

/** Schema of a transition in requests. */
export const transitionInput = z
  .strictObject({
    type: z.enum(TRANSITION_TYPES),
    duration_seconds: decimal(0, 2).default(0.5),
  })
  .meta({ id: 'TransitionInput' });

/** Schema of a transition in answers. */
export const transitionAnswer = z
  .object({ type: z.enum(TRANSITION_TYPES), duration_seconds: z.number() })
  .meta({ id: 'Transition' });

/** Schema of a stored transition. */
export const storedTransition = z.object({
  type: z.enum(TRANSITION_TYPES),
  duration_seconds: z.number(),
}) satisfies z.ZodType<Transition>;

/** Descriptions of the transition of a slide, and of that of a timeline. */
const WORDS: WordsOfFields = {
  transition: ["Transition into a slide; null on a slide: the timeline's."],
  type: ['Kind of the transition.'],
  duration_seconds: ['Length of the transition in seconds.', 0.5],
};

const sent = transitionInput.nullable();

/** The transition into the slide. Absent: the transition of the timeline. */
export const transition = defineField({
  sent,
  created: sent
    .optional()
    .describe(
      "Transition into the slide, within its duration. Absent or null: the timeline's. The first slide has none.",
    ),
  answer: transitionAnswer.nullable(),
  stored: storedTransition.optional(),
  keep: (value) => value ?? undefined,
  show: (stored) => stored ?? null,
  isDrawn: false,
  texts: [],
  isImported: true,
  words: WORDS,
  label: 'Transition',
  isListedForAgents: false,
});
