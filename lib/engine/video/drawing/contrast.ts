/** Least contrasts of WCAG 2.2 AA: of text (1.4.3), and of large text and graphics (1.4.11). */
export const MIN_CONTRAST_RATIOS = { text: 4.5, graphic: 3 } as const;

/** The linear-light value of a component (red, green or blue) of an sRGB colour (IEC 61966-2-1); both 0–1. */
export const linearLightOfSrgb = (part: number): number =>
  part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;

/** The inverse of `linearLightOfSrgb`; both 0–1. */
export const srgbOfLinearLight = (light: number): number =>
  light <= 0.0031308 ? light * 12.92 : 1.055 * light ** (1 / 2.4) - 0.055;

/** Red, green and blue of `#rrggbb`, 0–255. */
export const rgbOfHex = (color: string): number[] =>
  [1, 3, 5].map((at) => Number.parseInt(color.slice(at, at + 2), 16));

/** Relative luminance of `#rrggbb` (WCAG 2.2). */
export function relativeLuminance(color: string): number {
  const [red = 0, green = 0, blue = 0] = rgbOfHex(color).map((channel) => linearLightOfSrgb(channel / 255));
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

/** Contrast of two colours, `#rrggbb`: 1 to 21 (WCAG 2.2). */
export function contrastRatio(one: string, other: string): number {
  const [dark = 0, light = 0] = [relativeLuminance(one), relativeLuminance(other)].sort((a, b) => a - b);
  return (light + 0.05) / (dark + 0.05);
}
