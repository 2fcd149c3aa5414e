import type { Emphasis } from '../script/script.ts';
import { isSpoken } from './plan-speech.ts';
import { spokenLine } from './spoken-line.ts';
import { continuation, type Utterance, wordsOf } from './utterance.ts';

export interface EspeakLines {
  /** One an utterance, each without line breaks and under 1,000 bytes (the program's buffer for a line); empty: silence. */
  lines: string[];
  /** Whether they are SSML, or plain words. */
  isMarkup: boolean;
}

/** What fgets leaves of the program's buffer of 1,000 bytes, with its line break and its end. */
const LINE_BYTES = 998;

// Its own `<emphasis>` made a word 5 dB louder in one sentence and 16 dB in another, clipped. These are 7 and 3 dB louder and
// 5 dB softer in both, and the sentence keeps its melody; spoken as three clips it would fall three times.
const EMPHASIS: Readonly<Record<Emphasis, string>> = {
  strong: 'volume="x-loud" rate="85%"',
  moderate: 'volume="loud" rate="92%"',
  reduced: 'volume="soft" rate="108%"',
};

/** espeak-ng knows no other references than these (and &quot;, which means nothing outside of a tag). */
const escaped = (text: string): string => text.replace(/&/g, '&amp;').replace(/</g, '&lt;').replace(/>/g, '&gt;');

const plainLine = (utterance: Utterance): string => spokenLine(wordsOf(utterance) + continuation(utterance));

/** A part cleaned as a line is, with the spaces that part it from its neighbours. */
const cleaned = (say: string): string =>
  (/^\s/.test(say) ? ' ' : '') + spokenLine(say) + (/\S\s+$/.test(say) ? ' ' : '');

function markedLine(utterance: Utterance): string {
  const marked = utterance.parts.map(({ say, emphasis }) => {
    const words = escaped(cleaned(say));
    return emphasis === undefined ? words : `<prosody ${EMPHASIS[emphasis]}>${words}</prosody>`;
  });
  // Again: the first of two brackets may end one part, the second begin the next.
  const line = (marked.join('') + continuation(utterance)).replace(/\[(?=\[)/g, '[ ').trim();
  if (Buffer.byteLength(line) <= LINE_BYTES) return line;
  const plain = escaped(plainLine(utterance));
  return Buffer.byteLength(plain) <= LINE_BYTES ? plain : plainLine(utterance).replace(/[&<>]/g, ' ');
}

/**
 * What espeak-ng is to read. SSML is on only for scripts with something stressed in them, and then every sign of a text
 * that could be markup is written as a reference.
 */
export function espeakLines(utterances: readonly Utterance[]): EspeakLines {
  const isMarkup = utterances.some(({ parts }) => parts.some(({ emphasis }) => emphasis !== undefined));
  const lineOf = isMarkup ? markedLine : plainLine;
  return { isMarkup, lines: utterances.map((utterance) => (isSpoken(utterance) ? lineOf(utterance) : '')) };
}
