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
