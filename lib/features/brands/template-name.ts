import { cutTextWithEllipsis, toOneLine } from '#engine/deck-reading/cut-text-with-ellipsis.ts';

/** The maximum length of the name of a template, in characters. */
export const MAX_TEMPLATE_NAME_CHARACTERS = 80;

/**
 * A text of a client's file as the name of a template: in one line, well-formed, cut to `MAX_TEMPLATE_NAME_CHARACTERS`; undefined if nothing
 * is left.
 */
export function toTemplateName(text: string | undefined): string | undefined {
  const line = toOneLine((text ?? '').toWellFormed().replaceAll('\0', ''));
  return line === '' ? undefined : cutTextWithEllipsis(line, MAX_TEMPLATE_NAME_CHARACTERS).text;
}
