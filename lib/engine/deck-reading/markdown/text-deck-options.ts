import type { FilesNextToDeck } from './files-next-to-deck.ts';

/** Options of the readers of Markdown and HTML. */
export interface TextDeckOptions {
  /** The number of slides that the plan allows in a timeline. */
  maxSlides: number;
  /** Folder of the deck in its archive; absent: the top. */
  folder?: string | undefined;
  /** Absent: the deck came without other files. */
  files?: FilesNextToDeck | undefined;
}
