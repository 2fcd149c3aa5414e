import { describe, expect, it } from 'vitest';
import { cropAroundFocus } from '#engine/video/drawing/layout/image-placement.ts';
import {
  blendPictureOver,
  fillBoxWithColor,
  pastePicture,
  singleColorPicture,
} from '#engine/video/drawing/paint/raster.ts';

describe('cropping an image to fill a box', () => {
  const source = { width: 4000, height: 1000 };
  const target = { width: 500, height: 500 };

  it('takes the middle when the focus is there', () => {
    expect(cropAroundFocus({ x: 0.5, y: 0.5 }, source, target)).toEqual({
      scaled: { width: 2000, height: 500 },
      left: 750,
      top: 0,
    });
  });

  it.each([
    [0, 0],
    [0.3, 350],
    [1, 1500],
  ])('keeps a focus at %d in view without leaving the image', (x, left) => {
    expect(cropAroundFocus({ x, y: 0.5 }, source, target).left).toBe(left);
  });

  it('always covers the box, whatever the sizes', () => {
    for (const width of [1, 7, 333, 1999]) {
      for (const height of [1, 13, 1081]) {
        const { scaled, left, top } = cropAroundFocus(
          { x: 0.9, y: 0.1 },
          { width, height },
          { width: 641, height: 359 },
        );
        expect(left >= 0 && top >= 0).toBe(true);
        expect(left + 641 <= scaled.width && top + 359 <= scaled.height).toBe(true);
      }
    }
  });
});

describe('layers', () => {
  const size = { width: 4, height: 2 };

  it('are opaque and of the colour asked for', () => {
    expect([...singleColorPicture({ width: 1, height: 1 }, '#123456').rgba]).toEqual([0x12, 0x34, 0x56, 255]);
  });

  it('blend by the alpha of what is above', () => {
    const below = singleColorPicture(size, '#ff0000');
    const above = new Uint8Array(size.width * size.height * 4);
    above.set([0, 0, 255, 128], 0);
    above.set([1, 2, 3, 255], 4);
    blendPictureOver(below, above);
    expect([...below.rgba.subarray(0, 12)]).toEqual([127, 0, 128, 255, 1, 2, 3, 255, 255, 0, 0, 255]);
  });

  it('blend wherever there is a pixel, the last one included', () => {
    const large = { width: 90, height: 100 };
    const pixels = large.width * large.height;
    // The first and the last of the pieces that are looked at, their neighbours, and the end of the picture.
    const places = [0, 2047, 2048, 4096, 6143, 8191, 8192, pixels - 1];
    const below = singleColorPicture(large, '#ff0000');
    const above = new Uint8Array(pixels * 4);
    for (const place of places) above.set([1, 2, 3, 255], place * 4);
    blendPictureOver(below, above);
    const changed = Array.from({ length: pixels }, (_, i) => i).filter((i) => below.rgba[i * 4] !== 255);
    expect(changed).toEqual(places);
  });

  it('take a part only where it is put', () => {
    const picture = singleColorPicture(size, '#000000');
    pastePicture(picture, singleColorPicture({ width: 2, height: 1 }, '#ffffff'), 1, 1);
    const reds = Array.from({ length: 8 }, (_, i) => picture.rgba[i * 4]);
    expect(reds).toEqual([0, 0, 0, 0, 0, 255, 255, 0]);
  });

  it('fill a box and nothing next to it', () => {
    const picture = singleColorPicture(size, '#000000');
    fillBoxWithColor(picture, { x: 2, y: 0, width: 2, height: 2 }, '#0a0000');
    const reds = Array.from({ length: 8 }, (_, i) => picture.rgba[i * 4]);
    expect(reds).toEqual([0, 0, 10, 10, 0, 0, 10, 10]);
  });
});
