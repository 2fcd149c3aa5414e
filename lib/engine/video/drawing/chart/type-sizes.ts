/** Sizes of type that are tried in a chart with axes, from the largest; fractions of the unit. */
export const AXIS_CHART_FONT_SIZES = [0.038, 0.034, 0.0305, 0.0275, 0.0262, 0.023, 0.021] as const;

/** Sizes of type that are tried next to a pie or a donut, from the largest; fractions of the unit. */
export const PIE_CHART_FONT_SIZES = [0.05, 0.044, 0.039, 0.035, 0.032, 0.029, 0.0262, 0.0235, 0.021] as const;

/** The factor between sizes below the smallest of a list. */
const STEP = 0.92;

/**
 * Sizes of type above the smallest size of a slide, from the largest; fractions of the unit. If the smallest size is below all of `sizes`,
 * further sizes follow them.
 * @param sizes from the largest; fractions of the unit
 */
export function fontSizesDownToSmallest(
  sizes: readonly number[],
  { unit, smallest }: { unit: number; smallest: number },
): number[] {
  const minSize = smallest / unit;
  const usableSizes = sizes.filter((part) => part > minSize);
  for (let part = (sizes.at(-1) ?? 0) * STEP; part > minSize; part *= STEP) usableSizes.push(part);
  return usableSizes;
}

/** The size of the titles of axes and of a source, a fraction of the unit. */
const SMALL_TEXT = 0.0265;

/** The size of titles of axes and of sources on a slide, in pixels. */
export const smallChartTextSize = ({ unit, smallest }: { unit: number; smallest: number }): number =>
  Math.round(Math.max(SMALL_TEXT * unit, smallest) * 4) / 4;
