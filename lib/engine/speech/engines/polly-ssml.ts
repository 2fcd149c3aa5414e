import { escapeXml } from '#kernel/shared/escape-xml.ts';
import type { SayAs, SpeechEmphasis, SpokenSentencePart } from '../script/script.ts';
import { plainTextLineForEngine } from './plain-text-line-for-engine.ts';
import { commaBeforeBreak, type Utterance, wordsOfUtterance } from './utterance.ts';

// Neural voices do not support `<emphasis>`, and an unsupported tag is an error; `<prosody>` has volume and rate. The steps
// follow the guide's description of `<emphasis>`: strong is louder and slower, reduced is softer and faster.
const EMPHASIS: Readonly<Record<SpeechEmphasis, string>> = {
  strong: 'volume="+6dB" rate="85%"',
  moderate: 'volume="+3dB" rate="92%"',
  reduced: 'volume="-4dB" rate="108%"',
};

/**
 * The values of `say-as` that neural voices support in every language. A standard voice would speak `characters`;
 * `telephone` is not supported in all languages, and telephone numbers are read as such without it; `time` means a duration.
 */
const AS_IS: readonly SayAs[] = ['cardinal', 'ordinal', 'digits'];
const DATES: readonly string[] = ['mdy', 'dmy', 'ymd', 'md', 'dm', 'ym', 'my', 'd', 'm', 'y'];

/** A part as a clean line, with the spaces between it and its neighbours. */
const cleaned = (say: string): string =>
  (/^\s/.test(say) ? ' ' : '') + plainTextLineForEngine(say) + (/\S\s+$/.test(say) ? ' ' : '');

const letters = new Intl.Segmenter('und', { granularity: 'grapheme' });

/** A text letter by letter, unless it has several words already. */
const spelled = (text: string): string =>
  /\S\s+\S/.test(text) ? text : Array.from(letters.segment(text), ({ segment }) => segment).join(' ');

function interpreted({ say, phonemes, as, format }: SpokenSentencePart): string {
  if (phonemes !== undefined)
    return `<phoneme alphabet="ipa" ph="${escapeXml(phonemes)}">${escapeXml(cleaned(say))}</phoneme>`;
  const words = escapeXml(cleaned(as === 'characters' ? spelled(say) : say));
  if (as === 'date' && format !== undefined && DATES.includes(format))
    return `<say-as interpret-as="date" format="${format}">${words}</say-as>`;
  return as !== undefined && AS_IS.includes(as) ? `<say-as interpret-as="${as}">${words}</say-as>` : words;
}

const markedPart = (part: SpokenSentencePart): string =>
  part.emphasis === undefined
    ? interpreted(part)
    : `<prosody ${EMPHASIS[part.emphasis]}>${interpreted(part)}</prosody>`;

/** A call takes 6,000 characters with markup; a longer utterance loses its emphasis. */
const MARKED_CHARACTERS = 5_900;

/**
 * An utterance as the SSML of Amazon Polly's neural voices. The author's text is escaped.
 * @param speed 0.5–2.0; within the 20–200 % that `rate` takes.
 */
export function pollySsml(utterance: Utterance, speed: number): string {
  const marked = utterance.parts.map(markedPart).join('').trim() + commaBeforeBreak(utterance);
  const said =
    marked.length <= MARKED_CHARACTERS
      ? marked
      : escapeXml(plainTextLineForEngine(wordsOfUtterance(utterance) + commaBeforeBreak(utterance)));
  const paced = speed === 1 ? said : `<prosody rate="${Math.round(speed * 100)}%">${said}</prosody>`;
  return `<speak>${paced}</speak>`;
}
