import { columnsOf, cutByColumns } from './columns.ts';

/** A stretch of a sentence that stays on one line. */
export interface Token {
  text: string;
  /** Its width; see columnsOf. */
  columns: number;
  /** True if a space comes before it, unless a line starts with it. */
  spaced: boolean;
  /** Time that it takes to speak, in letters: only the shares within a sentence count. */
  weight: number;
  /** A clause ends with it: the best place for a line to end. */
  endsClause: boolean;
  /** A short word that belongs to the next one, as articles do: a line should not end with it. */
  leansOn: boolean;
}

/** Characters of a line, as subtitles commonly have them: 42, of which a CJK character takes two. */
export const LINE_COLUMNS = 42;

const SPOKEN = /[\p{L}\p{N}\p{Extended_Pictographic}\p{Regional_Indicator}]/u;
const OPENS = /[\p{Ps}\p{Pi}¿¡\p{Sc}]$/u;
const CLAUSE_END = /[,;:.!?…—–،؛؟۔。、，；：！？।॥።፣]["'”’»)\]」』）]*$/u;
/** Written without spaces: lines break between any two words. */
const UNSPACED = String.raw`[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]`;
const ENDS_UNSPACED = new RegExp(`${UNSPACED}\\p{M}*$`, 'u');
const BEGINS_UNSPACED = new RegExp(`^${UNSPACED}`, 'u');
const AFTER_CLOSING = /[、。，；：！？」』）】〉》]$/u;
/** No line starts with these: small kana, marks of length and repetition. */
const CLINGS = /^[ぁぃぅぇぉっゃゅょゎァィゥェォッャュョヮーゝゞヽヾ々ๆ]/u;
/** Nothing but no-break spaces and word joiners: no line breaks there, as within a number. */
const NO_BREAK = /^[\u00a0\u202f\u2060]+$/;
/** Ends with one of these, so the next word stays on the line. */
const ENDS_NO_BREAK = /[\u00a0\u202f\u2060]$/;
/** All other white space and control characters: a run of them becomes one space. */
const BREAKING_SPACE = /(?:(?![\u00a0\u202f])[\s\p{Cc}])+/gu;
/** A word of at most three Latin letters, as most articles are. */
const SHORT_WORD = /^\P{L}*\p{Script=Latin}{1,3}$/u;

/** A mark of punctuation is a pause as long as some letters; a digit stands for a whole word. */
const PAUSE_LETTERS = 4;
const DIGIT_LETTERS = 3;

function weightOf(text: string, columns: number): number {
  const digits = text.match(/\p{N}/gu)?.length ?? 0;
  return Math.max(1, columns + digits * (DIGIT_LETTERS - 1) + (CLAUSE_END.test(text) ? PAUSE_LETTERS : 0));
}

interface Stretch {
  text: string;
  spaced: boolean;
}

function breaksBetween(before: string, after: string, spaced: boolean): boolean {
  // Punctuation goes with the word before it, also where a space is set between (« », French ! and ?), and what opens with
  // the word behind.
  if (!SPOKEN.test(after)) return spaced && OPENS.test(after);
  if (!SPOKEN.test(before) || OPENS.test(before)) return false;
  if (spaced) return true;
  if (CLINGS.test(after)) return false;
  if (AFTER_CLOSING.test(before) || before.endsWith('—')) return true;
  return ENDS_UNSPACED.test(before) || (BEGINS_UNSPACED.test(after) && !/\p{N}$/u.test(before));
}

function stretchesOf(text: string, language: string): Stretch[] {
  const stretches: Stretch[] = [];
  let spaced = false;
  for (const { segment } of new Intl.Segmenter(language, { granularity: 'word' }).segment(text)) {
    const last = stretches.at(-1);
    if (NO_BREAK.test(segment)) {
      if (last) last.text += segment;
    } else if (segment.trim() === '') spaced = true;
    else {
      const glued = last && (ENDS_NO_BREAK.test(last.text) || !breaksBetween(last.text, segment, spaced));
      if (glued) last.text += spaced ? ` ${segment}` : segment;
      else stretches.push({ text: segment, spaced: spaced && stretches.length > 0 });
      spaced = false;
    }
  }
  return stretches;
}

/** The stretches of a sentence, any text, between which lines may break. */
export function tokensOf(text: string, language: string): Token[] {
  const clean = text.toWellFormed().replace(BREAKING_SPACE, ' ').trim();
  return stretchesOf(clean, language).flatMap((stretch) => {
    const pieces = columnsOf(stretch.text) > LINE_COLUMNS ? cutByColumns(stretch.text, LINE_COLUMNS) : [stretch.text];
    return pieces.map((piece, i): Token => {
      const columns = columnsOf(piece);
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
