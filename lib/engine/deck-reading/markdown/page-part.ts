import type { DeckChart, DeckSlideContent } from '../deck.ts';
import type { PlainAndMarkedText } from './marked-text.ts';
import type { MarkdownPageBlock, PageImage, PointMarker } from './page-draft.ts';

/** The blocks of one kind. */
export type MarkdownPageBlockOfKind<Kind extends MarkdownPageBlock['kind']> = Extract<
  MarkdownPageBlock,
  { kind: Kind }
>;

/** A point of a slide, with its marker. */
export interface PageSlidePoint {
  text: PlainAndMarkedText;
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
  title: PlainAndMarkedText;
  points: PageSlidePoint[];
  /** The picture or the video of the slide; absent: none. */
  image?: PageImage | undefined;
  /** Further pictures, which are shown with `image` as a gallery; absent: none. */
  images?: readonly PageImage[] | undefined;
  code?: { language?: string | undefined; text: string } | undefined;
  table?: MarkdownPageBlockOfKind<'table'> | undefined;
  chart?: DeckChart | undefined;
  /** The layout that the content requires; absent: `layoutOfMarkdownSlide` chooses. */
  layout?: DeckSlideContent['layout'] | undefined;
}

/** The length, in characters, of the longest text that fits into one line under a title. */
export const MAX_CHARACTERS_OF_LINE_UNDER_TITLE = 120;

/** Returns a function that reports whether a block is of a kind. */
export const createBlockKindGuard =
  <Kind extends MarkdownPageBlock['kind']>(kind: Kind) =>
  (block: MarkdownPageBlock): block is MarkdownPageBlockOfKind<Kind> =>
    block.kind === kind;
