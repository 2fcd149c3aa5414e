import type { ParsedSlide } from '#engine/deck-reading/deck.ts';
import type { DeckWarning } from '#engine/deck-reading/deck-warning.ts';

/** A message as a clause: without its full stop, and with a small first letter. */
const asClause = (message: string): string =>
  message.replace(/\.$/, '').replace(/^[A-Z](?=[a-z])/, (letter) => letter.toLowerCase());

/** The line of the report about a video that was not imported. @param reason reason, as a clause or as sentences */
export const videoLostWarning = (
  { source_page, image }: Pick<ParsedSlide, 'source_page' | 'image'>,
  reason: string,
): DeckWarning => ({
  slide: source_page,
  code: 'video_not_taken',
  message: `A video was not used: ${asClause(reason)}. ${image ? 'Its picture stands for it. ' : ''}Send it as \`video\` of the slide.`,
});
