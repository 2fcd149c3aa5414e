import { escapeXml } from '#kernel/shared/escape-xml.ts';
import type { SayAs, SpeechEmphasis, SpokenSentencePart } from '../script/script.ts';
import { plainTextLineForEngine } from './plain-text-line-for-engine.ts';
import { commaBeforeBreak, type Utterance, wordsOfUtterance } from './utterance.ts';

/**
 * Attributes of `<prosody>` by emphasis. Neural voices do not support `<emphasis>`, and an unsupported tag is an error. The steps follow the
 * description of `<emphasis>` in Amazon's guide: strong is louder and slower, reduced is softer and faster.
 */
const PROSODY_ATTRIBUTES: Readonly<Record<SpeechEmphasis, string>> = {
  strong: 'volume="+6dB" rate="85%"',
  moderate: 'volume="+3dB" rate="92%"',
  reduced: 'volume="-4dB" rate="108%"',
};

/**
 * The values of `say-as` that neural voices support in every language. A standard voice would speak `characters`;
 * `telephone` is not supported in all languages, and telephone numbers are read as such without it; `time` means a duration.
 */
const SUPPORTED_SAY_AS: readonly SayAs[] = ['cardinal', 'ordinal', 'digits'];
const DATE_FORMATS: readonly string[] = ['mdy', 'dmy', 'ymd', 'md', 'dm', 'ym', 'my', 'd', 'm', 'y'];

/** A part as a clean line, with the spaces between it and its neighbours. */
const cleanText = (say: string): string =>
  (/^\s/.test(say) ? ' ' : '') + plainTextLineForEngine(say) + (/\S\s+$/.test(say) ? ' ' : '');

const graphemes = new Intl.Segmenter('und', { granularity: 'grapheme' });

/** Separates the letters of a text by spaces; leaves a text of several words unchanged. */
const spellOut = (text: string): string =>
  /\S\s+\S/.test(text) ? text : Array.from(graphemes.segment(text), ({ segment }) => segment).join(' ');

/** The words of a part, in the tag that says how they are read, if they need one. */
function interpretedWords({ say, phonemes, as, format }: SpokenSentencePart): string {
  if (phonemes !== undefined)
    return `<phoneme alphabet="ipa" ph="${escapeXml(phonemes)}">${escapeXml(cleanText(say))}</phoneme>`;
  const words = escapeXml(cleanText(as === 'characters' ? spellOut(say) : say));
  if (as === 'date' && format !== undefined && DATE_FORMATS.includes(format))
    return `<say-as interpret-as="date" format="${format}">${words}</say-as>`;
  return as !== undefined && SUPPORTED_SAY_AS.includes(as) ? `<say-as interpret-as="${as}">${words}</say-as>` : words;
}

const partMarkup = (part: SpokenSentencePart): string =>
  part.emphasis === undefined
    ? interpretedWords(part)
    : `<prosody ${PROSODY_ATTRIBUTES[part.emphasis]}>${interpretedWords(part)}</prosody>`;

/** A call takes 6,000 characters with markup; a longer utterance loses its emphasis. */
const MAX_MARKUP_CHARACTERS = 5_900;

/**
 * An utterance as the SSML of Amazon Polly's neural voices. The author's text is escaped.
 * @param speed 0.5–2.0; within the 20–200 % that `rate` takes.
 */
export function pollySsml(utterance: Utterance, speed: number): string {
  const markup = utterance.parts.map(partMarkup).join('').trim() + commaBeforeBreak(utterance);
  const content =
    markup.length <= MAX_MARKUP_CHARACTERS
      ? markup
      : escapeXml(plainTextLineForEngine(wordsOfUtterance(utterance) + commaBeforeBreak(utterance)));
  const contentWithRate = speed === 1 ? content : `<prosody rate="${Math.round(speed * 100)}%">${content}</prosody>`;
  return `<speak>${contentWithRate}</speak>`;
}
