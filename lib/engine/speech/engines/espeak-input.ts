import { escapeXmlContent } from '#kernel/shared/escape-xml.ts';
import type { SpeechEmphasis, SpokenSentencePart } from '../script/script.ts';
import { plainTextLineForEngine } from './plain-text-line-for-engine.ts';
import { hasSpokenWords } from './plan-requested-speech.ts';
import { commaBeforeBreak, type Utterance, wordsOfUtterance } from './utterance.ts';

/** The input of espeak-ng. */
export interface EspeakInput {
  /** One per utterance, without line breaks and under 1,000 bytes (the program's line buffer); empty: silence. */
  lines: string[];
  /** True if the lines are SSML; false: plain words. */
  isMarkup: boolean;
}

/** The maximum length of a line: the program's buffer of 1,000 bytes, less the line break and the terminator. */
const MAX_LINE_BYTES = 998;

/**
 * Attributes of `<prosody>` by emphasis. espeak-ng's `<emphasis>` made a word 5 dB louder in one sentence and 16 dB, clipped, in another.
 * These values are 7 and 3 dB louder and 5 dB softer in both. The sentence keeps its melody; as three clips its pitch would fall three times.
 */
const PROSODY_ATTRIBUTES: Readonly<Record<SpeechEmphasis, string>> = {
  strong: 'volume="x-loud" rate="85%"',
  moderate: 'volume="loud" rate="92%"',
  reduced: 'volume="soft" rate="108%"',
};

const plainLine = (utterance: Utterance): string =>
  plainTextLineForEngine(wordsOfUtterance(utterance) + commaBeforeBreak(utterance));

/** A part as a clean line, with the spaces between it and its neighbours. */
const cleanText = (say: string): string =>
  (/^\s/.test(say) ? ' ' : '') + plainTextLineForEngine(say) + (/\S\s+$/.test(say) ? ' ' : '');

/** The command for a pronunciation in IPA; undefined: its word is spoken by its spelling. */
export type FindPhonemeCommand = (ipa: string) => string | undefined;

/** The command for a part whose sounds are set, with the spaces around it; undefined: the part is spoken by its spelling. */
function phonemeCommandOf({ say, phonemes }: SpokenSentencePart, commandOf: FindPhonemeCommand): string | undefined {
  const command = phonemes === undefined ? undefined : commandOf(phonemes);
  return command === undefined ? undefined : say.replace(say.trim(), () => command);
}

/**
 * The space that the program needs between two pieces, if any. Two brackets would start a phoneme command; right behind a quotation mark or a
 * bracket a command is silent; right behind a command a tag or an entity is read aloud.
 */
function gapBetween(line: string, piece: string): '' | ' ' {
  const isCommandNext = piece.startsWith('[[') && /\S$/u.test(line);
  const isMarkupNext = line.endsWith(']]') && /^[<&]/.test(piece);
  return isCommandNext || isMarkupNext || (line.endsWith('[') && piece.startsWith('[')) ? ' ' : '';
}

/** Pieces one after the other, with the spaces that the program needs. */
const joinPieces = (pieces: readonly string[]): string =>
  pieces.reduce((line, piece) => line + gapBetween(line, piece) + piece, '');

/** A plain line with commands for the parts whose sounds are set; undefined if there are no such parts, or no room for the commands. */
function lineWithPhonemeCommands(utterance: Utterance, commandOf: FindPhonemeCommand): string | undefined {
  const phonemeCommands = utterance.parts.map((part) => phonemeCommandOf(part, commandOf));
  if (phonemeCommands.every((phonemeCommand) => phonemeCommand === undefined)) return undefined;
  const words = utterance.parts.map(({ say }, index) => phonemeCommands[index] ?? cleanText(say));
  const line = (joinPieces(words) + commaBeforeBreak(utterance)).trim();
  return Buffer.byteLength(line) <= MAX_LINE_BYTES ? line : undefined;
}

/** An utterance as SSML; without emphasis and commands if the line would be too long. */
function markupLine(utterance: Utterance, commandOf: FindPhonemeCommand): string {
  const pieces = utterance.parts.map((part) => {
    const { say, emphasis } = part;
    // espeak-ng resolves &amp;, &lt;, &gt; and &quot; only; the last is not needed outside of attributes.
    const words = phonemeCommandOf(part, commandOf) ?? escapeXmlContent(cleanText(say));
    return emphasis === undefined
      ? words
      : joinPieces([`<prosody ${PROSODY_ATTRIBUTES[emphasis]}>`, words, '</prosody>']);
  });
  const line = (joinPieces(pieces) + commaBeforeBreak(utterance)).trim();
  if (Buffer.byteLength(line) <= MAX_LINE_BYTES) return line;
  const escapedLine = escapeXmlContent(plainLine(utterance));
  return Buffer.byteLength(escapedLine) <= MAX_LINE_BYTES ? escapedLine : plainLine(utterance).replace(/[&<>]/g, ' ');
}

/**
 * The input of espeak-ng for the utterances of a script. SSML is used only when there is emphasis; every character that could be markup
 * is then escaped.
 * @param commandOf the commands of the voice for pronunciations; absent: all words are spoken by their spelling
 */
export function espeakInput(
  utterances: readonly Utterance[],
  commandOf: FindPhonemeCommand = () => undefined,
): EspeakInput {
  const isMarkup = utterances.some(({ parts }) => parts.some(({ emphasis }) => emphasis !== undefined));
  const lineOf = (utterance: Utterance): string =>
    isMarkup
      ? markupLine(utterance, commandOf)
      : (lineWithPhonemeCommands(utterance, commandOf) ?? plainLine(utterance));
  return { isMarkup, lines: utterances.map((utterance) => (hasSpokenWords(utterance) ? lineOf(utterance) : '')) };
}
