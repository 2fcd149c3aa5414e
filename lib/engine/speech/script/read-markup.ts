import type { MarkedText } from './marked-text.ts';
import { MarkupError } from './markup-error.ts';
import { readPlain } from './read-plain.ts';
import { isSsml, readSsml } from './read-ssml.ts';

/**
 * Reads a text: as SSML when it starts with `<speak`, else as plain text. Stored SSML with a fault, from before SSML was
 * checked, is read as plain text: its tags are not spoken.
 */
export function readMarkup(text: string): MarkedText {
  if (!isSsml(text)) return readPlain(text);
  try {
    return readSsml(text);
  } catch (error) {
    if (error instanceof MarkupError) return readPlain(text);
    throw error;
  }
}

/** The fault of a text's markup with its position, as a message for the author; undefined when there is none. */
export function markupFault(text: string): string | undefined {
  if (!isSsml(text)) return undefined;
  try {
    readSsml(text);
    return undefined;
  } catch (error) {
    if (!(error instanceof MarkupError)) throw error;
    return `line ${error.position.line}, column ${error.position.column}: ${error.message}`;
  }
}
