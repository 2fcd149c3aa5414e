/**
 * Transitions of the API. `none` is a cut, and `auto` is decided when a video is planned. `morph` is made of the parts of both slides
 * (`morph/`); each other one is a `TransitionEffect` of their pictures, found by `transition-frames.ts`.
 */
export const TRANSITION_TYPES = [
  'none',
  'auto',
  'fade',
  'slide',
  'wipe',
  'zoom',
  'push',
  'cover',
  'iris',
  'blur',
  'morph',
] as const;
/** A transition of the API. */
export type TransitionType = (typeof TRANSITION_TYPES)[number];

/** Ways in which a point, an item or a state of a slide appears: at once, or with frames between. */
export const BUILD_STYLES = ['fade', 'appear', 'rise', 'wipe'] as const;
/** The way in which parts of a slide appear. */
export type BuildStyle = (typeof BUILD_STYLES)[number];

/** Transitions within a slide, which move only the parts that differ between two of its pictures. */
const PART_TRANSITIONS = ['rise', 'spring', 'uncover'] as const;

/** Transitions that have frames. */
export const TRANSITIONS_WITH_FRAMES = [...TRANSITION_TYPES, ...PART_TRANSITIONS].filter(
  (type): type is TransitionTypeWithFrames => type !== 'none' && type !== 'auto',
);
/** A transition that has frames. */
export type TransitionTypeWithFrames = Exclude<TransitionType, 'none' | 'auto'> | (typeof PART_TRANSITIONS)[number];

/** A transition that is made of two pictures. */
export type PictureTransition = Exclude<TransitionTypeWithFrames, 'morph'>;

/** Transitions in which the new picture comes in from a side. */
export const SIDE_ENTRY_TRANSITIONS = ['slide', 'cover'] as const satisfies readonly TransitionTypeWithFrames[];
/** A transition in which the new picture comes in from a side. */
export type SideEntryTransition = (typeof SIDE_ENTRY_TRANSITIONS)[number];

/** Transitions in which the part that differs comes to its place from below. */
export const RISE_TRANSITIONS = ['rise', 'spring'] as const satisfies readonly TransitionTypeWithFrames[];
/** A transition in which the part that differs comes to its place from below. */
export type RiseTransition = (typeof RISE_TRANSITIONS)[number];

/**
 * For each build style, the duration in seconds in which a part of a slide appears, and the transition between the pictures before and
 * after.
 */
export const REVEAL_SECONDS_AND_TRANSITIONS = {
  fade: { seconds: 0.25, type: 'fade' },
  appear: { seconds: 0, type: 'fade' },
  rise: { seconds: 0.4, type: 'rise' },
  wipe: { seconds: 0.4, type: 'uncover' },
} as const satisfies Record<BuildStyle, { seconds: number; type: TransitionTypeWithFrames }>;

/**
 * The duration in seconds and the transition with which parts appear at the motion level `lively`: they rise from farther below, a little
 * beyond their place, and back to it.
 */
export const SPRING_RISE_SECONDS_AND_TRANSITION = { seconds: 0.6, type: 'spring' } as const;
