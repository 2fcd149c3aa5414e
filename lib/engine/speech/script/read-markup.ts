import type { MarkedText } from './marked-text.ts';
import { SpeechMarkupError } from './markup-error.ts';
import { readPlainSpeechText } from './read-plain.ts';
import { isSsml, readSsmlAsMarkedText } from './read-ssml-as-marked-text.ts';

/**
 * Reads a text: as SSML when it starts with `<speak`, else as plain text. Stored SSML with a fault, from before SSML was
 * checked, is read as plain text: its tags are not spoken.
 */
export function readSpeechMarkup(text: string): MarkedText {
  if (!isSsml(text)) return readPlainSpeechText(text);
  try {
    return readSsmlAsMarkedText(text);
  } catch (error) {
    if (error instanceof SpeechMarkupError) return readPlainSpeechText(text);
    throw error;
  }
}

/** The fault of a text's markup with its position, as a message for the author; undefined when there is none. */
export function describeSpeechMarkupFault(text: string): string | undefined {
  if (!isSsml(text)) return undefined;
  try {
    readSsmlAsMarkedText(text);
    return undefined;
  } catch (error) {
    if (!(error instanceof SpeechMarkupError)) throw error;
    return `line ${error.position.line}, column ${error.position.column}: ${error.message}`;
  }
}
