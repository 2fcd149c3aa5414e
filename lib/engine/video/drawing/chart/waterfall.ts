import type { DrawableChart } from '../drawable-chart.ts';

/** A bar of a waterfall: the sums at its ends, and the value that is written at it. */
export interface WaterfallBar {
  /** Sums of values, not pixels. */
  from: number;
  to: number;
  value: number;
  /** True for the first value and for sums: they start at zero. */
  isTotal: boolean;
}

/** The bars of a waterfall, one for each category, from the first series. A null value stands for the sum of all values before it. */
export function barsOfWaterfall({ series }: Pick<DrawableChart, 'series'>): WaterfallBar[] {
  let sum = 0;
  return (series[0]?.values ?? []).map((value, index): WaterfallBar => {
    const sumBefore = sum;
    sum += value ?? 0;
    if (value === null) return { from: 0, to: sum, value: sum, isTotal: true };
    return { from: sumBefore, to: sum, value, isTotal: index === 0 };
  });
}
