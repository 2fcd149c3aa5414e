import type { MarkedText } from './marked-text.ts';
import { MarkupError } from './markup-error.ts';
import { readPlain } from './read-plain.ts';
import { isSsml, readSsml } from './read-ssml.ts';

/**
 * Reads a text as its author meant it: one that begins with `<speak` as SSML, any other as plain text. SSML that was kept
 * before it was checked and has a fault is read as plain text, too: its tags are left out rather than spoken.
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

/** What is wrong with the markup of a text, and where; undefined when nothing is. A message for its author. */
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
