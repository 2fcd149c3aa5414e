import type { Node } from '@takumi-rs/core';
import type { DrawableChart } from '../drawable-chart.ts';
import type { LayoutBox } from '../layout/boxes.ts';
import type { HorizontalAlign } from '../text/paragraph-node.ts';
import type { TypesetParagraph } from '../text/typesetting.ts';
import type { ChartShape } from './chart-model.ts';
import { isChartStacked } from './chart-value-axis.ts';

/** The text of a mark, on its slide. */
export interface MorphableLabel {
  /** Texts with the same key turn into one another. */
  key: string;
  paragraph: TypesetParagraph;
  /** Pixels of the slide. */
  box: LayoutBox;
  /** Size of type in pixels. */
  size: number;
  /** `#rrggbb`. */
  color: string;
  side: HorizontalAlign;
  /** Its text in another state. */
  node(look: { paragraph: TypesetParagraph; box: LayoutBox; size: number; color: string }): Node;
}

/** A chart on its slide, whose marks can turn into those of another one. */
export interface MorphableChart {
  /** The names of what it shows: charts with the same name turn into one another. */
  name: string;
  /** Its room in pixels of the slide. */
  room: LayoutBox;
  /** True on a right-to-left slide, where its forms are mirrored in the room. */
  isMirrored: boolean;
  /** Its marks, and all shapes over them. */
  shapes: readonly ChartShape[];
  labels: readonly MorphableLabel[];
}

/** Types whose marks keep their places in the order of names. */
const MORPHABLE: ReadonlySet<DrawableChart['type']> = new Set([
  ...(['column', 'bar', 'line', 'area', 'combo', 'waterfall', 'pie', 'donut'] as const),
]);

/** Types with lines or areas, which turn into others with values at the same categories alone. */
const WITH_LINES: ReadonlySet<DrawableChart['type']> = new Set(['line', 'area', 'combo'] as const);

/**
 * The names by which a chart is recognized on another slide: its type, its categories, and its series where there are several; of lines and
 * areas also where values are missing, and whether they are stacked. Undefined for a type whose marks cannot turn into others.
 */
export function morphableChartName(chart: DrawableChart): string | undefined {
  const { type, categories, series } = chart;
  if (!MORPHABLE.has(type)) return undefined;
  const names = [type, categories, series.length > 1 ? series.map(({ name }) => name) : []];
  const isKnown = series.map(({ values }) => categories.map((_, i) => typeof values[i] === 'number'));
  return JSON.stringify(WITH_LINES.has(type) ? [...names, isChartStacked(chart), isKnown] : names);
}
