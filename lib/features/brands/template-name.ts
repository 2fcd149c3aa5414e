import { cutText, inOneLine } from '#engine/deck-reading/cut-text.ts';

/** Characters of the name of a template. */
export const MAX_NAME = 80;

/** A text of a client's file as the name of a template: in one line, well-formed, at most 80 characters; undefined if nothing is left. */
export function templateName(text: string | undefined): string | undefined {
  const line = inOneLine((text ?? '').toWellFormed().replaceAll('\0', ''));
  return line === '' ? undefined : cutText(line, MAX_NAME).text;
}
