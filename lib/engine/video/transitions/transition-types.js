/** Transitions of the API. `none` is a cut; each other one is a `TransitionEffect`, found by `transition-frames.ts`. */
export const TRANSITION_TYPES = ['none', 'fade', 'slide', 'wipe', 'zoom'];
