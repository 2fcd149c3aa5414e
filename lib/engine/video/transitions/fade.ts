import { crossFadePictures } from './cross-fade.ts';
import { smoothstep } from './easing.ts';
import type { TransitionEffect } from './transition-effect.ts';

/** The new picture appears while the old one disappears. */
export const fadeTransition: TransitionEffect = (from, to) => (phase) =>
  crossFadePictures(from, to, Math.round(256 * smoothstep(phase)));
