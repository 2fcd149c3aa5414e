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
export const mixColors = (one: string, other: string, share: number): string => {
  const to = rgbOfHex(other);
  return hexOfRgb(rgbOfHex(one).map((value, i) => value * (1 - share) + (to[i] ?? 0) * share));
};

/** The alpha of `#rrggbbaa`, 0–255; of `#rrggbb` 255. */
const alphaOfHex = (color: string): number => (color.length > 7 ? Number.parseInt(color.slice(7, 9), 16) : 255);

/** Mixes two colours, `#rrggbb` or `#rrggbbaa`. @param share part of the second colour, 0–1 */
export function mixTransparentColors(one: string, other: string, share: number): string {
  if (one === other) return one;
  const alpha = Math.round(alphaOfHex(one) * (1 - share) + alphaOfHex(other) * share);
  return `${mixColors(one, other, share)}${alpha === 255 ? '' : alpha.toString(16).padStart(2, '0')}`;
}
