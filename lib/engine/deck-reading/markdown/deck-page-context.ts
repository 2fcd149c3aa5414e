import type { MediaSource } from '../deck.ts';
import type { DeckWarningCode } from '../deck-warning.ts';
import type { MarkdownDialect } from './split-deck-into-pages.ts';

/** The information about a page and its deck, and the functions, that the conversion of the page into slides needs. */
export interface DeckPageContext {
  dialect: MarkdownDialect;
  /** Number of the page in the deck, from 1. */
  page: number;
  /** Finds the picture or the video with an address. @returns null if the deck has none there */
  findMedia(url: string): MediaSource | null;
  /** Adds a line about this page to the report. */
  warn(code: DeckWarningCode, message: string): void;
  /** Reports a setting or an element of this page that has no effect on the video. */
  warnWithoutEffect(code: 'setting_not_taken' | 'markup_not_taken', name: string): void;
}
