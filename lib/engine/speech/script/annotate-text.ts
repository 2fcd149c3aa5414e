import type { SpokenFormRange } from '../spoken/spoken-forms.ts';
import { findLexiconMentions, wordsSpokenForEntry } from './lexicon.ts';
import type { Pronunciation } from './pronunciation.ts';
import type { SayAsInterpretation } from './say-as.ts';
import type { SpeechBreak, SpeechText, SpeechTextRun } from './speech-markup.ts';
import { spellOutText } from './spell-out.ts';
import { isUnspacedScript } from './unspaced-scripts.ts';

/** A range of the written text that is spoken in one way; offsets in UTF-16 units. */
export interface AnnotatedSpan extends Omit<SpeechTextRun, 'text'> {
  from: number;
  to: number;
  /** It ends in a full stop that is not said: its sentence continues. */
  endsInSilentStop?: boolean | undefined;
}

/** A text on one line: its caption text, the spoken forms of its ranges, and its breaks. */
export interface AnnotatedText {
  /** Without markup, NFC, single spaces; LINE and PARAGRAPH mark where a sentence must end. */
  written: string;
  /** In order, not overlapping, with white space between them. A span with `say` is spoken as a whole. */
  spans: AnnotatedSpan[];
  /** In order; `at` is an offset in `written` outside of the spans. */
  breaks: (SpeechBreak & { at: number })[];
}

export const LINE_SEPARATOR = '\n';
export const PARAGRAPH_SEPARATOR = '\u2029';

/** Characters by which a lexicon, and spoken forms, can lengthen a text; further ones are spoken as written. */
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
  marked: SpeechText,
  lexicon: readonly Pronunciation[] = [],
  forms?: SpokenFormRules,
): AnnotatedText {
  const { written, spans, breaks } = inOneLine(marked, forms);
  const mentions = findLexiconMentions(written, lexicon).map(({ entry, ...range }) => ({
    ...range,
    say: wordsSpokenForEntry(entry),
    phonemes: entry.ipa,
  }));
  const named = replaced(spans, mentions);
  return { written, spans: forms ? replaced(named, forms.find(written)) : named, breaks };
}

function inOneLine(marked: SpeechText, forms: SpokenFormRules | undefined): AnnotatedText {
  const spans: AnnotatedSpan[] = [];
  const breaks: AnnotatedText['breaks'] = [];
  let written = '';
  let gap = '';
  let isBroken = false;
  for (const item of marked) {
    if ('break_seconds' in item) {
      breaks.push({ at: written.length, break_seconds: item.break_seconds });
      isBroken = true;
    } else if ('ends' in item)
      gap = item.ends === 'paragraph' || gap === PARAGRAPH_SEPARATOR ? PARAGRAPH_SEPARATOR : LINE_SEPARATOR;
    else {
      const { text, say, ...style } = item;
      const spaced = text.toWellFormed().normalize('NFC').replace(SPACES, ' ');
      const words = spaced.trim();
      if (gap === '' && (spaced.startsWith(' ') || (isBroken && areApart(written, words)))) gap = ' ';
      if (words === '') continue;
      if (written !== '') written += gap;
      const from = written.length;
      written += words;
      const range = { from, to: written.length };
      const complete = style.as === undefined ? undefined : forms?.sayAs(words, style);
      if (style.as === undefined) spans.push({ ...range, ...style, say });
      else if (complete === undefined) spans.push({ ...range, ...style, say: spellOutText(words, style.as) });
      else spans.push({ ...range, ...style, as: undefined, format: undefined, say: complete });
      gap = spaced.endsWith(' ') ? ' ' : '';
      isBroken = false;
    }
  }
  return { written, spans, breaks };
}

/** Reports whether a break between two texts divides two words. */
const areApart = (before: string, after: string): boolean => {
  const [left, right] = [before.slice(-1), after.slice(0, 1)];
  return WORD.test(left) && WORD.test(right) && !isUnspacedScript(left) && !isUnspacedScript(right);
};

/**
 * The spans, with each replacement as a separate span; replacements that cross a border of spans, or are in one with other words, are left
 * out.
 */
function replaced(
  spans: readonly AnnotatedSpan[],
  pieces: readonly (SpokenFormRange & Pick<AnnotatedSpan, 'phonemes'>)[],
): AnnotatedSpan[] {
  if (pieces.length === 0) return [...spans];
  const said: AnnotatedSpan[] = [];
  let growth = 0;
  let next = 0;
  for (const span of spans) {
    let from = span.from;
    for (let piece = pieces[next]; piece && piece.from < span.to; piece = pieces[++next]) {
      const isInside = piece.from >= from && piece.to <= span.to && span.say === undefined;
      const more = piece.say.length - (piece.to - piece.from);
      if (!isInside || growth + more > MAX_GROWTH) continue;
      growth += Math.max(0, more);
      if (piece.from > from) said.push({ ...span, from, to: piece.from });
      said.push({ ...span, ...piece });
      from = piece.to;
    }
    if (from < span.to) said.push({ ...span, from });
  }
  return said;
}
