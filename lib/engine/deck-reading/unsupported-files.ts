/** A kind of file that clients send but no reader supports. */
interface UnsupportedFile {
  /** Endings of file names, without the dot and in lower case. */
  endings: readonly string[];
  /** Sentences for the client: the kind of the file, and the way to a deck. */
  advice: string;
}

/** Kinds of files that no reader supports. */
export const UNSUPPORTED_FILES = {
  old_powerpoint: {
    endings: ['ppt', 'pps', 'pot'],
    advice:
      'This is a deck of an old PowerPoint (.ppt). Open it in PowerPoint, LibreOffice or Google Slides, and save it as PPTX.',
  },
  keynote: {
    endings: ['key', 'keynote', 'kth'],
    advice:
      'This is a Keynote deck. In Keynote, choose File, Export To, PowerPoint, and send that; to keep its look exactly, also export it as PDF, and send both.',
  },
  iwork: {
    endings: ['pages', 'numbers'],
    advice: 'This is a document of Pages or Numbers. Export it as PDF, and send that.',
  },
  old_word: {
    endings: ['doc', 'dot', 'rtf'],
    advice: 'This is a document of an old Word, or RTF. Save it as DOCX or PDF, and send that.',
  },
  sheet: {
    endings: ['xlsx', 'xlsm', 'xlsb', 'xls', 'ods'],
    advice: 'This is a spreadsheet. Put its tables and charts into a deck, and send that as PPTX.',
  },
  old_open_office: {
    endings: ['sxi', 'sti', 'sdd', 'sdp'],
    advice: 'This is a deck of an old OpenOffice (.sxi). Open it in LibreOffice, and save it as ODP or PPTX.',
  },
  flat_open_document: {
    endings: ['fodp'],
    advice: 'This is an OpenDocument deck in one XML file (.fodp). In LibreOffice, save it as ODP, and send that.',
  },
  open_document: {
    endings: ['odt', 'odg', 'fodt'],
    advice: 'This is an OpenDocument file, but not a deck. Save it as DOCX or PDF, and send that.',
  },
  link: {
    endings: ['gslides', 'gdoc', 'url', 'webloc'],
    advice:
      'This is only a link to a document. In Google Slides, choose File, Download, Microsoft PowerPoint, and send that; or share the deck with anyone who has the link, and send its address.',
  },
} as const satisfies Readonly<Record<string, UnsupportedFile>>;

/** A kind of files that no reader supports. */
export type UnsupportedFileKind = keyof typeof UNSUPPORTED_FILES;

/** The kind of an unsupported file, by the ending of its name; undefined if no kind has this ending. */
export const findUnsupportedFileKind = (name: string): UnsupportedFileKind | undefined => {
  const ending = name.includes('.') ? name.slice(name.lastIndexOf('.') + 1).toLowerCase() : '';
  const kinds = Object.keys(UNSUPPORTED_FILES) as UnsupportedFileKind[];
  return kinds.find((kind) => (UNSUPPORTED_FILES[kind].endings as readonly string[]).includes(ending));
};
