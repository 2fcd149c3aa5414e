/** The kinds of decks. The bytes of a file decide which it is (`detect-deck.ts`); `lib/app/sandbox/take-deck.ts` finds their readers. */
export const DECK_FORMATS = {
  pptx: {
    noun: 'PPTX',
    mediaType: 'application/vnd.openxmlformats-officedocument.presentationml.presentation',
    endings: ['pptx'],
  },
  pdf: { noun: 'PDF', mediaType: 'application/pdf', endings: ['pdf'] },
  markdown: { noun: 'Markdown file', mediaType: 'text/markdown', endings: ['md', 'markdown'] },
};
/** All kinds of decks. */
export const DECK_KINDS = Object.keys(DECK_FORMATS);
/** Markdown together with its pictures. */
const ARCHIVE = { mediaType: 'application/zip', endings: ['zip'] };
/** The media types of all kinds, and that of archives. */
export const DECK_TYPES = Object.values({ ...DECK_FORMATS, ARCHIVE }).map(({ mediaType }) => mediaType);
/** The media type of a deck by the end of its name, such as `md`. */
export const DECK_TYPE_BY_ENDING = new Map(
  [...DECK_KINDS.map((kind) => DECK_FORMATS[kind]), ARCHIVE].flatMap(({ endings, mediaType }) =>
    endings.map((ending) => [ending, mediaType]),
  ),
);
