import { blendPictureOver } from '../drawing/paint/raster.ts';
import type { SlideLayers } from '../drawing/paint/slide-layers.ts';
import { createBlendOverlay } from '../motion/overlay.ts';
import { rgbToYuv420 } from '../motion/rgb-to-yuv420.ts';
import { allocateYuvPicture, planeLayoutsOfYuvPicture, type YuvPicture } from '../picture.ts';

const isTransparent = (rgba: Uint8Array): boolean => {
  for (let offset = 3; offset < rgba.length; offset += 4) if (rgba[offset] !== 0) return false;
  return true;
};

const fillsSlide = ({ below, room }: Pick<SlideLayers, 'below' | 'room'>): boolean =>
  room.width === below.width && room.height === below.height;

/** Reports whether the frames of footage are the pictures of a slide: they fill it, and nothing is over them. */
export const doesFootageFillSlide = ({ below, room, above }: Pick<SlideLayers, 'below' | 'room' | 'above'>): boolean =>
  fillsSlide({ below, room }) && isTransparent(above.rgba);

/** Copies a frame into the room of a picture. */
function copyIntoRoom(picture: YuvPicture, frame: YuvPicture, room: SlideLayers['room']): void {
  const framePlanes = planeLayoutsOfYuvPicture(frame);
  for (const [i, targetPlane] of planeLayoutsOfYuvPicture(picture).entries()) {
    const plane = framePlanes[i] ?? framePlanes[0];
    const start = targetPlane.offset + (room.y / targetPlane.every) * targetPlane.width + room.x / targetPlane.every;
    for (let row = 0; row < plane.height; row++) {
      const rowStart = plane.offset + row * plane.width;
      picture.data.set(frame.data.subarray(rowStart, rowStart + plane.width), start + row * targetPlane.width);
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
  const fillsWholeSlide = fillsSlide({ below, room });
  if (doesFootageFillSlide({ below, room, above })) return (frame) => frame;
  const stillLayers = { ...below, rgba: new Uint8Array(below.rgba) };
  blendPictureOver(stillLayers, above.rgba);
  const stillPicture = fillsWholeSlide ? undefined : rgbToYuv420(stillLayers);
  const overlay = createBlendOverlay(above, room);
  return (frame) => {
    const picture = fillsWholeSlide ? frame : allocateYuvPicture(below);
    if (stillPicture) {
      picture.data.set(stillPicture.data);
      copyIntoRoom(picture, frame, room);
    }
    overlay(new Uint8ClampedArray(picture.data.buffer, picture.data.byteOffset, picture.data.length));
    return picture;
  };
}
