import { PictureMismatchError, type YuvPicture } from '../picture.ts';
import { blurTransition } from './blur.ts';
import { coverTransition } from './cover.ts';
import { fadeTransition } from './fade.ts';
import { irisTransition } from './iris.ts';
import { pushTransition } from './push.ts';
import { riseTransition, springTransition } from './rise.ts';
import { slidingTransition } from './slide.ts';
import type { TransitionEffect } from './transition-effect.ts';
import type { PictureTransition } from './transition-types.ts';
import { uncoverTransition } from './uncover.ts';
import { wipeTransition } from './wipe.ts';
import { zoomTransition } from './zoom.ts';

const TRANSITIONS: Readonly<Record<PictureTransition, TransitionEffect>> = {
  fade: fadeTransition,
  slide: slidingTransition,
  wipe: wipeTransition,
  zoom: zoomTransition,
  push: pushTransition,
  cover: coverTransition,
  iris: irisTransition,
  blur: blurTransition,
  rise: riseTransition,
  spring: springTransition,
  uncover: uncoverTransition,
};

/**
 * The moving frames between two still pictures: `from` is the frame before the first, `to` the one after the last.
 * `slide`, `wipe` and `cover` follow the reading direction. Every picture has its own memory.
 * @throws RangeError unless `frames` is a whole number from 1; PictureMismatchError when the sizes differ
 */
export async function* generateTransitionFrames(
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
  const pictureAt = TRANSITIONS[type](from, to, direction);
  for (let i = 1; i <= frames; i++) yield pictureAt(i / (frames + 1));
}
