import { scaleLinear, scaleLog } from 'd3-scale';
import { secondsText } from './figures.ts';
import { element, label } from './markup.ts';

/** A line with a point for each number of workers. */
export interface Line {
  name: string;
  kind: 'ours' | 'other';
  points: readonly { workers: number; seconds: number }[];
  /** Where it would end with endless workers. */
  floor: number;
}

export interface LineChart {
  title: string;
  lines: readonly Line[];
}

const HEIGHT = 260;
const MARGIN = { top: 16, right: 16, bottom: 40, left: 56 };
const TICKS = 4;

/** Seconds by the number of workers, which doubles from mark to mark, as SVG. A dashed line is the floor of the line in its colour. */
export function lineChart({ title, lines }: LineChart, width: number): string {
  const all = lines.flatMap(({ points }) => points);
  const workers = [...new Set(all.map((point) => point.workers))].sort((a, b) => a - b);
  const right = width - MARGIN.right;
  const bottom = HEIGHT - MARGIN.bottom;
  const x = scaleLog([workers[0] ?? 1, workers.at(-1) ?? 2], [MARGIN.left, right]).base(2);
  const y = scaleLinear([0, Math.max(...all.map(({ seconds }) => seconds))], [bottom, MARGIN.top]).nice(TICKS);
  const grid = y
    .ticks(TICKS)
    .map((tick) => [
      element('line', { x1: MARGIN.left, x2: right, y1: y(tick), y2: y(tick), class: 'grid' }),
      label(`${tick} s`, { x: MARGIN.left - 8, y: y(tick), class: 'tick', 'text-anchor': 'end', dy: '0.35em' }),
    ]);
  const marks = workers.map((count) =>
    label(String(count), { x: x(count), y: bottom + 18, class: 'tick', 'text-anchor': 'middle' }),
  );
  const axis = label('workers', {
    x: (MARGIN.left + right) / 2,
    y: HEIGHT - 4,
    class: 'tick',
    'text-anchor': 'middle',
  });
  const drawn = lines.map(({ kind, points, floor }) => [
    element('line', { x1: MARGIN.left, x2: right, y1: y(floor), y2: y(floor), class: `floor ${kind}` }),
    element('polyline', {
      points: points.map((point) => `${x(point.workers).toFixed(1)},${y(point.seconds).toFixed(1)}`).join(' '),
      class: `line ${kind}`,
    }),
    ...points.map((point) =>
      element('circle', { cx: x(point.workers), cy: y(point.seconds), r: 3.5, class: `point ${kind}` }),
    ),
  ]);
  const box = { viewBox: `0 0 ${width} ${HEIGHT}`, width, height: HEIGHT };
  return element('svg', { ...box, role: 'img', 'aria-label': title }, [grid, marks, axis, drawn].flat(2).join(''));
}

/** What the lines of a chart are, with their first and last figures. */
export const legend = ({ lines }: LineChart): string =>
  element(
    'ul',
    { class: 'legend' },
    lines
      .map(({ name, kind, points, floor }) => {
        const [first, last] = [points[0], points.at(-1)];
        if (!first || !last) return '';
        const from = `${secondsText(first.seconds)} with ${first.workers}, ${secondsText(last.seconds)} with ${last.workers}`;
        const key = element('span', { class: `key ${kind}` });
        return element('li', {}, `${key}${name}: ${from}; ${secondsText(floor)} of it never falls`);
      })
      .join(''),
  );
