import type { DeckChart, DeckSlideContent } from '../deck.ts';
import type { TextWithMarks } from './marked-text.ts';
import type { PageBlock, PageImage, PointMarker } from './page-draft.ts';

/** The blocks of one kind. */
export type PageBlockOfKind<Kind extends PageBlock['kind']> = Extract<PageBlock, { kind: Kind }>;

/** A point of a slide, with its marker. */
export interface PageSlidePoint {
  text: TextWithMarks;
  /** Depth of nesting, from 0 to 2. */
  level: number;
  marker: PointMarker;
  /** Its number in a numbered list; absent: the point is not numbered. */
  ordinal?: number | undefined;
  /** Column of a page with two columns: 0 or 1. */
  column: number;
}

/** The part of a page that becomes one slide of the API. */
export interface MarkdownSlidePart {
  title: TextWithMarks;
  points: PageSlidePoint[];
  /** The picture or the video of the slide; absent: none. */
  image?: PageImage | undefined;
  /** Further pictures, which are shown with `image` as a gallery; absent: none. */
  images?: readonly PageImage[] | undefined;
  code?: { language?: string | undefined; text: string } | undefined;
  table?: PageBlockOfKind<'table'> | undefined;
  chart?: DeckChart | undefined;
  /** The layout that the content requires; absent: `layoutOfMarkdownSlide` chooses. */
  layout?: DeckSlideContent['layout'] | undefined;
}

/** The length, in characters, of the longest text that fits into one line under a title. */
export const MAX_CHARACTERS_OF_LINE_UNDER_TITLE = 120;

/** Returns a function that reports whether a block is of a kind. */
export const isBlockOfKind =
  <Kind extends PageBlock['kind']>(kind: Kind) =>
  (block: PageBlock): block is PageBlockOfKind<Kind> =>
    block.kind === kind;
