import { PictureMismatchError, type YuvPicture } from '../picture.ts';
import { blur } from './blur.ts';
import { cover } from './cover.ts';
import { fade } from './fade.ts';
import { iris } from './iris.ts';
import { push } from './push.ts';
import { rise, spring } from './rise.ts';
import { slide } from './slide.ts';
import type { TransitionEffect } from './transition-effect.ts';
import type { PictureTransition } from './transition-types.ts';
import { uncover } from './uncover.ts';
import { wipe } from './wipe.ts';
import { zoom } from './zoom.ts';

const TRANSITIONS: Readonly<Record<PictureTransition, TransitionEffect>> = {
  fade,
  slide,
  wipe,
  zoom,
  push,
  cover,
  iris,
  blur,
  rise,
  spring,
  uncover,
};

/**
 * The moving frames between two still pictures: `from` is the frame before the first, `to` the one after the last.
 * `slide`, `wipe` and `cover` follow the reading direction. Every picture has its own memory.
 * @throws RangeError unless `frames` is a whole number from 1; PictureMismatchError when the sizes differ
 */
export async function* transitionFrames(
  type: PictureTransition,
  from: YuvPicture,
  to: YuvPicture,
  frames: number,
  direction: 'ltr' | 'rtl',
): AsyncGenerator<YuvPicture> {
  if (!Number.isInteger(frames) || frames < 1) throw new RangeError(`a transition cannot have ${frames} frames`);
  if (from.width !== to.width || from.height !== to.height) {
    throw new PictureMismatchError(`${from.width}x${from.height} cannot turn into ${to.width}x${to.height}`);
  }
  const at = TRANSITIONS[type](from, to, direction);
  for (let i = 1; i <= frames; i++) yield at(i / (frames + 1));
}
