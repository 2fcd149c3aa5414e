import { describe, expect, it } from 'vitest';
import { type ImagePlacementKind, imagePlacement } from '#engine/video/drawing/layout/image-placement.ts';
import { ASPECT_RATIO_NAMES, pictureDimensionsOfFormat } from '#engine/video/format.ts';
import { fitOfImage } from '#features/timelines/slide-image.ts';

const DISPLAYS: readonly ImagePlacementKind[] = ['panel', 'whole', 'ground'];
const SCREENSHOTS = [
  [1200, 500],
  [500, 1200],
  [1920, 1080],
  [1000, 1000],
  [2400, 180],
] as const;
/** Places of an image, as shares of the slide: a side, the upper part, all, a strip. */
const REGIONS = [
  [0.5, 0, 0.5, 1],
  [0, 0, 1, 0.45],
  [0, 0, 1, 1],
  [0.1, 0.3, 0.8, 0.2],
] as const;

describe('an image that has text, a chart or a user interface, without a fit', () => {
  it.each(DISPLAYS)('is whole within its place in every format: %s', (display) => {
    for (const format of ASPECT_RATIO_NAMES)
      for (const [width, height] of SCREENSHOTS)
        for (const [x, y, across, down] of REGIONS) {
          const size = pictureDimensionsOfFormat(format, '720p');
          const region = {
            x: x * size.width,
            y: y * size.height,
            width: across * size.width,
            height: down * size.height,
          };
          const image = {
            ...{ bytes: new Uint8Array(), width, height, focus: { x: 0.5, y: 0.5 } },
            fit: fitOfImage(undefined, { is_figure: true }),
          };
          const { panel, imageBox } = imagePlacement(region, image, display, size, { radius: 0.02, inset: 0.03 });
          const scale = Math.min(imageBox.width / width, imageBox.height / height);
          // Sides are even numbers of pixels.
          expect(Math.abs(imageBox.width - width * scale)).toBeLessThanOrEqual(2 + 2 * (width / height));
          expect(Math.abs(imageBox.height - height * scale)).toBeLessThanOrEqual(2 + 2 * (height / width));
          expect(imageBox.x).toBeGreaterThanOrEqual(panel.x);
          expect(imageBox.y).toBeGreaterThanOrEqual(panel.y);
          expect(imageBox.x + imageBox.width).toBeLessThanOrEqual(panel.x + panel.width);
          expect(imageBox.y + imageBox.height).toBeLessThanOrEqual(panel.y + panel.height);
        }
  });

  it('is cropped where the client asks for that, and others are without it', () => {
    expect([fitOfImage('cover', { is_figure: true }), fitOfImage(undefined, {}), fitOfImage('contain', {})]).toEqual([
      ...['cover', 'cover', 'contain'],
    ]);
  });
});
