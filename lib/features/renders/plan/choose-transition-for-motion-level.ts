import type { MotionLevel } from '#engine/video/motion/motions.ts';
import type { TransitionType } from '#engine/video/transitions/transition-types.ts';
import type { SlideTransition } from '#features/timelines/public.ts';

/** A transition that is decided. */
export interface ChosenTransition {
  type: Exclude<TransitionType, 'auto'>;
  duration_seconds: number;
  /** True if no request names the type: slides that share enough turn into one another instead. */
  mayMorph?: true | undefined;
}

type MotionLevelWithMotion = Exclude<MotionLevel, 'none'>;

const morphableTransition = (type: ChosenTransition['type'], duration_seconds: number): ChosenTransition => ({
  type,
  duration_seconds,
  mayMorph: true,
});

/** Transitions of templates that TRANSITIONS_BY_TEMPLATE does not have. */
const DEFAULT_TRANSITIONS: Readonly<Record<MotionLevelWithMotion, ChosenTransition>> = {
  calm: morphableTransition('morph', 0.6),
  lively: morphableTransition('push', 0.4),
};

/**
 * The transitions that suit each built-in template. Flat colours and hard edges move. Quiet pages fade through the empty page, which is the
 * `morph` of slides that share nothing: two texts are never on top of each other.
 */
const TRANSITIONS_BY_TEMPLATE: ReadonlyMap<string, Readonly<Record<MotionLevelWithMotion, ChosenTransition>>> = new Map(
  [
    ['plain', { calm: morphableTransition('morph', 0.6), lively: morphableTransition('cover', 0.4) }],
    ['midnight', { calm: morphableTransition('morph', 0.6), lively: morphableTransition('zoom', 0.4) }],
    ['editorial', { calm: morphableTransition('morph', 0.6), lively: morphableTransition('slide', 0.4) }],
    ['technical', { calm: morphableTransition('wipe', 0.4), lively: morphableTransition('slide', 0.4) }],
    ['playful', { calm: morphableTransition('push', 0.6), lively: morphableTransition('iris', 0.6) }],
    ['corporate', { calm: morphableTransition('morph', 0.6), lively: morphableTransition('wipe', 0.4) }],
    ['minimal', { calm: morphableTransition('morph', 0.6), lively: morphableTransition('slide', 0.4) }],
    ['high_contrast', { calm: morphableTransition('morph', 0.6), lively: morphableTransition('wipe', 0.4) }],
    ['aurora', { calm: morphableTransition('morph', 0.6), lively: morphableTransition('blur', 0.6) }],
    ['terrace', { calm: morphableTransition('morph', 0.6), lively: morphableTransition('cover', 0.4) }],
    ['sunrise', { calm: morphableTransition('morph', 0.6), lively: morphableTransition('zoom', 0.4) }],
    ['neon', { calm: morphableTransition('wipe', 0.5), lively: morphableTransition('zoom', 0.4) }],
    ['gazette', { calm: morphableTransition('morph', 0.6), lively: morphableTransition('cover', 0.4) }],
    ['poster', { calm: morphableTransition('cover', 0.5), lively: morphableTransition('push', 0.4) }],
  ],
);

/** The facts by which a transition is chosen. */
export interface TransitionChoiceFacts {
  motion: MotionLevel;
  /** Id of the built-in template of the video, or of the base of its custom template. */
  template: string;
}

/** Chooses the transition that fits the template and the motion level; for the level `none`, the transition of the level `calm`. Pure. */
export function chooseTransitionForMotionLevel({ motion, template }: TransitionChoiceFacts): ChosenTransition {
  const transitions = TRANSITIONS_BY_TEMPLATE.get(template) ?? DEFAULT_TRANSITIONS;
  return transitions[motion === 'none' ? 'calm' : motion];
}

/** Reports whether a timeline states a transition: a cut without a length, which is the default, leaves it to the motion. */
const isStated = ({ type, duration_seconds }: SlideTransition): boolean => type !== 'none' || duration_seconds > 0;

const decidedTransition = (
  { type, duration_seconds }: SlideTransition,
  facts: TransitionChoiceFacts,
): ChosenTransition => ({
  ...(type === 'auto' ? chooseTransitionForMotionLevel(facts) : { type }),
  duration_seconds,
});

/** Decides the transition into a slide: the slide's choice, else the timeline's, else the one of the motion. Pure. */
export function decideTransitionIntoSlide(
  { transition }: { transition?: SlideTransition | undefined },
  timelineTransition: SlideTransition,
  facts: TransitionChoiceFacts,
): ChosenTransition {
  if (transition) return decidedTransition(transition, facts);
  if (isStated(timelineTransition)) return decidedTransition(timelineTransition, facts);
  return facts.motion === 'none' ? { type: 'none', duration_seconds: 0 } : chooseTransitionForMotionLevel(facts);
}
