import type { MediaSource } from '../deck.ts';
import type { DeckWarningCode } from '../deck-warning.ts';
import type { MarkdownDialect } from './split-deck-into-pages.ts';

/** The deck-wide facts and functions that are needed to convert a page into slides: the deck, its pictures, and the report. */
export interface DeckPageContext {
  dialect: MarkdownDialect;
  /** Number of the page in the deck, from 1. */
  page: number;
  /** Finds the picture with an address. @returns null if the file has none */
  locate(url: string): MediaSource | null;
  /** Adds a line about this page to the report. */
  warn(code: DeckWarningCode, message: string): void;
  /** Reports a setting or an element of this page that has no effect on the video. */
  noteWithoutEffect(code: 'setting_not_taken' | 'markup_not_taken', name: string): void;
}
