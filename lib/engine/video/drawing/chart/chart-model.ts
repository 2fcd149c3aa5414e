import type { DrawableChart } from '../drawable-chart.ts';
import type { LayoutBox } from '../layout/boxes.ts';
import type { EntranceRevealShape } from '../part-entrance.ts';
import type { TypesetParagraph } from '../text/typesetting.ts';
import type { ValueAxis } from './chart-value-axis.ts';

/** A chart whose text has fonts, but no sizes yet. */
export interface TypesetChart {
  data: DrawableChart;
  categories: readonly TypesetParagraph[];
  /** Names of the series. */
  names: readonly TypesetParagraph[];
  /** By series, then by category; undefined where a value is not known, or is not written. */
  values: readonly (readonly (TypesetParagraph | undefined)[])[];
  /** The same for values that are written within their marks. */
  inside: readonly (readonly (TypesetParagraph | undefined)[])[];
  /** The axis of values, which starts and ends with round values. */
  axis: ValueAxis & { labels: readonly TypesetParagraph[] };
  /** An axis that starts and ends with the lowest and the highest value: that of a chart whose axis is not drawn. */
  tight: ValueAxis;
  /** The horizontal axis of a scatter chart, or the scale of a gauge: its ends, and the values that divide it. Absent for other charts. */
  across?: (ValueAxis & { labels: readonly TypesetParagraph[] }) | undefined;
  /** Labels of points, series by series; undefined: a point has none. Empty in other charts. */
  pointNames: readonly (TypesetParagraph | undefined)[];
  /** Colours of the series, or of the slices, as a legend shows them; `#rrggbb`. */
  colors: readonly string[];
  /** `#rrggbb` of the mark of a series at a category. */
  fillOf(series: number, category: number): string;
  /** Reports whether a category (or a point, counted through all series) is highlighted, or none is. */
  isLit(category: number): boolean;
  extras: ChartAnnotationTexts<TypesetParagraph>;
}

/** The texts of a chart other than names and values; absent: none. */
export interface ChartAnnotationTexts<Text> {
  xTitle?: Text | undefined;
  yTitle?: Text | undefined;
  target?: Text | undefined;
  source?: Text | undefined;
  /** The figure in the middle of a donut or a gauge. */
  figure?: Text | undefined;
  /** Notes, each at the index of its category. */
  notes: readonly { category: number; text: Text }[];
}

/** A chart whose text was measured. */
export interface MeasuredChart extends TypesetChart {
  /** Widths on one line, in sizes of type. */
  widthOf(paragraph: TypesetParagraph): number;
  /** The widest of the words of a label that a line break may not divide, in sizes of type. */
  wordWidthOf(paragraph: TypesetParagraph): number;
  /** Line height of all text, as a multiple of the size of type. */
  leading: number;
}

/** The colour in which a label is drawn: of the palette, or `#rrggbb`. */
export type ChartLabelColor = 'text' | 'muted' | `#${string}`;

/** A label with its place in the room of a chart that is not mirrored; pixels. */
export interface PositionedChartLabel {
  paragraph: TypesetParagraph;
  box: LayoutBox;
  side: 'left' | 'center' | 'right';
  color: ChartLabelColor;
  /** Size of type in pixels; absent: that of the chart. */
  size?: number | undefined;
  /** Degrees, around the middle of the right edge of the box; absent: not turned. */
  turned?: number | undefined;
  /** Index of the series or slice that it appears with; absent: it is always visible. */
  part?: number | undefined;
  /** The turn of its mark, with which it enters; absent: it enters first. */
  turn?: number | undefined;
  /** True: it counts up to its value when the chart enters. Absent: it appears. */
  counts?: boolean | undefined;
  /** The name of a text that moves with the marks: texts with the same name in two charts turn into one another. Absent: it does not move. */
  key?: string | undefined;
}

/** The entrance of a mark, in pixels of a room that is not mirrored. */
export interface MarkEntrance {
  shape: EntranceRevealShape;
  /** The box within which the mark is drawn. */
  box: LayoutBox;
  /** Its place in the order of entrances, from 0: marks of a later turn enter later. */
  turn: number;
  /** True: it enters after the marks below it, which it may cross. Absent: false. */
  isOver?: boolean;
}

/** The form of a mark in numbers, so that it can turn into the same mark of another chart. */
export interface ChartMarkForm {
  /** Marks with the same key turn into one another, in charts of one type with the same categories and series. */
  key: string;
  /** Pixels of a room that is not mirrored, and angles in radians; forms with the same key have the same number of them. */
  numbers: readonly number[];
  /** `#rrggbb` or `#rrggbbaa`. */
  color: string;
  /** Returns the markup of SVG of a mark with other numbers and another colour, such as those between two forms. */
  draw(numbers: readonly number[], color: string): string;
}

/** Markup of SVG without text, in pixels of the room. */
export interface ChartSvgShape {
  svg: string;
  /** Its form, if it can turn into a mark of another chart; absent: it cannot. */
  form?: ChartMarkForm | undefined;
  /** Index of the series or slice that it appears with; absent: it is always visible. */
  part?: number | undefined;
  /** Its entrance where charts move; absent: it fades in. */
  entrance?: MarkEntrance | undefined;
}

/** A chart that is arranged in its room, from left to right. It is mirrored when it is placed on a right-to-left slide. */
export interface ArrangedChart {
  shapes: readonly ChartSvgShape[];
  labels: readonly PositionedChartLabel[];
  /** Size of type, and height of the chart, in pixels. */
  size: number;
  height: number;
  /** True if a text was cut or left out. */
  cut: boolean;
  /** True: each turn of its marks starts when the one before has nearly ended. Absent: turns overlap more. */
  isStepwise?: boolean;
  /** Left and right edge of the plot, in pixels; absent: the edges of the room. */
  plot?: { left: number; right: number } | undefined;
}

/** Space in which a chart is arranged, in pixels. */
export interface AvailableChartSpace {
  width: number;
  height: number;
  /** The unit of the slide, in pixels. */
  unit: number;
  /** The smallest type size, at which text without room is cut. */
  smallest: number;
  /** CSS colours: of the lines behind the chart, of its base line, and of the gaps between slices. */
  grid: string;
  base: string;
  background: string;
  /** The colour of text, which the line of a target has. */
  ink: string;
  /** Radius of the corners of bars, a fraction of the unit. */
  radius: number;
}
