import type { DeckTable } from '../deck.ts';
import type { Fields } from './front-matter.ts';
import type { RichText } from './marked-text.ts';

/** An image as the Markdown names it. */
export interface NamedImage {
  url: string;
  alt: string;
  line: number;
  /** It stands within a text, as a sign would. */
  isInline: boolean;
  /** Marp's `![bg]`: behind or next to the text. */
  background?: 'left' | 'right' | 'whole' | undefined;
  fit?: 'cover' | 'contain' | undefined;
  /** Pixels, where the deck says them. */
  width?: number | undefined;
  /** Formulas, as TeX, that are drawn in its place; it has no address then. */
  formulas?: string[] | undefined;
}

/** Marker of a point. `task`: a box, which is part of its text. */
export type PointMarker = 'bullet' | 'none' | 'task';

/** One thing that a slide shows, in the order of the file. */
export type PageBlock =
  | { kind: 'heading'; depth: number; text: RichText; line: number }
  | {
      kind: 'point';
      text: RichText;
      line: number;
      level: number;
      marker: PointMarker;
      /** Its number in a numbered list. */
      ordinal?: number | undefined;
    }
  | { kind: 'quote'; words: RichText; speaker: RichText | undefined; line: number }
  | { kind: 'code'; language: string | undefined; text: string; line: number }
  | { kind: 'table'; table: DeckTable; marked: DeckTable; hasMarks: boolean; line: number }
  | { kind: 'image'; image: NamedImage; line: number }
  /** A formula that stands for itself, as TeX. */
  | { kind: 'formula'; tex: string; line: number }
  /** The second column starts. */
  | { kind: 'column'; line: number };

/** Content of one slide in Markdown, before it is fitted into slides of the API. */
export interface PageDraft {
  /** Where it starts in the file, from 1. */
  line: number;
  /** Fields of the slide: Slidev's front matter, and Marp's directives. */
  fields: Fields;
  blocks: PageBlock[];
  notes: string[];
  /** The `name=value` pairs of `<!-- slide: … -->`. */
  settings: { name: string; value: string; line: number }[];
  /** Directives of Marp for this slide and all after it. */
  lasting: Fields;
  /** Elements of HTML, and of other programs, that are not drawn. */
  elements: string[];
  /** What comments `say(…): …` ask of the voice. */
  sayOptions: { options: string; line: number }[];
  /** Formulas within texts, as TeX. */
  formulas: string[];
  clicks: number;
  /** Its list comes in point by point. */
  comesByPoint: boolean;
}
