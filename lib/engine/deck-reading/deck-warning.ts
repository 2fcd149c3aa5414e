/** Effect of a warning on its slide: content is lost, content is shown approximately, or neither. */
export type DeckWarningEffect = 'lost' | 'approximate' | 'none';

/** The codes of warnings, which are part of the API, with their effect. */
const EFFECT_BY_WARNING = {
  slide_hidden: 'none',
  slide_unreadable: 'lost',
  title_cut: 'lost',
  points_cut: 'lost',
  notes_cut: 'lost',
  picture_missing: 'lost',
  picture_linked: 'lost',
  picture_unreadable: 'lost',
  picture_too_large: 'lost',
  picture_not_used: 'lost',
  picture_still: 'approximate',
  table_cut: 'lost',
  chart_not_taken: 'lost',
  diagram_not_taken: 'lost',
  ole_not_taken: 'lost',
  video_not_taken: 'lost',
  audio_not_taken: 'lost',
  animation_not_taken: 'approximate',
  drawing_lost: 'lost',
  font_replaced: 'approximate',
  look_approximate: 'approximate',
  look_redesigned: 'approximate',
  page_unreadable: 'approximate',
  code_cut: 'lost',
  markup_not_taken: 'lost',
  markup_raw: 'approximate',
  setting_not_taken: 'approximate',
  brand_not_taken: 'none',
  deck_silent: 'none',
  pages_are_steps: 'none',
  objects_leave: 'none',
  language_mismatch: 'none',
  variable_unknown_in_text: 'none',
} as const satisfies Readonly<Record<string, DeckWarningEffect>>;
/** The code of a warning. */
export type DeckWarningCode = keyof typeof EFFECT_BY_WARNING;
/** All codes of warnings. */
export const DECK_WARNING_CODES = Object.keys(EFFECT_BY_WARNING) as [DeckWarningCode, ...DeckWarningCode[]];

/** The effect of a warning on its slide. */
export const effectOfDeckWarning = (code: DeckWarningCode): DeckWarningEffect => EFFECT_BY_WARNING[code];

/** One line of the report of an import. */
export interface DeckWarning {
  /** The slide or page of the file, from 1; null: the whole file. */
  slide: number | null;
  code: DeckWarningCode;
  /** Sentences for the client: what happened, in which line of a text file, and what to do about it. */
  message: string;
}

/** Reasons for which a file is refused as a whole; codes of the API. */
export const DECK_REFUSAL_CODES = [
  'import_invalid',
  'import_encrypted',
  'import_too_large',
  'look_unavailable',
] as const;
/** A reason for which a file is refused as a whole. */
export type DeckRefusalCode = (typeof DECK_REFUSAL_CODES)[number];

/** A file that is refused as a whole. */
export class DeckRefusal extends Error {
  override name = 'DeckRefusal';
  readonly code: DeckRefusalCode;

  /** @param message sentences for the client: what is wrong with the file, and what to do about it */
  constructor(code: DeckRefusalCode, message: string, cause?: unknown) {
    super(message, { cause });
    this.code = code;
  }
}

/** Advice about a slide that is drawn nearly like the original. */
export const COMPARE_WITH_DECK_ADVICE = 'Compare it with your deck, or send the deck’s PDF as well.';

/**
 * The line of the report about a slide that is drawn nearly like the original.
 * @param things the things that differ, which end the sentence
 */
export const nearlyDrawnMessage = (things: readonly string[]): string =>
  `Drawn only nearly as in your program: ${things.join('; ')}. ${COMPARE_WITH_DECK_ADVICE}`;
