import type { SpokenFormRange } from '../spoken/spoken-forms.ts';
import { findLexiconMentions, wordsSpokenForEntry } from './lexicon.ts';
import type { Pronunciation } from './pronunciation.ts';
import type { SayAsInterpretation } from './say-as.ts';
import type { ParsedSpeechText, SpeechBreak, SpeechTextRun } from './speech-markup.ts';
import { spellOutText } from './spell-out.ts';
import { isUnspacedScriptCharacter } from './unspaced-scripts.ts';

/** A range of the written text that is spoken in one way; offsets in UTF-16 units. */
export interface UniformlySpokenSpan extends Omit<SpeechTextRun, 'text'> {
  from: number;
  to: number;
  /** It ends in a full stop that is not said: its sentence continues. */
  endsInSilentStop?: boolean | undefined;
}

/** A text on one line: its caption text, the spoken forms of its ranges, and its breaks. */
export interface AnnotatedText {
  /** Without markup, NFC, single spaces; `SCRIPT_LINE_BREAK` and `PARAGRAPH_SEPARATOR` mark where a sentence must end. */
  written: string;
  /** In order, not overlapping, with white space between them. A span with `say` is spoken as a whole. */
  spans: UniformlySpokenSpan[];
  /** In order; `at` is an offset in `written` outside of the spans. */
  breaks: (SpeechBreak & { at: number })[];
}

/** The character in an annotated text at which a sentence must end. */
export const SCRIPT_LINE_BREAK = '\n';
/** The character in an annotated text at which a sentence and its paragraph must end. */
export const PARAGRAPH_SEPARATOR = '\u2029';

/** The number of characters by which the lexicon, and the spoken forms, can lengthen a text; further ranges are spoken as written. */
const MAX_GROWTH = 10_000;
const SPACES = /[\s\u0085]+/gu;
const WORD = /[\p{L}\p{N}]/u;

/** The spoken forms of a language. A parameter, so that functions which only need the written text do not load the words of all languages. */
export interface SpokenFormRules {
  /** The parts of a text in one line that are spoken in other words: figures and signs. */
  find(written: string): SpokenFormRange[];
  /** The words of a text as `say-as` has it; undefined: the engine interprets it. */
  sayAs(text: string, interpretation: SayAsInterpretation): string | undefined;
}

/**
 * Puts marked text in one line, and applies to its words the lexicon and then the spoken forms of the language: figures and
 * signs as words.
 * @param forms absent: figures and signs stay as written
 */
export function annotateText(
  speechText: ParsedSpeechText,
  lexicon: readonly Pronunciation[] = [],
  forms?: SpokenFormRules,
): AnnotatedText {
  const { written, spans, breaks } = joinInOneLine(speechText, forms);
  const mentions = findLexiconMentions(written, lexicon).map(({ entry, ...range }) => ({
    ...range,
    say: wordsSpokenForEntry(entry),
    phonemes: entry.ipa,
  }));
  const spansWithLexicon = replaceRanges(spans, mentions);
  return { written, spans: forms ? replaceRanges(spansWithLexicon, forms.find(written)) : spansWithLexicon, breaks };
}

/** Joins the items of marked text: their words, the spans of the words, and the breaks. */
function joinInOneLine(speechText: ParsedSpeechText, forms: SpokenFormRules | undefined): AnnotatedText {
  const spans: UniformlySpokenSpan[] = [];
  const breaks: AnnotatedText['breaks'] = [];
  let written = '';
  let gap = '';
  let hasBreak = false;
  for (const item of speechText) {
    if ('break_seconds' in item) {
      breaks.push({ at: written.length, break_seconds: item.break_seconds });
      hasBreak = true;
    } else if ('ends' in item)
      gap = item.ends === 'paragraph' || gap === PARAGRAPH_SEPARATOR ? PARAGRAPH_SEPARATOR : SCRIPT_LINE_BREAK;
    else {
      const { text, say, ...style } = item;
      const spacedText = text.toWellFormed().normalize('NFC').replace(SPACES, ' ');
      const words = spacedText.trim();
      if (gap === '' && (spacedText.startsWith(' ') || (hasBreak && dividesWords(written, words)))) gap = ' ';
      if (words === '') continue;
      if (written !== '') written += gap;
      const from = written.length;
      written += words;
      const range = { from, to: written.length };
      const spokenWords = style.as === undefined ? undefined : forms?.sayAs(words, style);
      if (style.as === undefined) spans.push({ ...range, ...style, say });
      else if (spokenWords === undefined) spans.push({ ...range, ...style, say: spellOutText(words, style.as) });
      else spans.push({ ...range, ...style, as: undefined, format: undefined, say: spokenWords });
      gap = spacedText.endsWith(' ') ? ' ' : '';
      hasBreak = false;
    }
  }
  return { written, spans, breaks };
}

/** Reports whether a break between two texts divides two words. */
const dividesWords = (before: string, after: string): boolean => {
  const [lastCharacter, firstCharacter] = [before.slice(-1), after.slice(0, 1)];
  return (
    WORD.test(lastCharacter) &&
    WORD.test(firstCharacter) &&
    !isUnspacedScriptCharacter(lastCharacter) &&
    !isUnspacedScriptCharacter(firstCharacter)
  );
};

/**
 * Returns the spans, with each replacement as a separate span. Replacements that cross the border of a span, or are in a span with `say`, are
 * left out.
 */
function replaceRanges(
  spans: readonly UniformlySpokenSpan[],
  replacements: readonly (SpokenFormRange & Pick<UniformlySpokenSpan, 'phonemes'>)[],
): UniformlySpokenSpan[] {
  if (replacements.length === 0) return [...spans];
  const result: UniformlySpokenSpan[] = [];
  let growth = 0;
  let nextIndex = 0;
  for (const span of spans) {
    let from = span.from;
    for (
      let replacement = replacements[nextIndex];
      replacement && replacement.from < span.to;
      replacement = replacements[++nextIndex]
    ) {
      const isInside = replacement.from >= from && replacement.to <= span.to && span.say === undefined;
      const addedLength = replacement.say.length - (replacement.to - replacement.from);
      if (!isInside || growth + addedLength > MAX_GROWTH) continue;
      growth += Math.max(0, addedLength);
      if (replacement.from > from) result.push({ ...span, from, to: replacement.from });
      result.push({ ...span, ...replacement });
      from = replacement.to;
    }
    if (from < span.to) result.push({ ...span, from });
  }
  return result;
}
