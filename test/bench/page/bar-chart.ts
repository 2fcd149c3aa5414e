import { scaleLinear } from 'd3-scale';
import { element, label } from './markup.ts';

/** One bar, with its name before it and its figure behind it. */
export interface Bar {
  name: string;
  value: number;
  figure: string;
  kind: 'ours' | 'other' | 'met' | 'missed';
}

export interface BarChart {
  /** What it shows, for those who do not see it. */
  title: string;
  bars: readonly Bar[];
  /** A value to hold the bars against: a mark across each of them. */
  limit?: number;
}

const ROW = 30;
const NARROW_ROW = 46;
const BAR = 16;
const NAMES = 300;
const FIGURES = 150;
/** A bar is seen, however short. */
const MIN_BAR = 2;

const mark = (x: number, top: number): string =>
  element('line', { x1: x, x2: x, y1: top - 2, y2: top + BAR + 2, class: 'limit' });

/**
 * Horizontal bars from zero as SVG. Where there is little room (`width` below 500) the names stand above the bars. Colours come
 * from the classes of the page.
 */
export function barChart({ title, bars, limit }: BarChart, width: number): string {
  const isNarrow = width < 500;
  const [row, left, right] = isNarrow ? [NARROW_ROW, 0, 110] : [ROW, NAMES, FIGURES];
  const most = Math.max(...bars.map(({ value }) => value), limit ?? 0);
  const scale = scaleLinear([0, most], [0, width - left - right]);
  // A figure stands behind the mark, where its bar does not reach it.
  const clear = (long: number) => Math.max(long, limit === undefined ? 0 : scale(limit));
  const drawn = bars.map(({ name, value, figure, kind }, index) => {
    const top = index * row + (isNarrow ? 22 : (row - BAR) / 2);
    const long = Math.max(MIN_BAR, scale(value));
    const middle = top + BAR / 2;
    return [
      isNarrow
        ? label(name, { x: 0, y: top - 7, class: `name ${kind}` })
        : label(name, { x: left - 12, y: middle, class: `name ${kind}`, 'text-anchor': 'end', dy: '0.35em' }),
      element('rect', { x: left, y: top, width: long, height: BAR, rx: 2, class: `bar ${kind}` }),
      limit === undefined ? '' : mark(left + scale(limit), top),
      label(figure, { x: left + clear(long) + 8, y: middle, class: 'figure', dy: '0.35em' }),
    ].join('');
  });
  const height = bars.length * row;
  const box = { viewBox: `0 0 ${width} ${height}`, width, height };
  return element('svg', { ...box, role: 'img', 'aria-label': title }, drawn.join(''));
}
