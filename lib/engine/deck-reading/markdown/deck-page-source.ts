import type { Root } from 'hast';
import type { DeckChart } from '../deck.ts';
import type { YamlFields } from './front-matter.ts';

declare module 'hast' {
  interface ElementData {
    /** The chart that the element stands for. HTML has no syntax for it: the reader of DOCX sets it. */
    chart?: DeckChart | undefined;
  }
}

/** One page of a deck, before it is parsed. */
export interface DeckPageSource {
  /** Its Markdown; empty where `tree` is set. */
  text: string;
  /** Its parsed elements, for a page that was not written in Markdown. Absent: `text` is parsed. */
  tree?: Root;
  /** Line of the file at which the page starts, from 1. */
  line: number;
  /** Fields of this page only, such as those of Slidev below its `---`. */
  fields: YamlFields;
  /** Speaker notes that are separate from `text`. Absent: all notes are in `text`. */
  note?: string;
}
