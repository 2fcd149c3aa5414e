import type { TypeStyle } from '../design.ts';
import type { Markup } from '../rich-content.ts';
import { markWordBoundaries } from './clean-text.ts';
import { type EmojiSet, hasPicture, mayHoldEmoji, openEmojiSet, splitEmoji } from './emoji.ts';
import { type FontSource, fontOrder } from './font-catalog.ts';
import type { FontLibrary } from './font-library.ts';
import { type MarkedSpan, parseMarkup } from './inline-markup.ts';
import { type RunLook, splitGraphemes, type TextRun } from './text-runs.ts';
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
  /** Signs that stand side by side are not joined into one. */
  isCode?: true | undefined;
  /** All digits are equally wide. */
  isTabular?: true | undefined;
  /** Characters that no font has: drawn as a box, or an emoji that is left out. Absent: none. */
  missing?: readonly string[] | undefined;
}

/** The CSS families of a paragraph, and of the parts of it that have others. */
export const familiesOf = ({ families, runs }: Paragraph): readonly string[] => [
  ...families,
  ...runs.flatMap((run) => ('text' in run ? (run.look?.families ?? []) : [])),
];

/** Context that all paragraphs of a slide share. */
export interface TextContext {
  language: string;
  /** All text of the slide: it tells whose shapes shared Han characters take. */
  text: string;
  /** The direction of text without strong characters. */
  direction: Direction;
  /** Text in any writing system starts with the style's own face, as in code. */
  keepsFace?: boolean | undefined;
  /** Paragraphs that should look the same, as the points of a list. */
  beside?: readonly string[] | undefined;
  /** Kind of inline marks that the text has; absent: none. */
  markup?: Markup | undefined;
}

/** The face that has the letters of all alphabets. */
const ALL_LETTERS = 'sans';
/** Drawn for a character that no font has. */
const NO_GLYPH = '□';
const ELLIPSIS = '…';

export interface Typesetter {
  /** `text` is clean (see cleanText); it may have inline marks where the context says so. */
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
    async setParagraph(marked, style, { language, text: whole, direction, keepsFace, beside = [], markup }) {
      const spans = parseMarkup(marked, markup).map((span) => ({ ...span, text: markWordBoundaries(span.text) }));
      const text = spans.map((span) => span.text).join('');
      const alphabetic = isAlphabetic(text);
      // All other writing systems come in sans-serif faces; digits and names between them should match.
      const usual = typeof style.font === 'string' ? style.font : style.font.behind;
      let order = fontOrder(alphabetic || keepsFace ? usual : ALL_LETTERS, language, whole);
      // Words in two faces look like a mistake: where a face lacks a letter, the next face sets the whole paragraph or list.
      const together = alphabetic ? [text, ...beside.filter(isAlphabetic)].join('') : '';
      while (order[0] !== ALL_LETTERS && !(await fonts.hasLetters(together, order))) order.shift();
      // A client's own font sets every writing system that it has all letters of.
      if (typeof style.font !== 'string') {
        const own = fontOrder(style.font, language, whole);
        if (await fonts.hasLetters(alphabetic ? together : text, own)) order = own;
      }
      const face = { weight: style.weight, italic: style.italic && alphabetic };
      // The ellipsis is needed when the paragraph is cut later.
      const choose = (runs: readonly TextRun[]) => fonts.choose(`${textOfRuns(runs)}${ELLIPSIS}`, order, face);

      const looks = await Promise.all(spans.map((span) => lookOf(fonts, span, style, { language, whole, order })));
      const set = mayHoldEmoji(text) ? await emoji() : undefined;
      const split = (drawable: (grapheme: string) => boolean): TextRun[] =>
        spans.flatMap((span, index) => {
          const runs: TextRun[] = set ? splitEmoji(span.text, set, drawable) : [{ text: span.text }];
          const look = looks[index];
          return look ? runs.map((run) => ('text' in run ? { ...run, look } : run)) : runs;
        });
      let runs = split(() => true);
      let choice = await choose(runs);
      let lost: string[] = [];
      const { missing } = choice;
      if (missing.size > 0) {
        lost = lostOf(text, missing, set);
        const drawn = split((grapheme) => !Array.from(grapheme).some((character) => isAmong(missing, character)));
        runs = drawn.map((run) => ('text' in run ? { ...run, text: replaceMissing(run.text, missing) } : run));
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
        ...(keepsFace ? { isCode: true } : {}),
        ...(lost.length > 0 ? { missing: lost } : {}),
      };
    },
    emojiPicture: async (name) => (await emoji()).read(name),
  };
}

const BOLD = 700;

/** Look of a marked span in a paragraph of this style, its fonts loaded; undefined where it looks like the rest. */
async function lookOf(
  fonts: FontLibrary,
  { text, bold, italic, struck, code }: MarkedSpan,
  style: TypeStyle,
  { language, whole, order }: { language: string; whole: string; order: readonly FontSource[] },
): Promise<RunLook | undefined> {
  if (!bold && !italic && !struck && !code) return undefined;
  const slanted = italic === true && isAlphabetic(text);
  const face = { weight: bold ? BOLD : style.weight, italic: slanted || style.italic };
  const { families } = await fonts.choose(text, code ? fontOrder('mono', language, whole) : order, face);
  return {
    ...(bold ? { weight: BOLD } : {}),
    ...(slanted ? { italic: true } : {}),
    ...(struck ? { struck } : {}),
    ...(code ? { families, isCode: true } : {}),
  };
}

/** Pictures of emoji fill the line from top to bottom. */
const EMOJI_LEADING = 1.18;

function leadingOf({ leading }: TypeStyle, text: string, runs: readonly TextRun[]): number {
  const least = runs.some((run) => 'emoji' in run) ? EMOJI_LEADING : 0;
  return Math.max(leading + extraLeading(text), least);
}

/** The text of runs, without emoji that are pictures. */
export const textOfRuns = (runs: readonly TextRun[]): string =>
  runs.map((run) => ('text' in run ? run.text : '')).join('');

const isAmong = (codes: ReadonlySet<number>, character: string): boolean => codes.has(character.codePointAt(0) ?? 0);

/** Replaces characters that no font has: by their compatibility form (⅓ as 1⁄3) where Unicode has one, else by a box. */
function replaceMissing(text: string, missing: ReadonlySet<number>): string {
  return Array.from(text, (character) => {
    if (!isAmong(missing, character)) return character;
    const plainer = character.normalize('NFKC');
    return plainer === character ? NO_GLYPH : plainer;
  }).join('');
}

/** The graphemes of a text that are not drawn as they are written: they have no glyph, no plainer form and no picture. */
const lostOf = (text: string, missing: ReadonlySet<number>, set: EmojiSet | undefined): string[] => [
  ...new Set(
    splitGraphemes(text).filter(
      (grapheme) =>
        Array.from(grapheme).some(
          (character) => isAmong(missing, character) && character.normalize('NFKC') === character,
        ) && !(set && hasPicture(grapheme, set)),
    ),
  ),
];
