/** What is known of a kind of decks without its reader. */
interface DeckFormat {
  /** Its name in sentences. */
  noun: string;
  mediaType: string;
  /** Ends of file names, without the dot and in lower case; the usual one first. */
  endings: readonly string[];
}

/** The kinds of decks. The bytes of a file decide which it is (`detect-deck.ts`); `lib/app/sandbox/take-deck.ts` finds their readers. */
export const DECK_FORMATS = {
  pptx: {
    noun: 'PPTX',
    mediaType: 'application/vnd.openxmlformats-officedocument.presentationml.presentation',
    endings: ['pptx'],
  },
  pdf: { noun: 'PDF', mediaType: 'application/pdf', endings: ['pdf'] },
  markdown: { noun: 'Markdown file', mediaType: 'text/markdown', endings: ['md', 'markdown'] },
} as const satisfies Readonly<Record<string, DeckFormat>>;

/** Kinds of decks, detected from the bytes of a file. */
export type DeckKind = keyof typeof DECK_FORMATS;

/** All kinds of decks. */
export const DECK_KINDS = Object.keys(DECK_FORMATS) as readonly DeckKind[];

/** Markdown together with its pictures. */
const ARCHIVE = { mediaType: 'application/zip', endings: ['zip'] } as const;

/** A media type of decks. */
export type DeckType = (typeof DECK_FORMATS)[DeckKind]['mediaType'] | (typeof ARCHIVE)['mediaType'];

/** The media types of all kinds, and that of archives. */
export const DECK_TYPES = Object.values<{ mediaType: DeckType }>({ ...DECK_FORMATS, ARCHIVE }).map(
  ({ mediaType }) => mediaType,
) as [DeckType, ...DeckType[]];

/** The media type of a deck by the end of its name, such as `md`. */
export const DECK_TYPE_BY_ENDING: ReadonlyMap<string, DeckType> = new Map(
  [...DECK_KINDS.map((kind) => DECK_FORMATS[kind]), ARCHIVE].flatMap(({ endings, mediaType }) =>
    endings.map((ending): [string, DeckType] => [ending, mediaType]),
  ),
);
