import { chartCategoryOrPointNames, type DrawableChart, doesChartShowParts } from '../drawable-chart.ts';
import type { TypesetChart } from './chart-model.ts';
import { mutedSeriesColors, seriesColors } from './series-colors.ts';
import { barsOfWaterfall } from './waterfall.ts';

/** Indexes of the highlighted names; all indexes if none of the names is highlighted. */
function highlightedIndexes(names: readonly string[], highlight: ReadonlySet<string>): ReadonlySet<number> {
  const indexes = [...names.keys()].filter((index) => highlight.has(names[index] ?? ''));
  return new Set(indexes.length > 0 ? indexes : names.keys());
}

/**
 * The colours of the marks of a chart. Highlighted series have the first colours of the template, the accent first; all others, and
 * the marks of all other categories, are grey.
 * @param templateColors `#rrggbb`
 */
export function chartColors(
  chart: DrawableChart,
  templateColors: readonly string[],
  background: string,
): Pick<TypesetChart, 'colors' | 'fillOf' | 'isLit'> {
  const names = chart.series.map(({ name }) => name);
  const highlight = new Set(chart.highlight);
  const [highlightedSeries, highlightedCategories] = [
    highlightedIndexes(names, highlight),
    highlightedIndexes(chartCategoryOrPointNames(chart), highlight),
  ];
  const isLit = (category: number): boolean => highlightedCategories.has(category);
  const colorsOf = (count: number, highlighted: ReadonlySet<number>): string[] => {
    const highlightColors = seriesColors(templateColors, background, highlighted.size);
    const mutedColors = mutedSeriesColors(background, count);
    const orderOfHighlighted = [...highlighted];
    return Array.from(
      { length: count },
      (_, i) => (highlighted.has(i) ? highlightColors[orderOfHighlighted.indexOf(i)] : mutedColors[i]) ?? '#000000',
    );
  };
  if (chart.type === 'waterfall') {
    const barColors = seriesColors(templateColors, background, 3);
    const [grey = '#000000'] = mutedSeriesColors(background, 1);
    const colors = barsOfWaterfall(chart).map(({ isTotal, value }) => barColors[isTotal ? 0 : value < 0 ? 2 : 1]);
    return { colors: barColors, isLit, fillOf: (_, category) => (isLit(category) ? colors[category] : grey) ?? grey };
  }
  if (doesChartShowParts(chart) && chart.type !== 'funnel') {
    const colors = colorsOf(chart.categories.length, highlightedCategories);
    return { colors, isLit, fillOf: (_, category) => colors[category] ?? '#000000' };
  }
  const colors = colorsOf(names.length, highlightedSeries);
  const mutedColors = mutedSeriesColors(background, names.length);
  return {
    colors,
    isLit,
    fillOf: (part, category) => (isLit(category) ? colors[part] : mutedColors[part]) ?? '#000000',
  };
}
