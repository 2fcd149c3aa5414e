import { describe, expect, it } from 'vitest';
import { ornamentNodes } from '#engine/video/drawing/paint/background.ts';
import { copyBoxCorners, fillRoundedBox, singleColorPicture } from '#engine/video/drawing/paint/raster.ts';
import { ASPECT_RATIO_NAMES, pictureDimensionsOfFormat } from '#engine/video/format.ts';
import { BUILT_IN_TEMPLATES } from '#features/templates/built-in-templates.ts';

const size = pictureDimensionsOfFormat('landscape', '480p');

describe('ornaments', () => {
  const leftOf = (direction: 'ltr' | 'rtl', edge: 'start' | 'end' | 'top'): unknown =>
    ornamentNodes([{ shape: 'band', edge, size: 0.1, color: '#000000' }], size, direction)[0]?.style?.left;

  it('are mirrored where text runs from right to left', () => {
    expect([leftOf('ltr', 'start'), leftOf('rtl', 'end')]).toEqual([0, 0]);
    expect(leftOf('rtl', 'start')).toBe(size.width - 48);
    expect(leftOf('rtl', 'top')).toBe(0);
  });

  it.each(BUILT_IN_TEMPLATES)(
    'of $id have the same number in each format, except grids, and none is lost by mirroring',
    ({ scenes }) => {
      for (const { ornaments } of Object.values(scenes)) {
        const single = ornaments.filter(({ shape }) => shape !== 'grid');
        const counts = ASPECT_RATIO_NAMES.flatMap((format) =>
          (['ltr', 'rtl'] as const).map(
            (direction) => ornamentNodes(single, pictureDimensionsOfFormat(format, '480p'), direction).length,
          ),
        );
        const corners = ornaments.filter(({ shape }) => shape === 'corners').length;
        expect(new Set(counts)).toEqual(new Set([single.length + corners * 7]));
      }
    },
  );
});

describe('rounded corners', () => {
  const square = { width: 8, height: 8 };
  const box = { x: 0, y: 0, ...square };
  const alphaAt = (rgba: Uint8Array, x: number, y: number): number | undefined => rgba[(y * 8 + x) * 4 + 3];

  it('cover what fills the box with what is behind it, and nothing else', () => {
    const above = new Uint8Array(8 * 8 * 4);
    copyBoxCorners(above, singleColorPicture(square, '#123456'), box, 4);
    expect([...above.subarray(0, 4)]).toEqual([0x12, 0x34, 0x56, 255]);
    expect([alphaAt(above, 7, 0), alphaAt(above, 0, 7), alphaAt(above, 7, 7)]).toEqual([255, 255, 255]);
    expect(alphaAt(above, 3, 3)).toBe(0);
    expect(alphaAt(above, 3, 0)).toBeLessThan(16);
    expect(alphaAt(above, 1, 1)).toBeGreaterThan(0);
    expect(alphaAt(above, 1, 1)).toBeLessThan(255);
  });

  it('leave what is drawn there already', () => {
    const above = new Uint8Array(8 * 8 * 4);
    above.set([1, 2, 3, 4], 0);
    copyBoxCorners(above, singleColorPicture(square, '#123456'), box, 4);
    expect([...above.subarray(0, 4)]).toEqual([1, 2, 3, 4]);
  });

  it('are left out of a filled box', () => {
    const picture = singleColorPicture(square, '#ffffff');
    fillRoundedBox(picture, box, '#000000', 4);
    const reds = [0, 3 + 3 * 8, 4 + 2 * 8, 7 + 7 * 8].map((pixel) => picture.rgba[pixel * 4]);
    expect(reds).toEqual([255, 0, 0, 255]);
  });

  it('of no radius change nothing', () => {
    const above = new Uint8Array(8 * 8 * 4);
    copyBoxCorners(above, singleColorPicture(square, '#123456'), box, 0);
    expect(above.every((value) => value === 0)).toBe(true);
  });
});
