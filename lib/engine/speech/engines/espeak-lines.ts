import { escapeXmlContent } from '#kernel/shared/escape-xml.ts';
import type { Emphasis } from '../script/script.ts';
import { isSpoken } from './plan-speech.ts';
import { spokenLine } from './spoken-line.ts';
import { continuationComma, type Utterance, wordsOf } from './utterance.ts';

/** The input of espeak-ng. */
export interface EspeakLines {
  /** One per utterance, without line breaks and under 1,000 bytes (the program's line buffer); empty: silence. */
  lines: string[];
  /** True if the lines are SSML; false: plain words. */
  isMarkup: boolean;
}

/** The program's buffer of 1,000 bytes, less the line break and the terminator. */
const LINE_BYTES = 998;

// espeak-ng's `<emphasis>` made a word 5 dB louder in one sentence and 16 dB, clipped, in another. These values are 7 and 3 dB
// louder and 5 dB softer in both. The sentence keeps its melody; as three clips its pitch would fall three times.
const EMPHASIS: Readonly<Record<Emphasis, string>> = {
  strong: 'volume="x-loud" rate="85%"',
  moderate: 'volume="loud" rate="92%"',
  reduced: 'volume="soft" rate="108%"',
};

const plainLine = (utterance: Utterance): string => spokenLine(wordsOf(utterance) + continuationComma(utterance));

/** A part as a clean line, with the spaces between it and its neighbours. */
const cleaned = (say: string): string =>
  (/^\s/.test(say) ? ' ' : '') + spokenLine(say) + (/\S\s+$/.test(say) ? ' ' : '');

function markedLine(utterance: Utterance): string {
  const marked = utterance.parts.map(({ say, emphasis }) => {
    // espeak-ng resolves &amp;, &lt;, &gt; and &quot; only; the last is not needed outside of attributes.
    const words = escapeXmlContent(cleaned(say));
    return emphasis === undefined ? words : `<prosody ${EMPHASIS[emphasis]}>${words}</prosody>`;
  });
  // A bracket at the end of a part and one at the start of the next would start a phoneme command.
  const line = (marked.join('') + continuationComma(utterance)).replace(/\[(?=\[)/g, '[ ').trim();
  if (Buffer.byteLength(line) <= LINE_BYTES) return line;
  const plain = escapeXmlContent(plainLine(utterance));
  return Buffer.byteLength(plain) <= LINE_BYTES ? plain : plainLine(utterance).replace(/[&<>]/g, ' ');
}

/**
 * The input of espeak-ng for the utterances of a script. SSML is used only when there is emphasis; every character that could be markup
 * is then escaped.
 */
export function espeakLines(utterances: readonly Utterance[]): EspeakLines {
  const isMarkup = utterances.some(({ parts }) => parts.some(({ emphasis }) => emphasis !== undefined));
  const lineOf = isMarkup ? markedLine : plainLine;
  return { isMarkup, lines: utterances.map((utterance) => (isSpoken(utterance) ? lineOf(utterance) : '')) };
}
