/** Minimum contrast ratios of WCAG 2.2 AA: of text (1.4.3), and of graphics (1.4.11), which is that of large text, too. */
export const MIN_CONTRAST_RATIOS = { text: 4.5, graphic: 3 } as const;

/** The linear-light value of a component (red, green or blue) of an sRGB colour (IEC 61966-2-1); both 0–1. */
export const linearLightOfSrgb = (component: number): number =>
  component <= 0.04045 ? component / 12.92 : ((component + 0.055) / 1.055) ** 2.4;

/** The inverse of `linearLightOfSrgb`; both 0–1. */
export const srgbOfLinearLight = (light: number): number =>
  light <= 0.0031308 ? light * 12.92 : 1.055 * light ** (1 / 2.4) - 0.055;

/** Red, green and blue of `#rrggbb`, 0–255. */
export const rgbOfHex = (color: string): number[] =>
  [1, 3, 5].map((offset) => Number.parseInt(color.slice(offset, offset + 2), 16));

/** Relative luminance of `#rrggbb` (WCAG 2.2). */
export function relativeLuminance(color: string): number {
  const [red = 0, green = 0, blue = 0] = rgbOfHex(color).map((channel) => linearLightOfSrgb(channel / 255));
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

/** Contrast of two colours, `#rrggbb`: 1 to 21 (WCAG 2.2). */
export function contrastRatio(firstColor: string, secondColor: string): number {
  const [dark = 0, light = 0] = [relativeLuminance(firstColor), relativeLuminance(secondColor)].sort((a, b) => a - b);
  return (light + 0.05) / (dark + 0.05);
}
