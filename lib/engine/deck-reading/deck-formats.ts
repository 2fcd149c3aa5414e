/** Names and media types of a kind of decks. */
interface DeckFormat {
  /** Its name in sentences. */
  noun: string;
  /** The media type of most of its files. */
  mediaType: string;
  /** Endings of file names, without the dot and in lower case; the most common one first. */
  endings: readonly string[];
  /**
   * The form of its slides. `shapes`: drawn in their original look, from the shapes or from a PDF sent with the deck. `pages`: pictures.
   * `text`: no look to keep, so that they are drawn in the template. `plain_text`: the same, in a file of plain text.
   */
  slides: 'shapes' | 'pages' | 'text' | 'plain_text';
  /** Media types of other files that are read in the same way, by their endings. */
  others?: Readonly<Record<string, string>>;
}

/** The kinds of decks. The bytes of a file decide its kind (`detect-deck.ts`); the readers are in `lib/app/sandbox/take-deck.ts`. */
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

const slideFormOf = (kind: DeckKind): DeckFormat['slides'] => DECK_FORMATS[kind].slides;

/** Reports whether files of a kind are plain text. Any text is one of them. */
export const isPlainTextDeckKind = (kind: DeckKind): boolean => slideFormOf(kind) === 'plain_text';

/** Reports whether decks of a kind consist of text only, so that their slides have no original look. */
export const isDeckKindWithoutOriginalLook = (kind: DeckKind): boolean =>
  isPlainTextDeckKind(kind) || slideFormOf(kind) === 'text';

/** Reports whether slides of a kind can be drawn in their original look, from their shapes or from a PDF sent with the deck. */
export const canDrawOriginalLookOfDeckKind = (kind: DeckKind): boolean => slideFormOf(kind) === 'shapes';

/** Reports whether slides of a kind are pages that can only be shown as pictures. */
export const isPictureOnlyDeckKind = (kind: DeckKind): boolean => slideFormOf(kind) === 'pages';

/** An archive of Markdown or HTML with its pictures. */
const ARCHIVE = { mediaType: 'application/zip', endings: ['zip'] } as const;

type DeckFormats = typeof DECK_FORMATS;

/** A registered media type of decks. */
export type DeckMediaType =
  | DeckFormats[DeckKind]['mediaType']
  | (typeof ARCHIVE)['mediaType']
  | { [Kind in DeckKind]: DeckFormats[Kind]['others'][keyof DeckFormats[Kind]['others']] }[DeckKind];

/** Media types of decks by the ending of their names, such as `md`. */
export const DECK_MEDIA_TYPE_BY_ENDING: ReadonlyMap<string, DeckMediaType> = new Map([
  ...[...DECK_KINDS.map((kind) => DECK_FORMATS[kind]), ARCHIVE].flatMap(({ endings, mediaType }) =>
    endings.map((ending): [string, DeckMediaType] => [ending, mediaType]),
  ),
  ...DECK_KINDS.flatMap((kind): [string, DeckMediaType][] => Object.entries(DECK_FORMATS[kind].others)),
]);

/** The media types of all kinds, and of archives. */
export const DECK_MEDIA_TYPES = [...new Set(DECK_MEDIA_TYPE_BY_ENDING.values())] as [DeckMediaType, ...DeckMediaType[]];

/** The media types of one kind of decks. */
export const mediaTypesOfDeckKind = (kind: DeckKind): readonly string[] => [
  DECK_FORMATS[kind].mediaType,
  ...Object.values(DECK_FORMATS[kind].others),
];

/** Endings of the names of one kind of decks. */
export const fileEndingsOfDeckKind = (kind: DeckKind): readonly string[] => [
  ...DECK_FORMATS[kind].endings,
  ...Object.keys(DECK_FORMATS[kind].others),
];
