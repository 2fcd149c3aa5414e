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
}

/** Everything that decides how a slide looks, apart from its size and its template. */
export interface DrawableSlide {
  title: string;
  bullet_points: readonly string[];
  layout: SlideLayout;
  /** BCP 47. */
  language: string;
  /** The first slide of its timeline: with the layout `auto` it may be a title. */
  is_first: boolean;
  /** 1-based, drawn where the layout has a place for it. Absent: no number, so that a slide that moves keeps its picture. */
  slide_number?: number | undefined;
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
] as const;
export type SlideLayout = (typeof SLIDE_LAYOUTS)[number];
