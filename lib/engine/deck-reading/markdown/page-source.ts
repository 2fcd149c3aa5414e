import type { Root } from 'hast';
import type { Fields } from './front-matter.ts';
/** The Markdown of one slide. */
export interface PageSource {
  text: string;
  /** Its elements, where they were not written in Markdown: `text` is empty then. */
  tree?: Root;
  /** Line of the file at which it starts, from 1. */
  line: number;
  /** Fields of the slide itself. */
  fields: Fields;
  /** What is spoken, where it is no part of `text`. */
  note?: string;
}
