import type { CaptionStyle } from '../captions/caption-style.ts';
import type { ToneRangesByPicturePart } from '../footage/footage-tones.ts';
import type { PresenterFraming } from '../footage/presenter-crop.ts';
import type { PresenterLook } from '../footage/presenter-look.ts';
import type { DrawableCallout } from './callouts/callout.ts';
import type { SlideLayout } from './layout/layout-facts.ts';
import type { RichSlideContent, TypographyStyle } from './rich-slide-content.ts';

/** The image of a slide. */
export interface DrawableImage {
  /** The JPEG or PNG that the service encoded from the file of the client. */
  bytes: Uint8Array;
  /** Hash of the bytes, hex. The decoded image is cached under it. Renders leave the hash out, because they draw an image once. */
  sha256?: string | undefined;
  /** Pixels. */
  width: number;
  height: number;
  fit: 'cover' | 'contain';
  /** The point that stays visible when the image is cropped; 0–1 from the left and from the top. */
  focus: { x: number; y: number };
  /** True if the image is a graphic, not a photograph: text, a chart, a logo, an icon. Cropping would damage it. */
  is_figure?: true | undefined;
  /** A line under or on the image; absent: none. */
  caption?: string | undefined;
  /**
   * True if the image is a picture of the whole slide. The part of the frame that the image does not cover then has the colour of its
   * edges.
   */
  is_page?: true | undefined;
  /** The tones of all pictures that are shown in its place, of which it is one; absent: it is shown alone. */
  tones?: ToneRangesByPicturePart | undefined;
}

/** The recorded person of a slide, as pictures show them that do not move. */
export interface DrawablePresenter extends PresenterFraming {
  /** A frame of the recording. */
  image: DrawableImage;
  look: PresenterLook;
}

/** Reports whether an image is a photograph: neither a figure nor the picture of a whole slide. */
export const isPhotographicImage = ({ is_figure, is_page }: Pick<DrawableImage, 'is_figure' | 'is_page'>): boolean =>
  !is_figure && !is_page;

/** An object type with every field of another as a required one: an object that leaves out an optional field does not compile. */
export type EveryFieldRequired<Fields> = { [Name in keyof Required<Fields>]: Fields[Name] };

/** Everything that decides how a slide looks, apart from its size and its template. */
export interface DrawableSlide extends RichSlideContent {
  title: string;
  bullet_points: readonly string[];
  layout: SlideLayout;
  /** BCP 47. */
  language: string;
  /** True for the first slide of its timeline: with the layout `auto` it may be drawn as a title. */
  is_first: boolean;
  /** True for the last slide of a timeline of some length: with the layout `auto` it may be drawn as a closing page. Absent: false. */
  is_last?: true | undefined;
  /**
   * Number of the slide, from 1, drawn if the layout has a place for it. Absent: no number is drawn, so a slide keeps its picture when its
   * position changes.
   */
  slide_number?: number | undefined;
  /** A line at the bottom of every slide that has a place for a number; absent: none. */
  footer?: string | undefined;
  /** Absent: `smart`. */
  typography?: TypographyStyle | undefined;
  image?: DrawableImage | undefined;
  /** Its other images, which the layout `gallery` shows after `image`; absent: none. */
  images?: readonly DrawableImage[] | undefined;
  /** Callouts over the slide in each of its pictures that does not name others; absent: none. */
  callouts?: readonly DrawableCallout[] | undefined;
  /** The picture of each item, undefined for an item without one; absent if no item has a picture. */
  item_images?: readonly (DrawableImage | undefined)[] | undefined;
  /** The recorded person who is shown on it or next to it; absent: there is none. */
  presenter?: DrawablePresenter | undefined;
}

/** A slide that cannot be drawn: an image that does not decode, an unknown template, an impossible size. */
export class DrawingError extends Error {
  override name = 'DrawingError';
}

/** State in which a slide is drawn. */
export interface SlidePaintState {
  /**
   * Number of parts (see `textsOfBuildParts`), from the first, that are visible. All parts keep their places in the full picture. Absent:
   * all are visible.
   */
  revealed?: number | undefined;
  /** True: only the background of the slide is drawn, without its image and its texts. Absent: false. */
  isBare?: true | undefined;
  /** `away`: the soft lights of the background are at their other place. Absent: at the place that the template gives. */
  lights?: 'away' | undefined;
  /**
   * The number of parts, from the first, whose texts (of marks, and figures) are visible: texts appear after their marks. Absent: those of
   * all visible parts.
   */
  labelled?: number | undefined;
  /** `hidden`: without figures that count when the slide enters: that of the layout `number`, and those in charts. Absent: with them. */
  figures?: 'hidden' | undefined;
  /** `hidden`: without the marks of a chart and their texts, which are drawn while they turn into those of another. Absent: with them. */
  marks?: 'hidden' | undefined;
  /** The size of the image next to the text in a slow zoom, as a multiple of its usual size, at least 1. Absent: no zoom. */
  zoom?: number | undefined;
  /** Index, from 0, of the group of lines of code that is lit; the others are dimmed. Absent: no line is dimmed. */
  lit?: number | undefined;
  /** The callouts over the slide; absent: those of the slide. */
  callouts?: readonly DrawableCallout[] | undefined;
  /** True: its presenter is not drawn, and the room next to the slide for it stays empty. Absent: false. */
  isAlone?: boolean | undefined;
  /** The look of captions whose area is kept free of the slide's text; absent: there are none. */
  captioned?: CaptionStyle | undefined;
}
