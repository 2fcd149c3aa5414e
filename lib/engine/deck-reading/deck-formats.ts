/** What is known of a kind of decks without its reader. */
interface DeckFormat {
  /** Its name in sentences. */
  noun: string;
  /** The usual media type. */
  mediaType: string;
  /** Ends of file names, without the dot and in lower case; the usual one first. */
  endings: readonly string[];
  /**
   * What its slides are. `shapes`: they are drawn as they are, or as a PDF next to the deck shows them. `pages`: they are pictures.
   * `text`: they are drawn in the template, and no look is lost by that. `plain_text`: the same, and the file itself is plain text.
   */
  slides: 'shapes' | 'pages' | 'text' | 'plain_text';
  /** Other files that are read in the same way: their ends, and their media types. */
  others?: Readonly<Record<string, string>>;
}

/** The kinds of decks. The bytes of a file decide which it is (`detect-deck.ts`); `lib/app/sandbox/take-deck.ts` finds their readers. */
export const DECK_FORMATS = {
  pptx: {
    noun: 'PPTX',
    mediaType: 'application/vnd.openxmlformats-officedocument.presentationml.presentation',
    endings: ['pptx'],
    slides: 'shapes',
    // Shows, templates, and files with macros, which are never run.
    others: {
      ppsx: 'application/vnd.openxmlformats-officedocument.presentationml.slideshow',
      potx: 'application/vnd.openxmlformats-officedocument.presentationml.template',
      pptm: 'application/vnd.ms-powerpoint.presentation.macroEnabled.12',
      ppsm: 'application/vnd.ms-powerpoint.slideshow.macroEnabled.12',
      potm: 'application/vnd.ms-powerpoint.template.macroEnabled.12',
    },
  },
  odp: {
    noun: 'ODP',
    mediaType: 'application/vnd.oasis.opendocument.presentation',
    endings: ['odp'],
    slides: 'shapes',
    // Templates.
    others: { otp: 'application/vnd.oasis.opendocument.presentation-template' },
  },
  pdf: { noun: 'PDF', mediaType: 'application/pdf', endings: ['pdf'], slides: 'pages', others: {} },
  docx: {
    noun: 'Word document (DOCX)',
    mediaType: 'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
    endings: ['docx'],
    slides: 'text',
    // Templates, and files with macros, which are never run.
    others: {
      dotx: 'application/vnd.openxmlformats-officedocument.wordprocessingml.template',
      docm: 'application/vnd.ms-word.document.macroEnabled.12',
      dotm: 'application/vnd.ms-word.template.macroEnabled.12',
    },
  },
  markdown: {
    noun: 'Markdown file',
    mediaType: 'text/markdown',
    endings: ['md', 'markdown'],
    slides: 'plain_text',
    others: {},
  },
  html: { noun: 'HTML page', mediaType: 'text/html', endings: ['html', 'htm'], slides: 'plain_text', others: {} },
} as const satisfies Readonly<Record<string, DeckFormat>>;

/** Kinds of decks, detected from the bytes of a file. */
export type DeckKind = keyof typeof DECK_FORMATS;

/** All kinds of decks. */
export const DECK_KINDS = Object.keys(DECK_FORMATS) as readonly DeckKind[];

const slidesOf = (kind: DeckKind): DeckFormat['slides'] => DECK_FORMATS[kind].slides;

/** Reports whether files of a kind are plain text: any bytes of letters are one of them. */
export const isPlainText = (kind: DeckKind): boolean => slidesOf(kind) === 'plain_text';

/** Reports whether decks of a kind are text, without a look that could be kept. */
export const isTextKind = (kind: DeckKind): boolean => isPlainText(kind) || slidesOf(kind) === 'text';

/** Reports whether the slides of a kind are shapes that can be drawn as they are, or as a PDF next to the deck shows them. */
export const isShapeKind = (kind: DeckKind): boolean => slidesOf(kind) === 'shapes';

/** Markdown or HTML together with its pictures. */
const ARCHIVE = { mediaType: 'application/zip', endings: ['zip'] } as const;

type Formats = typeof DECK_FORMATS;

/** A media type of decks, as it is registered. */
export type DeckType =
  | Formats[DeckKind]['mediaType']
  | (typeof ARCHIVE)['mediaType']
  | { [Kind in DeckKind]: Formats[Kind]['others'][keyof Formats[Kind]['others']] }[DeckKind];

/** The media type of a deck by the end of its name, such as `md`. */
export const DECK_TYPE_BY_ENDING: ReadonlyMap<string, DeckType> = new Map([
  ...[...DECK_KINDS.map((kind) => DECK_FORMATS[kind]), ARCHIVE].flatMap(({ endings, mediaType }) =>
    endings.map((ending): [string, DeckType] => [ending, mediaType]),
  ),
  ...DECK_KINDS.flatMap((kind): [string, DeckType][] => Object.entries(DECK_FORMATS[kind].others)),
]);

/** The media types of all kinds, and that of archives. */
export const DECK_TYPES = [...new Set(DECK_TYPE_BY_ENDING.values())] as [DeckType, ...DeckType[]];

/** The media types of one kind of decks. */
export const typesOfKind = (kind: DeckKind): readonly string[] => [
  DECK_FORMATS[kind].mediaType,
  ...Object.values(DECK_FORMATS[kind].others),
];

/** Ends of the names of one kind of decks. */
export const endingsOfKind = (kind: DeckKind): readonly string[] => [
  ...DECK_FORMATS[kind].endings,
  ...Object.keys(DECK_FORMATS[kind].others),
];
