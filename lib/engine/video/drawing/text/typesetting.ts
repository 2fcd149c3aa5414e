import type { TextStyle } from '../design.ts';
import type { TextMarkup } from '../rich-slide-content.ts';
import { withAddressBreaks } from './addresses.ts';
import { type EmojiSet, hasEmojiPicture, mayContainEmoji, openEmojiSet, splitTextAtEmoji } from './emoji.ts';
import { withFineTypography } from './fine-typography.ts';
import { fontSearchOrder } from './font-catalog.ts';
import type { FontLibrary } from './font-library.ts';
import { parseInlineMarkup } from './inline-markup.ts';
import { isOneLeftToRightPart, isolateLeftToRightParts } from './left-to-right-parts.ts';
import { findMainAlphabet, keepLettersOfAlphabet, splitByAlphabet } from './main-script.ts';
import { markWordBoundaries } from './normalize-drawable-text.ts';
import { admonitionName, type PointSign, splitPointSign, TASK_CHECKBOX_CHARACTERS } from './point-signs.ts';
import { ALL_SCRIPTS_FONT_FACE, MISSING_GLYPH, type StyledSpan, styleOfSpan } from './span-look.ts';
import { splitGraphemes, type TextRun, textOfRuns } from './text-runs.ts';
import {
  allowsLetterSpacingAndSlant,
  containsHangul,
  extraLeadingOfText,
  findTextDirectionInLanguage,
  type TextDirection,
} from './writing-system.ts';

/** A paragraph whose text has fonts, but no size and width yet. */
export interface TypesetParagraph {
  runs: TextRun[];
  style: TextStyle;
  direction: TextDirection;
  /** CSS families in order. */
  families: string[];
  /** Line height as a multiple of the size. */
  leading: number;
  /** True if its letters, of alphabets, may be spaced and slanted. */
  alphabetic: boolean;
  /** True for Korean, whose lines break at spaces only. */
  keepsWords: boolean;
  /** True for code, which is set without ligatures. */
  isCode?: true | undefined;
  /** True if all digits are equally wide. */
  isTabular?: true | undefined;
  /** True: it is on one line, which may be longer than its width. Absent: lines break. */
  isUnbroken?: true | undefined;
  /** Characters that no font has: drawn as a box, or an emoji that is left out. Absent: none. */
  missing?: readonly string[] | undefined;
}

/** The CSS families of a paragraph, and those of its parts with other families. */
export const cssFamiliesOfParagraph = ({ families, runs }: TypesetParagraph): readonly string[] => [
  ...families,
  ...runs.flatMap((run) => ('text' in run ? (run.look?.families ?? []) : [])),
];

/** Context that all paragraphs of a slide share. */
export interface SlideTextContext {
  /** BCP 47. */
  language: string;
  /** All text of the slide, which decides the regional shapes of Han characters if the language does not. */
  text: string;
  /** The direction of text without strong characters. */
  direction: TextDirection;
  /** The direction of text whatever its characters are; absent: they decide. */
  fixedDirection?: TextDirection | undefined;
  /** True for code: the face of the style is used first in any writing system. */
  keepsFace?: boolean | undefined;
  /** Texts that should have the same face as the paragraph, such as the other points of a list. */
  sameFaceTexts?: readonly string[] | undefined;
  /** Kind of inline marks that the text has; absent: none. */
  markup?: TextMarkup | undefined;
  /** True: quotation marks, dashes, ellipses and spaces are those of the language; absent: they are drawn as typed. */
  isFine?: boolean | undefined;
  /** A part of a text without inline marks that has another colour (`#rrggbb`); absent: none. */
  colored?: { part: TextRange; color: string } | undefined;
}

/** The text from one position up to another (exclusive). */
interface TextRange {
  from: number;
  to: number;
}

/** A sign at the start of a text as text: the name of an admonition (`[!NOTE]`), and the character of a task. */
function signSpans(sign: PointSign | undefined, language: string): StyledSpan[] {
  if (!sign) return [];
  if ('admonition' in sign)
    return [{ text: admonitionName(sign.admonition, language), bold: true, tone: sign.admonition }, { text: '\u2002' }];
  return [{ text: `${TASK_CHECKBOX_CHARACTERS[sign.isDone ? 'done' : 'open']} ` }];
}

