import type { Node } from '@takumi-rs/core';
import type { DrawableChart } from '../drawable-chart.ts';
import type { LayoutBox } from '../layout/boxes.ts';
import type { HorizontalAlign } from '../text/paragraph-node.ts';
import type { TypesetParagraph } from '../text/typesetting.ts';
import type { ChartSvgShape } from './chart-model.ts';
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
  /** Returns a node of the label with another text, place, size and colour. */
  node(look: { paragraph: TypesetParagraph; box: LayoutBox; size: number; color: string }): Node;
}

/** A chart on its slide, whose marks can turn into those of another one. */
export interface MorphableChart {
  /** The text of `morphableChartName`: charts with the same name turn into one another. */
  name: string;
  /** Its room in pixels of the slide. */
  room: LayoutBox;
  /** True on a right-to-left slide, where its forms are mirrored in the room. */
  isMirrored: boolean;
  /** Its marks, and all shapes drawn after the first of them. */
  shapes: readonly ChartSvgShape[];
  labels: readonly MorphableLabel[];
}

/** Types whose marks keep their places in the order of names. */
const MORPHABLE_TYPES: ReadonlySet<DrawableChart['type']> = new Set([
  'column',
  'bar',
  'line',
  'area',
  'combo',
  'waterfall',
  'pie',
  'donut',
] as const);

/** Types with lines or areas, which turn only into others with known values at the same categories. */
const TYPES_WITH_LINES: ReadonlySet<DrawableChart['type']> = new Set(['line', 'area', 'combo'] as const);

/**
 * A text by which a chart is recognized on another slide: its type, its categories, and the names of its series if it has several; for lines
 * and areas also where values are missing, and whether they are stacked. Undefined for a type whose marks cannot turn into others.
 */
export function morphableChartName(chart: DrawableChart): string | undefined {
  const { type, categories, series } = chart;
  if (!MORPHABLE_TYPES.has(type)) return undefined;
  const names = [type, categories, series.length > 1 ? series.map(({ name }) => name) : []];
  const isKnown = series.map(({ values }) => categories.map((_, i) => typeof values[i] === 'number'));
  return JSON.stringify(TYPES_WITH_LINES.has(type) ? [...names, isChartStacked(chart), isKnown] : names);
}
