import type { TypeStyle } from '../design.ts';
import { markWordBoundaries } from './clean-text.ts';
import { type EmojiSet, mayHoldEmoji, openEmojiSet, splitEmoji } from './emoji.ts';
import { fontOrder } from './font-catalog.ts';
import type { FontLibrary } from './font-library.ts';
import type { TextRun } from './text-runs.ts';
import { type Direction, directionOf, extraLeading, isAlphabetic, isKorean } from './writing-system.ts';

/** A paragraph with its fonts, without size and width. */
export interface Paragraph {
  runs: TextRun[];
  style: TypeStyle;
  direction: Direction;
  /** CSS families in order. */
  families: string[];
  /** Line height as a multiple of the size. */
  leading: number;
  /** Letters may be spaced and slanted. */
  alphabetic: boolean;
  /** Korean: written in squares, with spaces between words; lines break at the spaces only. */
  keepsWords: boolean;
}

/** What all paragraphs of a slide share. */
export interface TextContext {
  language: string;
  /** All text of the slide: it tells whose shapes shared Han characters take. */
  text: string;
  /** The direction of text without strong characters. */
  direction: Direction;
  /** Text in any writing system begins with the style's own face, as in code. */
  keepsFace?: boolean | undefined;
  /** Paragraphs that should look the same, as the points of a list. */
  beside?: readonly string[] | undefined;
}

/** The face that has the letters of all alphabets. */
const ALL_LETTERS = 'sans';
/** Drawn for a character that no font has. */
const NO_GLYPH = '□';
const ELLIPSIS = '…';

export interface Typesetter {
  /** `text` is clean (see cleanText). */
  setParagraph(text: string, style: TypeStyle, context: TextContext): Promise<Paragraph>;
  emojiPicture(name: string): Promise<Uint8Array>;
}

/** Sets paragraphs in the fonts of a library. */
export function createTypesetter(fonts: FontLibrary): Typesetter {
  let emojiSet: Promise<EmojiSet> | undefined;
  const emoji = (): Promise<EmojiSet> => {
    emojiSet ??= openEmojiSet();
    return emojiSet;
  };

  return {
    async setParagraph(clean, style, { language, text: whole, direction, keepsFace, beside = [] }) {
      const text = markWordBoundaries(clean);
      const alphabetic = isAlphabetic(text);
      // All other writing systems come in sans-serif faces; digits and names between them should match.
      const order = fontOrder(alphabetic || keepsFace ? style.font : 'sans', language, whole);
      // Words in two faces look like a mistake: where a face lacks a letter, the next face sets the whole paragraph or list.
      const together = alphabetic ? [text, ...beside.filter(isAlphabetic)].join('') : '';
      while (order[0] !== ALL_LETTERS && !(await fonts.hasLetters(together, order))) order.shift();
      const face = { weight: style.weight, italic: style.italic && alphabetic };
      // The ellipsis is needed when the paragraph is cut later.
      const choose = (runs: readonly TextRun[]) => fonts.choose(`${lettersOf(runs)}${ELLIPSIS}`, order, face);

      const set = mayHoldEmoji(text) ? await emoji() : undefined;
      const split = (drawable: (grapheme: string) => boolean): TextRun[] =>
        set ? splitEmoji(text, set, drawable) : [{ text }];
      let runs = split(() => true);
      let choice = await choose(runs);
      const { missing } = choice;
      if (missing.size > 0) {
        const drawn = split((grapheme) => !Array.from(grapheme).some((character) => isAmong(missing, character)));
        runs = drawn.map((run) => ('text' in run ? { text: replaceMissing(run.text, missing) } : run));
        choice = await choose(runs);
      }
      return {
        runs,
        style,
        direction: directionOf(text) ?? direction,
        families: choice.families,
        leading: leadingOf(style, text, runs),
        alphabetic,
        keepsWords: isKorean(text),
      };
    },
    emojiPicture: async (name) => (await emoji()).read(name),
  };
}

/** Pictures of emoji fill the line from top to bottom. */
const EMOJI_LEADING = 1.18;

function leadingOf({ leading }: TypeStyle, text: string, runs: readonly TextRun[]): number {
  const least = runs.some((run) => 'emoji' in run) ? EMOJI_LEADING : 0;
  return Math.max(leading + extraLeading(text), least);
}

const lettersOf = (runs: readonly TextRun[]): string => runs.map((run) => ('text' in run ? run.text : '')).join('');

const isAmong = (codes: ReadonlySet<number>, character: string): boolean => codes.has(character.codePointAt(0) ?? 0);

/** Replaces characters that no font has: by their compatibility form (⅓ as 1⁄3) where Unicode has one, else by a box. */
function replaceMissing(text: string, missing: ReadonlySet<number>): string {
  return Array.from(text, (character) => {
    if (!isAmong(missing, character)) return character;
    const plainer = character.normalize('NFKC');
    return plainer === character ? NO_GLYPH : plainer;
  }).join('');
}