/** The spans of a text, with its marks and colours, and fine typography if the context asks for it. */
function spansOf(text: string, { markup, colored, isFine, keepsFace, language }: SlideTextContext): StyledSpan[] {
  if (!colored) {
    const { sign, rest } = splitPointSign(text, markup);
    const spans = [...signSpans(sign, language), ...parseInlineMarkup(rest, markup)];
    return isFine && !keepsFace ? withFineTypography(spans, language) : spans;
  }
  const { part, color } = colored;
  const spans = [
    { text: text.slice(0, part.from) },
    { text: text.slice(part.from, part.to), color },
    { text: text.slice(part.to) },
  ];
  return spans.filter((span) => span.text !== '');
}

/** The direction of a paragraph. A number with its signs alone is set from left to right on any slide. */
function directionOfSpans(
  spans: readonly StyledSpan[],
  { language, direction, fixedDirection }: SlideTextContext,
): TextDirection {
  if (fixedDirection) return fixedDirection;
  const text = spans.map((span) => span.text).join('');
  return findTextDirectionInLanguage(text, language) ?? (isOneLeftToRightPart(text) ? 'ltr' : direction);
}

/** The sign that a paragraph gets when it is cut. */
const ELLIPSIS = '…';

/** Chooses the fonts of paragraphs. */
export interface Typesetter {
  /** Chooses the fonts of a text, which is normalized (`normalizeDrawableText`). It may have inline marks if `context.markup` allows them. */
  typesetParagraph(text: string, style: TextStyle, context: SlideTextContext): Promise<TypesetParagraph>;
  /** Reads the SVG file of an emoji picture, by its name in a run. */
  emojiPicture(name: string): Promise<Uint8Array>;
}

/** Creates a typesetter that uses the fonts of a library. */
export function createTypesetter(fonts: FontLibrary): Typesetter {
  let emojiSet: Promise<EmojiSet> | undefined;
  const emoji = (): Promise<EmojiSet> => {
    emojiSet ??= openEmojiSet();
    return emojiSet;
  };

  return {
    async typesetParagraph(markedText, style, context) {
      const { language, text: slideText, keepsFace, sameFaceTexts = [] } = context;
      const withBreaks = keepsFace ? markWordBoundaries : (part: string) => withAddressBreaks(markWordBoundaries(part));
      const undirectedSpans = spansOf(markedText, context);
      const direction = directionOfSpans(undirectedSpans, context);
      const directedSpans =
        direction === 'rtl' && !keepsFace ? isolateLeftToRightParts(undirectedSpans) : undirectedSpans;
      const markedSpans = directedSpans.map((span) => ({ ...span, text: withBreaks(span.text) }));
      const text = markedSpans.map((span) => span.text).join('');
      const mainTextAlphabet = findMainAlphabet(text);
      const isMixed = mainTextAlphabet !== undefined && !keepsFace && !allowsLetterSpacingAndSlant(text);
      const spans = isMixed
        ? markedSpans.flatMap((span) => splitByAlphabet(span.text).map((part) => ({ ...span, ...part })))
        : markedSpans;
      const alphabetic = isMixed || allowsLetterSpacingAndSlant(text);
      // The faces of all other writing systems are sans-serif: digits and Latin names between their letters should match.
      const usualFace = typeof style.font === 'string' ? style.font : style.font.behind;
      let order = fontSearchOrder(alphabetic || keepsFace ? usualFace : ALL_SCRIPTS_FONT_FACE, language, slideText);
      // Words of one alphabet in two faces look like a mistake: if a face lacks a letter, the whole paragraph or list is set in the next
      // face. Letters of other scripts change the face of their own run.
      const textsOfOneFace = [text, ...sameFaceTexts.filter(allowsLetterSpacingAndSlant)].join('');
      const lettersOfOneFace = alphabetic
        ? mainTextAlphabet
          ? keepLettersOfAlphabet(textsOfOneFace, mainTextAlphabet)
          : textsOfOneFace
        : '';
      while (order[0] !== ALL_SCRIPTS_FONT_FACE && !(await fonts.hasLetters(lettersOfOneFace, order))) order.shift();
      // A client's font is used for every writing system if it has all letters of the text in it.
      if (typeof style.font !== 'string') {
        const customOrder = fontSearchOrder(style.font, language, slideText);
        if (await fonts.hasLetters(alphabetic ? lettersOfOneFace : text, customOrder)) order = customOrder;
      }
      const face = { weight: style.weight, italic: style.italic && alphabetic };
      // The ellipsis is needed when the paragraph is cut later.
      const chooseFonts = (runs: readonly TextRun[]) => fonts.choose(`${textOfRuns(runs)}${ELLIPSIS}`, order, face);

      const spanLooks = await Promise.all(
        spans.map((span) => styleOfSpan(fonts, span, style, { language, whole: slideText, order })),
      );
      const emojiPictures = mayContainEmoji(text) ? await emoji() : undefined;
      const splitSpans = (isDrawable: (grapheme: string) => boolean): TextRun[] =>
        spans.flatMap((span, index) => {
          const runs: TextRun[] = emojiPictures
            ? splitTextAtEmoji(span.text, emojiPictures, isDrawable)
            : [{ text: span.text }];
          const spanLook = spanLooks[index];
          const { color } = span;
          if (!spanLook && color === undefined) return runs;
          const difference = { ...(spanLook ? { look: spanLook } : {}), ...(color === undefined ? {} : { color }) };
          return runs.map((run) => ('text' in run ? { ...run, ...difference } : run));
        });
      let runs = splitSpans(() => true);
      let chosenFonts = await chooseFonts(runs);
      let undrawable: string[] = [];
      const { missing } = chosenFonts;
      if (missing.size > 0) {
        undrawable = undrawableGraphemes(text, missing, emojiPictures);
        const drawableRuns = splitSpans(
          (grapheme) => !Array.from(grapheme).some((character) => isAmong(missing, character)),
        );
        runs = drawableRuns.map((run) => ('text' in run ? { ...run, text: replaceMissing(run.text, missing) } : run));
        chosenFonts = await chooseFonts(runs);
      }
      return {
        runs,
        style,
        direction,
        families: chosenFonts.families,
        leading: leadingOf(style, text, runs),
        alphabetic,
        keepsWords: containsHangul(text),
        ...(keepsFace ? { isCode: true } : {}),
        ...(undrawable.length > 0 ? { missing: undrawable } : {}),
      };
    },
    emojiPicture: async (name) => (await emoji()).read(name),
  };
}

