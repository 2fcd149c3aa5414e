/** Content that was not taken over, or not as it was. */
export const DECK_WARNINGS = [
  'slide_hidden',
  'slide_unreadable',
  'title_cut',
  'points_cut',
  'notes_cut',
  'picture_missing',
  'picture_linked',
  'picture_unreadable',
  'picture_too_large',
  'picture_not_used',
  'table_cut',
  'chart_not_taken',
  'diagram_not_taken',
  'ole_not_taken',
  'video_not_taken',
  'audio_not_taken',
  'animation_not_taken',
  'drawing_lost',
  'font_replaced',
  'look_approximate',
  'look_redesigned',
  'page_unreadable',
  'code_cut',
  'markup_not_taken',
  'setting_not_taken',
  'deck_silent',
  'variable_unknown_in_text',
] as const;
export type DeckWarningCode = (typeof DECK_WARNINGS)[number];

/** One line of the report of an import. */
export interface DeckWarning {
  /** The slide or page of the file, from 1; null: the whole file. */
  slide: number | null;
  code: DeckWarningCode;
  /** What happened, and what a person can do. Where the file is text, its line is in here. */
  message: string;
}

/** Why a file cannot be taken over at all; codes of the API. */
export const DECK_REFUSALS = ['import_invalid', 'import_encrypted', 'import_too_large', 'look_unavailable'] as const;
export type DeckRefusalCode = (typeof DECK_REFUSALS)[number];

/** A file that is refused as a whole. */
export class DeckRefusal extends Error {
  override name = 'DeckRefusal';
  readonly code: DeckRefusalCode;

  /** @param message a sentence for the client that says what to do */
  constructor(code: DeckRefusalCode, message: string, cause?: unknown) {
    super(message, { cause });
    this.code = code;
  }
}
