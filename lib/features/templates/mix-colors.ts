type Rgb = readonly [red: number, green: number, blue: number];

/** Red, green and blue of a colour, `#rrggbb`; 0–255. */
export const rgbOf = (color: string): Rgb => {
  const value = Number.parseInt(color.slice(1, 7), 16);
  return [value >>> 16, (value >>> 8) & 255, value & 255];
};

/** The colour `#rrggbb` of red, green and blue, which are rounded and clamped to 0–255. */
export const hex = (rgb: readonly number[]): string =>
  `#${rgb
    .map((value) =>
      Math.round(Math.min(255, Math.max(0, value)))
        .toString(16)
        .padStart(2, '0'),
    )
    .join('')}`;

/** Mixes two colours, `#rrggbb`. @param share part of the second colour, 0–1 */
export const mixColors = (one: string, other: string, share: number): string => {
  const to = rgbOf(other);
  return hex(rgbOf(one).map((value, i) => value + ((to[i] ?? 0) - value) * share));
};
