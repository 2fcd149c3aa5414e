import { scaleLog } from 'd3-scale';
import { element, label } from '#test/bench/page/markup.ts';

/** A line over rates, in logarithms on both axes. */
export interface RateLine {
  name: string;
  kind: 'ours' | 'other';
  points: readonly { perHour: number; value: number }[];
}

const SIZE = { width: 760, height: 280 };
const MARGIN = { top: 16, right: 80, bottom: 40, left: 84 };

/** Lines by renders an hour, as SVG. @param unit what stands behind the values */
export function rateChart(title: string, lines: readonly RateLine[], unit: string): string {
  const all = lines.flatMap(({ points }) => points).filter(({ value }) => value > 0);
  const rates = [...new Set(all.map(({ perHour }) => perHour))].sort((a, b) => a - b);
  const values = all.map(({ value }) => value);
  const right = SIZE.width - MARGIN.right;
  const bottom = SIZE.height - MARGIN.bottom;
  const x = scaleLog([rates[0] ?? 1, rates.at(-1) ?? 10], [MARGIN.left, right]);
  const y = scaleLog([Math.min(...values), Math.max(...values) * 1.01], [bottom, MARGIN.top]).nice();
  const ticks = y.ticks().filter((tick) => /^1(e|0*$|\.0*$)/.test(String(tick)) || Math.log10(tick) % 1 === 0);
  const grid = ticks.map((tick) => [
    element('line', { x1: MARGIN.left, x2: right, y1: y(tick), y2: y(tick), class: 'grid' }),
    label(`${tick}${unit}`, { x: MARGIN.left - 8, y: y(tick), class: 'tick', 'text-anchor': 'end', dy: '0.35em' }),
  ]);
  const marks = rates.map((rate) =>
    label(rate.toLocaleString('en'), { x: x(rate), y: bottom + 18, class: 'tick', 'text-anchor': 'middle' }),
  );
  const axis = label('renders an hour', {
    x: (MARGIN.left + right) / 2,
    y: SIZE.height - 4,
    class: 'tick',
    'text-anchor': 'middle',
  });
  const drawn = lines.map(({ name, kind, points }, index) => {
    const shown = points.filter(({ value }) => value > 0);
    const last = shown.at(-1);
    return [
      element('polyline', {
        points: shown.map(({ perHour, value }) => `${x(perHour).toFixed(1)},${y(value).toFixed(1)}`).join(' '),
        class: `line ${kind}`,
      }),
      ...shown.map(({ perHour, value }) =>
        element('circle', { cx: x(perHour), cy: y(value), r: 3, class: `point ${kind}` }),
      ),
      last ? label(name, { x: right + 8, y: y(last.value), class: 'tick', dy: `${0.9 * index - 0.2}em` }) : '',
    ];
  });
  const box = { viewBox: `0 0 ${SIZE.width} ${SIZE.height}`, width: SIZE.width, height: SIZE.height };
  return element(
    'svg',
    { ...box, xmlns: 'http://www.w3.org/2000/svg', role: 'img', 'aria-label': title },
    [grid, marks, axis, drawn].flat(3).join(''),
  );
}
