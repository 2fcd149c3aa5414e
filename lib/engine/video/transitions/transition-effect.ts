import type { YuvPicture } from '../picture.ts';

/** The picture at a phase: at 0 it is the old one, at 1 the new one. Every picture has its own memory. */
export type PictureAtTransitionPhase = (phase: number) => YuvPicture;

/**
 * A transition between two pictures of one size, in 4:2:0. Chroma has half the columns and rows.
 * @param direction the reading direction, which movements follow
 */
export type TransitionEffect = (from: YuvPicture, to: YuvPicture, direction: 'ltr' | 'rtl') => PictureAtTransitionPhase;
