import type { DrawableChart } from '../drawable-chart.ts';
import type { LayoutBox } from '../layout/boxes.ts';
import type { Paragraph } from '../text/typesetting.ts';
import type { ValueAxis } from './value-axis.ts';

/** A chart with the fonts of its text, without sizes. */
export interface SetChart {
  data: DrawableChart;
  categories: readonly Paragraph[];
  /** Names of the series. */
  names: readonly Paragraph[];
  /** By series, then by category; undefined where a value is not known, or is not written. */
  values: readonly (readonly (Paragraph | undefined)[])[];
  /** The axis of values with round ends, and one that ends with the values. */
  axis: ValueAxis & { labels: readonly Paragraph[] };
  tight: ValueAxis;
  /** `#rrggbb`: of the series, or of the slices. */
  colors: readonly string[];
}

/** A chart whose text was measured. */
export interface MeasuredChart extends SetChart {
  /** Widths on one line, in sizes of type. */
  widthOf(paragraph: Paragraph): number;
  /** The widest of the words of a label that a line break may not divide, in sizes of type. */
  wordWidthOf(paragraph: Paragraph): number;
  /** The same for all text: lines are equally high. */
  leading: number;
}

/** Role that the colour of a label comes from. */
export type LabelColor = 'text' | 'muted';

/** A label with its place in the room of a chart that starts on the left; pixels. */
export interface PlacedLabel {
  paragraph: Paragraph;
  box: LayoutBox;
  side: 'left' | 'center' | 'right';
  color: LabelColor;
  /** Degrees, around the middle of the right edge of the box; absent: not turned. */
  turned?: number | undefined;
  /** The series or slice that it belongs to; absent: it always stands. */
  part?: number | undefined;
}

/** Markup of SVG without text, in pixels of the room. */
export interface ChartShape {
  svg: string;
  part?: number | undefined;
}

/** A chart that is arranged in its room: starts on the left, mirrored where it is placed on a right-to-left slide. */
export interface ArrangedChart {
  shapes: readonly ChartShape[];
  labels: readonly PlacedLabel[];
  /** Pixels. */
  size: number;
  height: number;
  /** True if text was left out. */
  cut: boolean;
}

/** Space in which a chart is arranged, in pixels. */
export interface ChartRoom {
  width: number;
  height: number;
  short: number;
  /** CSS colours: of lines behind the chart, of its base line, and of what parts its slices. */
  grid: string;
  base: string;
  background: string;
  /** Corners of bars, a fraction of the short side. */
  radius: number;
}
