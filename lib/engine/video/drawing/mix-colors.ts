import { rgbOfHex } from './contrast.ts';

/** The colour `#rrggbb` of red, green and blue, which are rounded and clamped to 0–255. */
export const hexOfRgb = (rgb: readonly number[]): string =>
  `#${rgb
    .map((value) =>
      Math.round(Math.min(255, Math.max(0, value)))
        .toString(16)
        .padStart(2, '0'),
    )
    .join('')}`;

/** Mixes two colours, `#rrggbb`. @param share part of the second colour, 0–1 */
export const mixColors = (firstColor: string, secondColor: string, share: number): string => {
  const secondRgb = rgbOfHex(secondColor);
  return hexOfRgb(rgbOfHex(firstColor).map((value, i) => value * (1 - share) + (secondRgb[i] ?? 0) * share));
};

/** The alpha of `#rrggbbaa`, 0–255; of `#rrggbb` 255. */
const alphaOfHex = (color: string): number => (color.length > 7 ? Number.parseInt(color.slice(7, 9), 16) : 255);

/** Mixes two colours, `#rrggbb` or `#rrggbbaa`. @param share part of the second colour, 0–1 */
export function mixTransparentColors(firstColor: string, secondColor: string, share: number): string {
  if (firstColor === secondColor) return firstColor;
  const alpha = Math.round(alphaOfHex(firstColor) * (1 - share) + alphaOfHex(secondColor) * share);
  return `${mixColors(firstColor, secondColor, share)}${alpha === 255 ? '' : alpha.toString(16).padStart(2, '0')}`;
}
