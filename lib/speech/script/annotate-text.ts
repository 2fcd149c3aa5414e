import { findMentions, type Mention, spokenWords } from './lexicon.ts';
import type { MarkedBreak, MarkedRun, MarkedText } from './marked-text.ts';
import type { Pronunciation } from './pronunciation.ts';
import { spellOut } from './spell-out.ts';
import { isUnspacedScript } from './unspaced-scripts.ts';

/** A stretch of the written text; offsets in UTF-16 units. */
export interface SpokenSpan extends Omit<MarkedRun, 'text'> {
  from: number;
  to: number;
}

/** A text in one line: what captions show of it, how its stretches are said and where silence was put. */
export interface AnnotatedText {
  /** Without markup, NFC, single spaces; LINE and PARAGRAPH stand where a sentence must end. */
  written: string;
  /** In order, not overlapping; what lies between them is white space. A span with `say` is said as a whole. */
  spans: SpokenSpan[];
  /** In order; `at` is an offset in `written`, never within a span. */
  breaks: (MarkedBreak & { at: number })[];
}

export const LINE = '\n';
export const PARAGRAPH = '\u2029';

/** A lexicon makes a text longer by so many characters at most; after that its words are said as they are written. */
const MAX_GROWTH = 10_000;
const SPACES = /[\s\u0085]+/gu;
const WORD = /[\p{L}\p{N}]/u;

/** Lays marked text out in one line and says its words as the lexicon has them. */
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
    } else if ('ends' in item) gap = item.ends === 'paragraph' || gap === PARAGRAPH ? PARAGRAPH : LINE;
    else {
      const { text, say, ...manner } = item;
      const spaced = text.toWellFormed().normalize('NFC').replace(SPACES, ' ');
      const words = spaced.trim();
      if (gap === '' && (spaced.startsWith(' ') || (isBroken && areApart(written, words)))) gap = ' ';
      if (words === '') continue;
      if (written !== '') written += gap;
      const from = written.length;
      written += words;
      const instead = say ?? (manner.as === undefined ? undefined : spellOut(words, manner.as));
      spans.push({ from, to: written.length, ...manner, ...(instead === undefined ? {} : { say: instead }) });
      gap = spaced.endsWith(' ') ? ' ' : '';
      isBroken = false;
    }
  }
  return { written, spans, breaks };
}

/** Whether a break between two texts parts two words. */
const areApart = (before: string, after: string): boolean => {
  const [left, right] = [before.slice(-1), after.slice(0, 1)];
  return WORD.test(left) && WORD.test(right) && !isUnspacedScript(left) && !isUnspacedScript(right);
};

/** The spans with each mention of the lexicon as a span of its own. */
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
