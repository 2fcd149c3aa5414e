import { describe, expect, it } from 'vitest';
import { brandColorsOfLogo, isLogoVisibleOn } from '#features/brands/logo-colors.ts';
import { colorDistance } from '#features/brands/oklab.ts';
import { findPictureBorderColor, paletteOfPicture, type RgbaPicture } from '#features/brands/palette.ts';

type Rgba = readonly [number, number, number, number];

/** A picture of 40 × 40 pixels. */
function picture(colorAt: (x: number, y: number) => Rgba): RgbaPicture {
  const data = new Uint8Array(4 * 40 * 40);
  for (let y = 0; y < 40; y++) for (let x = 0; x < 40; x++) data.set(colorAt(x, y), 4 * (40 * y + x));
  return { data, width: 40, height: 40 };
}

const CLEAR: Rgba = [0, 0, 0, 0];
const RED: Rgba = [228, 87, 46, 255];
const NAVY: Rgba = [16, 32, 64, 255];
const isMiddle = (value: number): boolean => value >= 10 && value < 30;

describe('the colours of a picture', () => {
  it('are found with their shares of what is seen', () => {
    const palette = paletteOfPicture(picture((x, y) => (!isMiddle(y) ? CLEAR : x < 30 ? RED : NAVY)));
    expect(palette).toEqual([
      { color: '#e4572e', share: 0.75 },
      { color: '#102040', share: 0.25 },
    ]);
  });

  it('are few where they hardly differ, and the same each time', () => {
    const noisy = picture((x, y) => [220 + ((x * 7 + y * 3) % 9), 80 + ((x + y) % 8), 40, 255]);
    const palette = paletteOfPicture(noisy);
    expect(palette).toHaveLength(1);
    expect(colorDistance(palette[0]?.color ?? '', '#e0542a')).toBeLessThan(0.03);
    expect(paletteOfPicture(noisy)).toEqual(palette);
  });

  it('are none where nothing is seen', () => {
    expect(paletteOfPicture(picture(() => CLEAR))).toEqual([]);
    expect(findPictureBorderColor(picture(() => CLEAR))).toBeUndefined();
  });

  it('of the border are one where it is a paper', () => {
    const onPaper = picture((x, y) => (isMiddle(x) && isMiddle(y) ? RED : [250, 250, 245, 255]));
    expect(findPictureBorderColor(onPaper)).toBe('#fafaf5');
    expect(findPictureBorderColor(picture((x) => (x < 20 ? RED : NAVY)))).toBeUndefined();
  });
});

describe('the colours of a brand in a logo', () => {
  const logo = (pixels: RgbaPicture) => ({
    palette: paletteOfPicture(pixels),
    edge: findPictureBorderColor(pixels),
    where: 'the logo',
  });

  it('are those of its paper and of its strongest hue', () => {
    const colors = brandColorsOfLogo(
      logo(picture((x, y) => (isMiddle(x) && isMiddle(y) ? (x < 26 ? NAVY : RED) : [255, 255, 255, 255]))),
    );
    expect(colors.background?.color).toBe('#ffffff');
    expect(colors.text?.color).toBe('#102040');
    expect(colors.accents[0]?.color).toBe('#e4572e');
  });

  it('are dark where the logo is white, which cannot be seen on white', () => {
    const white = logo(picture((x, y) => (isMiddle(x) && isMiddle(y) ? [255, 255, 255, 255] : CLEAR)));
    expect(isLogoVisibleOn(white, '#ffffff')).toBe(false);
    expect(isLogoVisibleOn(white, '#102040')).toBe(true);
    expect(isLogoVisibleOn(white, brandColorsOfLogo(white).background?.color ?? '')).toBe(true);
  });
});
