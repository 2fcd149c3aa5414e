import type { PictureDimensions } from '../format.ts';
import type { HeadInFootage } from './find-human-face-in-frames.ts';

/** Facts about the place of a head in a recording. */
export interface PresenterFraming {
  /** The head that was found; absent: none was. */
  face?: HeadInFootage | undefined;
  /** The middle of the shown part that a client named, 0–1; absent: none. */
  focus?: { x: number; y: number } | undefined;
}

/** The middle of the shown part where nothing is known: people who speak to a camera are in the upper middle. */
const DEFAULT_MIDDLE = { x: 0.5, y: 0.4 };
/**
 * Largest height of a head in the box of a presenter, as shares of the height and of the width of the box.
 */
const MAX_HEAD_SHARES = { ofHeight: 0.5, ofWidth: 0.75 } as const;
/** The greatest enlargement of a recording for its head, beyond filling the box. */
const MAX_ZOOM = 2;
/** The distance of the middle of a head above that of the box, which also shows shoulders; a share of the head's height. */
const SHOULDER_ROOM = 0.15;

/** The middle of the part of a recording that is shown, 0–1 from the left and from the top. */
export function centerOfPresenterCrop({ face, focus }: PresenterFraming): { x: number; y: number } {
  if (focus) return { x: focus.x, y: focus.y };
  return face
    ? { x: face.x, y: Math.round(1000 * Math.min(1, face.y + SHOULDER_ROOM * face.size)) / 1000 }
    : DEFAULT_MIDDLE;
}

/** The part of a recording that is shown in a box: its middle, and the times by which it is enlarged beyond filling the box. */
export function presenterCrop(
  framing: PresenterFraming,
  recording: PictureDimensions,
  box: PictureDimensions,
): { focus: { x: number; y: number }; zoom: number } {
  const focus = centerOfPresenterCrop(framing);
  if (!framing.face) return { focus, zoom: 1 };
  const visibleHeightShare = Math.min(1, (box.height / box.width) * (recording.width / recording.height));
  const targetHeadShare = Math.min(MAX_HEAD_SHARES.ofHeight, (MAX_HEAD_SHARES.ofWidth * box.width) / box.height);
  return { focus, zoom: Math.min(MAX_ZOOM, Math.max(1, (targetHeadShare * visibleHeightShare) / framing.face.size)) };
}
