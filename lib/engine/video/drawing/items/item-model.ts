import type { DrawableImage } from '../drawable-slide.ts';
import type { LayoutBox } from '../layout/boxes.ts';
import type { RoundedPictureCorners } from '../layout/pasted-picture.ts';
import type { TypesetParagraph } from '../text/typesetting.ts';

/** The sign on a disc: the shapes of an icon (elements of SVG without colours), a short text, or a picture. */
export type ItemDiscSign = { icon: string } | { letters: TypesetParagraph } | { picture: DrawableImage };

/** The mark before a line of a comparison. */
export type ComparisonLineMark = 'pro' | 'con' | 'point';

/** A line of text of an item. */
export interface ItemLine {
  paragraph: TypesetParagraph;
  mark?: ComparisonLineMark | undefined;
}

/** An item whose text has fonts, but no sizes yet. */
export interface TypesetItem {
  title?: TypesetParagraph | undefined;
  lines: readonly ItemLine[];
  figure?: TypesetParagraph | undefined;
  date?: TypesetParagraph | undefined;
  /** The shapes of its icon (elements of SVG without colours); absent: it has none. */
  icon?: string | undefined;
  /** The number of the item, from 1, in the digits of the language. */
  number: TypesetParagraph;
  /** The first letters of its title. */
  initials?: TypesetParagraph | undefined;
  /** Its picture; absent: it has none. */
  picture?: DrawableImage | undefined;
  isHighlighted: boolean;
}

/** A part of an item in its place: pixels from the corner of the room, from left to right. It is mirrored on right-to-left slides. */
export type PlacedItemElement = {
  /** Index of the item with which it appears. */
  item: number;
  box: LayoutBox;
} & (
  | { kind: 'shape'; style: Record<string, string | number> }
  /** `counts`: true if its number counts up when the slide enters. */
  | {
      kind: 'text';
      paragraph: TypesetParagraph;
      size: number;
      color: string;
      align: 'start' | 'center';
      counts?: boolean;
    }
  /** Drawn over all other pieces, cropped to fill its box, or whole in a box of its aspect ratio. */
  | {
      kind: 'picture';
      image: DrawableImage;
      radius: number;
      corners?: RoundedPictureCorners | undefined;
      isOutlined?: boolean;
    }
  /** Markup of SVG in a view box of this size. `turns`: true if the markup is mirrored on right-to-left slides, and not only its place. */
  | { kind: 'drawing'; svg: string; view: { width: number; height: number }; turns: boolean }
);

/** Items in their places; pixels. */
export interface ArrangedItems {
  pieces: readonly PlacedItemElement[];
  height: number;
  /** Size of the titles. */
  size: number;
  /** True if a text was cut. */
  cut: boolean;
}
