import { crossFade } from './cross-fade.ts';
import type { TransitionEffect } from './transition-effect.ts';

/** A made-up transition: a fade at an even pace. */
export const dip: TransitionEffect = (from, to) => (phase) => crossFade(from, to, Math.round(256 * phase));
