import { captionWidthInColumns, cutCaptionTextByColumns } from './caption-width.ts';

/** A part of a sentence within which lines do not break. */
export interface UnbreakableCaptionPart {
  text: string;
  /** Its width (`captionWidthInColumns`). */
  columns: number;
  /** True if a space precedes it; the space is left out at the start of a line. */
  spaced: boolean;
  /** Duration of its speech relative to the other tokens of the sentence, in letters. */
  weight: number;
  /** True if a clause ends with it: the best position for the end of a line. */
  endsClause: boolean;
  /** True for a short word that belongs to the next one, like an article: a line should not end with it. */
  leansOn: boolean;
}

/** The most columns of a line: 42, a common limit of subtitles; a CJK character takes two. */
export const MAX_CAPTION_LINE_COLUMNS = 42;

const SPOKEN_CHARACTER = /[\p{L}\p{N}\p{Extended_Pictographic}\p{Regional_Indicator}]/u;
const ENDS_WITH_OPENING = /[\p{Ps}\p{Pi}¿¡\p{Sc}]$/u;
const CLAUSE_END = /[,;:.!?…—–،؛؟۔。、，；：！？।॥።፣]["'”’»)\]」』）]*$/u;
/** Scripts that are written without spaces: lines may break between any two words. */
const UNSPACED_SCRIPTS = String.raw`[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]`;
const ENDS_UNSPACED = new RegExp(`${UNSPACED_SCRIPTS}\\p{M}*$`, 'u');
const BEGINS_UNSPACED = new RegExp(`^${UNSPACED_SCRIPTS}`, 'u');
const ENDS_WITH_CLOSING = /[、。，；：！？」』）】〉》]$/u;
/** Characters with which no line starts: small kana, and marks of length and repetition. */
const STARTS_WITH_CLINGING = /^[ぁぃぅぇぉっゃゅょゎァィゥェォッャュョヮーゝゞヽヾ々ๆ]/u;
/** Only no-break spaces and word joiners, where no line breaks, as inside of a number. */
const ONLY_NO_BREAK = /^[\u00a0\u202f\u2060]+$/;
/** Ends with a no-break space or word joiner, so that the next word stays on the line. */
const ENDS_WITH_NO_BREAK = /[\u00a0\u202f\u2060]$/;
/** All other white space and control characters: a run of them becomes one space. */
const BREAKING_SPACE = /(?:(?![\u00a0\u202f])[\s\p{Cc}])+/gu;
/** A word of at most three Latin letters, as most articles are. */
const SHORT_WORD = /^\P{L}*\p{Script=Latin}{1,3}$/u;

/** Weight of punctuation at the end of a clause, in letters: a pause. */
const PAUSE_LETTERS = 4;
/** Weight of a digit, in letters: it is spoken as a word. */
const DIGIT_LETTERS = 3;

function weightOf(text: string, columns: number): number {
  const digits = text.match(/\p{N}/gu)?.length ?? 0;
  return Math.max(1, columns + digits * (DIGIT_LETTERS - 1) + (CLAUSE_END.test(text) ? PAUSE_LETTERS : 0));
}

/** A token before its width is known. */
interface UnbrokenText {
  text: string;
  spaced: boolean;
}

/** Reports whether a line may break between two segments. @param spaced whether a space is between them */
function mayBreakBetween(before: string, after: string, spaced: boolean): boolean {
  // Punctuation stays with the word before it, even after a space (« », French ! and ?); opening punctuation with the word after it.
  if (!SPOKEN_CHARACTER.test(after)) return spaced && ENDS_WITH_OPENING.test(after);
  if (!SPOKEN_CHARACTER.test(before) || ENDS_WITH_OPENING.test(before)) return false;
  if (spaced) return true;
  if (STARTS_WITH_CLINGING.test(after)) return false;
  if (ENDS_WITH_CLOSING.test(before) || before.endsWith('—')) return true;
  return ENDS_UNSPACED.test(before) || (BEGINS_UNSPACED.test(after) && !/\p{N}$/u.test(before));
}

function unbrokenTextsOf(text: string, language: string): UnbrokenText[] {
  const stretches: UnbrokenText[] = [];
  let spaced = false;
  for (const { segment } of new Intl.Segmenter(language, { granularity: 'word' }).segment(text)) {
    const lastText = stretches.at(-1);
    if (ONLY_NO_BREAK.test(segment)) {
      if (lastText) lastText.text += segment;
    } else if (segment.trim() === '') spaced = true;
    else {
      const isGlued =
        lastText && (ENDS_WITH_NO_BREAK.test(lastText.text) || !mayBreakBetween(lastText.text, segment, spaced));
      if (isGlued) lastText.text += spaced ? ` ${segment}` : segment;
      else stretches.push({ text: segment, spaced: spaced && stretches.length > 0 });
      spaced = false;
    }
  }
  return stretches;
}

/**
 * Splits a sentence (any text) into the parts between which lines may break.
 * @param language BCP 47
 * @param limit the most columns of a part
 */
export function splitAtLineBreakOpportunities(
  text: string,
  language: string,
  limit: number = MAX_CAPTION_LINE_COLUMNS,
): UnbreakableCaptionPart[] {
  const normalizedText = text.toWellFormed().replace(BREAKING_SPACE, ' ').trim();
  return unbrokenTextsOf(normalizedText, language).flatMap((stretch) => {
    const pieces =
      captionWidthInColumns(stretch.text) > limit ? cutCaptionTextByColumns(stretch.text, limit) : [stretch.text];
    return pieces.map((piece, i): UnbreakableCaptionPart => {
      const columns = captionWidthInColumns(piece);
      return {
        text: piece,
        columns,
        spaced: i === 0 && stretch.spaced,
        weight: weightOf(piece, columns),
        endsClause: CLAUSE_END.test(piece),
        leansOn: SHORT_WORD.test(piece),
      };
    });
  });
}