/** Smallest line height with emoji, whose pictures fill the line from top to bottom. */
const EMOJI_LEADING = 1.18;

/** The line height of a text, as a multiple of its size. */
function leadingOf({ leading }: TextStyle, text: string, runs: readonly TextRun[]): number {
  const minLeading = runs.some((run) => 'emoji' in run) ? EMOJI_LEADING : 0;
  return Math.max(leading + extraLeadingOfText(text), minLeading);
}

/** Reports whether a character is among some code points. */
const isAmong = (codes: ReadonlySet<number>, character: string): boolean => codes.has(character.codePointAt(0) ?? 0);

/** Replaces characters that no font has by their compatibility form (⅓ by 1⁄3) if Unicode has one, otherwise by a box. */
function replaceMissing(text: string, missing: ReadonlySet<number>): string {
  return Array.from(text, (character) => {
    if (!isAmong(missing, character)) return character;
    const compatibilityForm = character.normalize('NFKC');
    return compatibilityForm === character ? MISSING_GLYPH : compatibilityForm;
  }).join('');
}

/** The graphemes of a text that cannot be drawn: they have no glyph, no compatibility form and no picture. */
const undrawableGraphemes = (text: string, missing: ReadonlySet<number>, set: EmojiSet | undefined): string[] => [
  ...new Set(
    splitGraphemes(text).filter(
      (grapheme) =>
        Array.from(grapheme).some(
          (character) => isAmong(missing, character) && character.normalize('NFKC') === character,
        ) && !(set && hasEmojiPicture(grapheme, set)),
    ),
  ),
];

/** The typesetter with the quotation marks, dashes, ellipses and spaces of the language in all texts except code. */
export const addFineTypographyToTypesetter = (typesetter: Typesetter): Typesetter => ({
  ...typesetter,
  typesetParagraph: (text, style, context) => typesetter.typesetParagraph(text, style, { isFine: true, ...context }),
});
