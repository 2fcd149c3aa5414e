import type { SlideLayout } from './layout/layout-facts.ts';
import type { RichContent } from './rich-content.ts';

export interface DrawableImage {
  /** Our re-encoded JPEG or PNG. */
  bytes: Uint8Array;
  /** Hash of the bytes, hex. With it the decoded image is cached; renders draw an image once and leave it out. */
  sha256?: string | undefined;
  /** Pixels. */
  width: number;
  height: number;
  fit: 'cover' | 'contain';
  /** The point that stays visible when the image is cropped; 0–1 from the left and from the top. */
  focus: { x: number; y: number };
  /** It has text or a chart: cropping it would lose some of that. Absent: it does not. */
  is_figure?: true | undefined;
  /** It is a picture of the whole slide: what it leaves of the frame has the colour of its edges. Absent: it is not. */
  is_page?: true | undefined;
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
   * Number of `bullet_points`, from the first, that are visible, with their markers. Everything is where it is in the full picture.
   * Absent: all.
   */
  revealed?: number | undefined;
  /** Keeps the area of captions free of the slide's text. */
  captioned?: boolean | undefined;
}
