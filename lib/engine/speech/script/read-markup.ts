import { SpeechMarkupError } from './markup-error.ts';
import { readPlainSpeechText } from './read-plain.ts';
import { isSsml, readSsmlAsSpeechText } from './read-ssml-as-speech-text.ts';
import type { ParsedSpeechText } from './speech-markup.ts';

/**
 * Reads a text: as SSML when it starts with `<speak`, else as plain text. Stored SSML with a fault, from before SSML was
 * checked, is read as plain text: its tags are not spoken.
 */
export function readSpeechMarkup(text: string): ParsedSpeechText {
  if (!isSsml(text)) return readPlainSpeechText(text);
  try {
    return readSsmlAsSpeechText(text);
  } catch (error) {
    if (error instanceof SpeechMarkupError) return readPlainSpeechText(text);
    throw error;
  }
}

/** The fault of a text's markup with its position, as a message for the author; undefined when there is none. */
export function describeSpeechMarkupFault(text: string): string | undefined {
  if (!isSsml(text)) return undefined;
  try {
    readSsmlAsSpeechText(text);
    return undefined;
  } catch (error) {
    if (!(error instanceof SpeechMarkupError)) throw error;
    return `line ${error.position.line}, column ${error.position.column}: ${error.message}`;
  }
}
