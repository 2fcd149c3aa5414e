import { PictureMismatchError, type YuvPicture } from '../picture.ts';
import { crossFade, push, smootherstep, smoothstep, wipe, zoomBetween } from './effects.ts';

export const TRANSITION_TYPES = ['none', 'fade', 'slide', 'wipe', 'zoom'] as const;
export type TransitionType = (typeof TRANSITION_TYPES)[number];

/** The picture at a phase: at 0 it is the old one, at 1 the new one. */
type PictureAt = (phase: number) => YuvPicture;

function pictureAt(type: TransitionType, from: YuvPicture, to: YuvPicture, direction: 'ltr' | 'rtl'): PictureAt {
  switch (type) {
    case 'fade':
      return (phase) => crossFade(from, to, Math.round(256 * smoothstep(phase)));
    case 'slide':
      return (phase) => push(from, to, smootherstep(phase), direction);
    case 'wipe':
      return (phase) => wipe(from, to, smoothstep(phase), direction);
    case 'zoom':
      return zoomBetween(from, to);
    case 'none':
      throw new RangeError('a cut has no frames of its own');
  }
}

/**
 * The moving frames between two still pictures: `from` is the frame before the first, `to` the one after the last.
 * `slide` and `wipe` follow the reading direction. Every picture has memory of its own.
 * @throws RangeError when the type is `none` or the count no whole number from 1; PictureMismatchError when the sizes differ
 */
export async function* transitionFrames(
  type: TransitionType,
  from: YuvPicture,
  to: YuvPicture,
  frames: number,
  direction: 'ltr' | 'rtl',
): AsyncGenerator<YuvPicture> {
  if (!Number.isInteger(frames) || frames < 1) throw new RangeError(`a transition cannot have ${frames} frames`);
  if (from.width !== to.width || from.height !== to.height) {
    throw new PictureMismatchError(`${from.width}x${from.height} cannot turn into ${to.width}x${to.height}`);
  }
  const at = pictureAt(type, from, to, direction);
  for (let i = 1; i <= frames; i++) yield at(i / (frames + 1));
}
