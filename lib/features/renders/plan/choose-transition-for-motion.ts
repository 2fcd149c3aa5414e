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

type MovingMotion = Exclude<MotionLevel, 'none'>;

const chosen = (type: ChosenTransition['type'], duration_seconds: number): ChosenTransition => ({
  type,
  duration_seconds,
  mayMorph: true,
});

/** Transitions of templates that are not in the table. */
const USUAL: Readonly<Record<MovingMotion, ChosenTransition>> = {
  calm: chosen('morph', 0.6),
  lively: chosen('push', 0.4),
};

/**
 * The transitions that suit each built-in template. Flat colours and hard edges move. Quiet pages fade through the empty page, which is the
 * `morph` of slides that share nothing: two texts are never on top of each other.
 */
const BY_TEMPLATE: ReadonlyMap<string, Readonly<Record<MovingMotion, ChosenTransition>>> = new Map([
  ['plain', { calm: chosen('morph', 0.6), lively: chosen('cover', 0.4) }],
  ['midnight', { calm: chosen('morph', 0.6), lively: chosen('zoom', 0.4) }],
  ['editorial', { calm: chosen('morph', 0.6), lively: chosen('slide', 0.4) }],
  ['technical', { calm: chosen('wipe', 0.4), lively: chosen('slide', 0.4) }],
  ['playful', { calm: chosen('push', 0.6), lively: chosen('iris', 0.6) }],
  ['corporate', { calm: chosen('morph', 0.6), lively: chosen('wipe', 0.4) }],
  ['minimal', { calm: chosen('morph', 0.6), lively: chosen('slide', 0.4) }],
  ['high_contrast', { calm: chosen('morph', 0.6), lively: chosen('wipe', 0.4) }],
  ['aurora', { calm: chosen('morph', 0.6), lively: chosen('blur', 0.6) }],
  ['terrace', { calm: chosen('morph', 0.6), lively: chosen('cover', 0.4) }],
  ['sunrise', { calm: chosen('morph', 0.6), lively: chosen('zoom', 0.4) }],
  ['neon', { calm: chosen('wipe', 0.5), lively: chosen('zoom', 0.4) }],
  ['gazette', { calm: chosen('morph', 0.6), lively: chosen('cover', 0.4) }],
  ['poster', { calm: chosen('cover', 0.5), lively: chosen('push', 0.4) }],
]);

/** The facts by which a transition is chosen. */
export interface TransitionContext {
  motion: MotionLevel;
  /** Id of the built-in template of the video, or of the base of its custom template. */
  template: string;
}

/** Chooses the transition that fits the template and the motion level; for the level `none`, the transition of the level `calm`. Pure. */
export function chooseTransitionForMotion({ motion, template }: TransitionContext): ChosenTransition {
  const fitting = BY_TEMPLATE.get(template) ?? USUAL;
  return fitting[motion === 'none' ? 'calm' : motion];
}

/** Reports whether a timeline says a transition: a cut without a length, which is the default, leaves it to the motion. */
const isSaid = ({ type, duration_seconds }: SlideTransition): boolean => type !== 'none' || duration_seconds > 0;

const decided = ({ type, duration_seconds }: SlideTransition, place: TransitionContext): ChosenTransition => ({
  ...(type === 'auto' ? chooseTransitionForMotion(place) : { type }),
  duration_seconds,
});

/**
 * Decides the transition into a slide: the slide's choice, else the timeline's, else the one of the motion. Pure.
 * @param standard transition of the timeline
 */
export function decideTransitionIntoSlide(
  { transition }: { transition?: SlideTransition | undefined },
  standard: SlideTransition,
  place: TransitionContext,
): ChosenTransition {
  if (transition) return decided(transition, place);
  if (isSaid(standard)) return decided(standard, place);
  return place.motion === 'none' ? { type: 'none', duration_seconds: 0 } : chooseTransitionForMotion(place);
}
