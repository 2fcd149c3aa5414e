import type { DeckChart, DeckTable } from '../deck.ts';
import type { YamlFields } from './front-matter.ts';
import type { PlainAndMarkedText } from './marked-text.ts';
import type { DeckPageVideoOptions } from './named-video.ts';

/** An image as the Markdown names it. */
export interface PageImage {
  /** Empty for formulas. */
  url: string;
  alt: string;
  /** The title of `![alt](file "title")`. Absent: it has none. */
  caption?: string | undefined;
  /** Line of the file, from 1. */
  line: number;
  /** True if the image is part of a text, as an icon would be. */
  isInline: boolean;
  /** Place of Marp's `![bg]`: behind the text, or a half of the slide. Absent: an ordinary image. */
  background?: 'left' | 'right' | 'whole' | undefined;
  /** Absent: the deck does not name it. */
  fit?: 'cover' | 'contain' | undefined;
  /** Width in pixels; absent: the deck does not name it. */
  width?: number | undefined;
  /** Absent: it is a picture. */
  video?: DeckPageVideoOptions | undefined;
  /** Formulas, as TeX, that are drawn as this image. Absent: it is a picture or a video. */
  formulas?: string[] | undefined;
}

/** Marker of a point. `none`: a paragraph. `task`: a check box, which is part of its text. */
export type PointMarker = 'bullet' | 'none' | 'task';

/** A block that a slide shows. `line`: line of the file, from 1. */
export type MarkdownPageBlock =
  /** `depth`: from 1 (`#`) to 6. */
  | { kind: 'heading'; depth: number; text: PlainAndMarkedText; line: number }
  | {
      kind: 'point';
      text: PlainAndMarkedText;
      line: number;
      /** Depth of nesting, from 0 to 2. */
      level: number;
      marker: PointMarker;
      /** Its number in a numbered list; undefined: the point is not numbered. */
      ordinal?: number | undefined;
    }
  | { kind: 'quote'; words: PlainAndMarkedText; speaker: PlainAndMarkedText | undefined; line: number }
  /** `focus`: groups of lines that are highlighted one after another; absent: none. */
  | { kind: 'code'; language: string | undefined; text: string; line: number; focus?: string[] | undefined }
  /** The same table twice: `table` without inline marks, `marked` with them. `hasMarks`: the two differ. */
  | { kind: 'table'; table: DeckTable; marked: DeckTable; hasMarks: boolean; line: number }
  /** `title`: of the chart; absent: that of the page. */
  | { kind: 'chart'; chart: DeckChart; title?: string | undefined; line: number }
  | { kind: 'image'; image: PageImage; line: number }
  /** A formula on a separate line, as TeX. */
  | { kind: 'formula'; tex: string; line: number }
  /** The start of the second column. */
  | { kind: 'column'; line: number };

/** Content of one page of a deck, before it is fitted into slides of the API. */
export interface PageDraft {
  /** Line of the file at which the page starts, from 1. */
  line: number;
  /** Fields of this page only: Slidev's front matter, and Marp's directives with `_`. */
  fields: YamlFields;
  /** In the order of the file. */
  blocks: MarkdownPageBlock[];
  /** Speaker notes, a text for each comment or paragraph. */
  notes: string[];
  /** The `name=value` pairs of `<!-- slide: … -->`. */
  settings: { name: string; value: string; line: number }[];
  /** Marp's directives for this page and all that follow. */
  lasting: YamlFields;
  /** Names of the elements, in HTML or in the syntax of another program, that are not drawn. */
  elements: string[];
  /** Options of comments `say(…): …`, which ask for a voice. */
  sayOptions: { options: string; line: number }[];
  /** Formulas within texts, as TeX. */
  formulas: string[];
  /** Charts that cannot be drawn: the reason, as a sentence without its full stop. */
  lostCharts: { reason: string; line: number }[];
  /** Number of clicks that reveal parts of the page. */
  clicks: number;
  /** True if each point of its list appears with a click. */
  comesByPoint: boolean;
}
