import type { DrawableChart } from './drawable-chart.ts';
import type { DrawableTable } from './drawable-table.ts';

export interface DrawableImage {
  /** Our own re-encoded JPEG or PNG. */
  bytes: Uint8Array;
  /** Hash of the bytes, hex. With it the decoded image is cached; renders draw an image once and leave it out. */
  sha256?: string | undefined;
  /** Pixels. */
  width: number;
  height: number;
  fit: 'cover' | 'contain';
  /** The point that stays visible when the image is cropped; 0–1 from the left and from the top. */
  focus: { x: number; y: number };
  /** It holds text or a chart: cropping it would lose some of that. Absent: it does not. */
  is_figure?: true | undefined;
}

export const BULLET_STYLES = ['bullet', 'number', 'none'] as const;
export type BulletStyle = (typeof BULLET_STYLES)[number];

/** `inline`: `**bold**`, `*italic*`, `` `code` ``, `~~struck~~` and `[text](https://…)` in title, points and cells. */
export const MARKUPS = ['none', 'inline'] as const;
export type Markup = (typeof MARKUPS)[number];

/** Program text. */
export interface DrawableCode {
  /** By its usual name; absent: it is guessed what is a comment, a word of the language, a string or a number. */
  language?: string | undefined;
  text: string;
}

/** The most that `code` may hold. */
export const CODE_LIMITS = { characters: 4000, lines: 60, language: 40 } as const;

/** The deepest level of a point. */
export const DEEPEST_LEVEL = 2;

/** What a slide may hold beside title, points and image. At most one of `code`, `table` and `chart`. */
export interface RichContent {
  /** What stands before the points; absent: `bullet`. */
  bullet_style?: BulletStyle | undefined;
  /** One of 0–2 for each point; absent: all 0. */
  bullet_levels?: readonly number[] | undefined;
  /** Absent: `none`. */
  markup?: Markup | undefined;
  code?: DrawableCode | undefined;
  table?: DrawableTable | undefined;
  chart?: DrawableChart | undefined;
  /** With the layout `two_columns`: the point, from 0, that begins the second column; absent: in halves. */
  column_break?: number | undefined;
}

/** All fields of something by their names, also those that may be absent: a list that leaves one out does not compile. */
export type EveryField<Fields> = { [Name in keyof Required<Fields>]: Fields[Name] };

/** Everything that decides how a slide looks, apart from its size and its template. */
export interface DrawableSlide extends RichContent {
  title: string;
  bullet_points: readonly string[];
  layout: SlideLayout;
  /** BCP 47. */
  language: string;
  /** The first slide of its timeline: with the layout `auto` it may be a title. */
  is_first: boolean;
  /** 1-based, drawn where the layout has a place for it. Absent: no number, so that a slide that moves keeps its picture. */
  slide_number?: number | undefined;
  /** A line at the bottom of every slide that has a place for a number; absent: none. */
  footer?: string | undefined;
  image?: DrawableImage | undefined;
}

/** A slide that cannot be drawn: an image that does not decode, an unknown template, an impossible size. */
export class DrawingError extends Error {
  override name = 'DrawingError';
}

export interface PaintOptions {
  /**
   * How many of `bullet_points`, from the first, are visible, with their markers. Everything is where it is in the full
   * picture. Absent: all.
   */
  revealed?: number | undefined;
  /** Keeps the area of captions free of the slide's text. */
  captioned?: boolean | undefined;
}

/** How a slide arranges what it holds; `auto` lets the renderer choose by the content. */
export const SLIDE_LAYOUTS = [
  'auto',
  'title',
  'bullets',
  'image_left',
  'image_right',
  'image_full',
  'quote',
  'section',
  'code',
  'number',
  'two_columns',
  'figure',
  'table',
  'chart',
] as const;
export type SlideLayout = (typeof SLIDE_LAYOUTS)[number];
