/** Transitions of the API. `none` is a cut; each other one is a `TransitionEffect`, found by `transition-frames.ts`. */
export const TRANSITION_TYPES = ['none', 'fade', 'slide', 'wipe', 'zoom', 'push', 'cover', 'iris', 'blur'] as const;
/** A transition of the API. */
export type TransitionType = (typeof TRANSITION_TYPES)[number];

/** A transition that has its own frames. */
export type MovingTransition = Exclude<TransitionType, 'none'>;
