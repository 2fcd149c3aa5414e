import { findMentions, type Mention, spokenWords } from './lexicon.ts';
import type { MarkedBreak, MarkedRun, MarkedText } from './marked-text.ts';
import type { Pronunciation } from './pronunciation.ts';
import { spellOut } from './spell-out.ts';
import { isUnspacedScript } from './unspaced-scripts.ts';

/** A range of the written text that is spoken in one way; offsets in UTF-16 units. */
export interface SpokenSpan extends Omit<MarkedRun, 'text'> {
  from: number;
  to: number;
}

/** A text in one line: what captions show, how its ranges are spoken, and its breaks. */
export interface AnnotatedText {
  /** Without markup, NFC, single spaces; LINE and PARAGRAPH mark where a sentence must end. */
  written: string;
  /** In order, not overlapping, with white space between them. A span with `say` is spoken as a whole. */
  spans: SpokenSpan[];
  /** In order; `at` is an offset in `written` outside of the spans. */
  breaks: (MarkedBreak & { at: number })[];
}

export const LINE_SEPARATOR = '\n';
export const PARAGRAPH_SEPARATOR = '\u2029';

/** Characters by which a lexicon can lengthen a text; further mentions are spoken as written. */
const MAX_GROWTH = 10_000;
const SPACES = /[\s\u0085]+/gu;
const WORD = /[\p{L}\p{N}]/u;

/** Puts marked text in one line and applies the lexicon to its words. */
export function annotateText(marked: MarkedText, lexicon: readonly Pronunciation[] = []): AnnotatedText {
  const { written, spans, breaks } = inOneLine(marked);
  return { written, spans: pronounced(spans, findMentions(written, lexicon)), breaks };
}

function inOneLine(marked: MarkedText): AnnotatedText {
  const spans: SpokenSpan[] = [];
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
      const instead = say ?? (style.as === undefined ? undefined : spellOut(words, style.as));
      spans.push({ from, to: written.length, ...style, ...(instead === undefined ? {} : { say: instead }) });
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

/** The spans with each mention of the lexicon as its own span. */
function pronounced(spans: readonly SpokenSpan[], mentions: readonly Mention[]): SpokenSpan[] {
  if (mentions.length === 0) return [...spans];
  const said: SpokenSpan[] = [];
  let growth = 0;
  let next = 0;
  for (const span of spans) {
    let from = span.from;
    for (let mention = mentions[next]; mention && mention.from < span.to; mention = mentions[++next]) {
      const { entry } = mention;
      const isInside = mention.from >= from && mention.to <= span.to && span.say === undefined;
      const more = entry.say.length - (mention.to - mention.from);
      if (!isInside || growth + more > MAX_GROWTH) continue;
      growth += Math.max(0, more);
      if (mention.from > from) said.push({ ...span, from, to: mention.from });
      said.push({ ...span, from: mention.from, to: mention.to, say: spokenWords(entry) });
      from = mention.to;
    }
    if (from < span.to) said.push({ ...span, from });
  }
  return said;
}
