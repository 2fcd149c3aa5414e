import { blendPictureOver } from '../drawing/paint/raster.ts';
import type { SlideLayers } from '../drawing/paint/slide-layers.ts';
import { createPictureOverlay } from '../motion/overlay.ts';
import { rgbToYuv420 } from '../motion/rgb-to-yuv420.ts';
import { createYuvPicture, planesOfYuvPicture, type YuvPicture } from '../picture.ts';

const isClear = (alphas: Uint8Array): boolean => {
  for (let at = 3; at < alphas.length; at += 4) if (alphas[at] !== 0) return false;
  return true;
};

const fillsSlide = ({ below, room }: Pick<SlideLayers, 'below' | 'room'>): boolean =>
  room.width === below.width && room.height === below.height;

/** Reports whether the frames of footage are the pictures of a slide: they fill it, and nothing is over them. */
export const doesFootageFillSlide = ({ below, room, above }: Pick<SlideLayers, 'below' | 'room' | 'above'>): boolean =>
  fillsSlide({ below, room }) && isClear(above.rgba);

/** Copies a frame into the room of a picture. */
function copyInto(picture: YuvPicture, frame: YuvPicture, room: SlideLayers['room']): void {
  const from = planesOfYuvPicture(frame);
  for (const [i, to] of planesOfYuvPicture(picture).entries()) {
    const plane = from[i] ?? from[0];
    const start = to.offset + (room.y / to.every) * to.width + room.x / to.every;
    for (let row = 0; row < plane.height; row++) {
      const at = plane.offset + row * plane.width;
      picture.data.set(frame.data.subarray(at, at + plane.width), start + row * to.width);
    }
  }
}

/**
 * A function that lays a frame of footage, of the size of the room, into a slide. The slide is converted to 4:2:0 once. If the room is the
 * whole slide and nothing is above it, the frame itself is the picture.
 * @throws RangeError for a room whose place or size is odd
 */
export function createFootageCompositor({ below, room, above }: SlideLayers): (frame: YuvPicture) => YuvPicture {
  const isEven = [room.x, room.y, room.width, room.height].every((side) => side % 2 === 0);
  if (!isEven) throw new RangeError('footage is shown only in a room of even pixels');
  const isWhole = fillsSlide({ below, room });
  if (doesFootageFillSlide({ below, room, above })) return (frame) => frame;
  const around = { ...below, rgba: new Uint8Array(below.rgba) };
  blendPictureOver(around, above.rgba);
  const still = isWhole ? undefined : rgbToYuv420(around);
  const overlay = createPictureOverlay(above, room);
  return (frame) => {
    const picture = isWhole ? frame : createYuvPicture(below);
    if (still) {
      picture.data.set(still.data);
      copyInto(picture, frame, room);
    }
    overlay(new Uint8ClampedArray(picture.data.buffer, picture.data.byteOffset, picture.data.length));
    return picture;
  };
}
