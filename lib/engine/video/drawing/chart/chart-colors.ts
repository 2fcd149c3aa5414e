import { chartCategoryOrPointNames, type DrawableChart, doesChartShowParts } from '../drawable-chart.ts';
import type { TypesetChart } from './chart-model.ts';
import { mutedSeriesColors, seriesColors } from './series-colors.ts';
import { barsOfWaterfall } from './waterfall.ts';

/** Positions of the highlighted names; all positions if no name is highlighted. */
function lit(names: readonly string[], highlight: ReadonlySet<string>): ReadonlySet<number> {
  const found = [...names.keys()].filter((index) => highlight.has(names[index] ?? ''));
  return new Set(found.length > 0 ? found : names.keys());
}

/**
 * The colours of the marks of a chart. Highlighted series have the first colours of the template, the accent first; all others, and
 * the marks of all other categories, are grey. `own` are the template's colours, `#rrggbb`.
 */
export function chartColors(
  chart: DrawableChart,
  own: readonly string[],
  background: string,
): Pick<TypesetChart, 'colors' | 'fillOf' | 'isLit'> {
  const names = chart.series.map(({ name }) => name);
  const highlight = new Set(chart.highlight);
  const [series, categories] = [lit(names, highlight), lit(chartCategoryOrPointNames(chart), highlight)];
  const isLit = (category: number): boolean => categories.has(category);
  const colored = (count: number, shown: ReadonlySet<number>): string[] => {
    const bright = seriesColors(own, background, shown.size);
    const muted = mutedSeriesColors(background, count);
    const order = [...shown];
    return Array.from({ length: count }, (_, i) => (shown.has(i) ? bright[order.indexOf(i)] : muted[i]) ?? '#000000');
  };
  if (chart.type === 'waterfall') {
    const bright = seriesColors(own, background, 3);
    const [grey = '#000000'] = mutedSeriesColors(background, 1);
    const colors = barsOfWaterfall(chart).map(({ isTotal, value }) => bright[isTotal ? 0 : value < 0 ? 2 : 1]);
    return { colors: bright, isLit, fillOf: (_, category) => (isLit(category) ? colors[category] : grey) ?? grey };
  }
  if (doesChartShowParts(chart) && chart.type !== 'funnel') {
    const colors = colored(chart.categories.length, categories);
    return { colors, isLit, fillOf: (_, category) => colors[category] ?? '#000000' };
  }
  const colors = colored(names.length, series);
  const muted = mutedSeriesColors(background, names.length);
  return { colors, isLit, fillOf: (part, category) => (isLit(category) ? colors[part] : muted[part]) ?? '#000000' };
}
