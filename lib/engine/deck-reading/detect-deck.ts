import {
  deckFileNamesWithEnding,
  isProjectDescriptionFile,
  smallestFolderDepth,
  TEXT_DECK_FILE_ENDINGS,
} from './archive-texts.ts';
import type { DeckKind } from './deck-formats.ts';
import { DECK_LIMITS } from './deck-limits.ts';
import { DeckRefusal } from './deck-warning.ts';
import { looksLikeHtml } from './looks-like-html.ts';
import { UNSUPPORTED_FILES, type UnsupportedFileKind } from './unsupported-files.ts';
import { zipDirectoryEntries } from './zip-directory.ts';

/** First bytes of the files of old Office programs: a compound file, [MS-CFB] 2.2. */
const OLE = Buffer.from('d0cf11e0a1b11ae1', 'hex');
const ZIP = Buffer.from('PK\x03\x04', 'latin1');
const PDF = Buffer.from('%PDF-', 'latin1');
const RTF = Buffer.from('{\\rtf', 'latin1');
/** The stream of a compound file with an encrypted OOXML file, [MS-OFFCRYPTO] 2.3.4. Names of streams are UTF-16LE. */
const ENCRYPTED = Buffer.from('EncryptedPackage', 'utf16le');
/** Streams of old Office programs, with the kinds of their files. */
const OLE_STREAMS: readonly (readonly [stream: Buffer, kind: UnsupportedFileKind])[] = [
  [Buffer.from('PowerPoint Document', 'utf16le'), 'old_powerpoint'],
  [Buffer.from('WordDocument', 'utf16le'), 'old_word'],
  [Buffer.from('Workbook', 'utf16le'), 'sheet'],
];
/** Bytes at the start of a file in which Acrobat accepts the header of a PDF (PDF Reference 1.7, appendix H, note 13). */
const PDF_HEADER_WITHIN = 1024;
/** The number of bytes at the start of a file that are checked for a byte 0, which text does not have. */
const TEXT_SAMPLE = 4096;

/** The part that every OOXML file has (ECMA-376 part 2: the media types stream). */
const CONTENT_TYPES = '[Content_Types].xml';
/** Name and content of the first entry of an OpenDocument file, which is not compressed (ODF 1.3 part 2, 3.3). */
const OPEN_DOCUMENT = Buffer.from('mimetypeapplication/vnd.oasis.opendocument.', 'latin1');
/** The same of a deck of OpenOffice 1, before OpenDocument. */
const OLD_OPEN_OFFICE = Buffer.from('mimetypeapplication/vnd.sun.xml.impress', 'latin1');
/** Files of every OpenDocument file. Programs that pack one again may move its first entry. */
const OPEN_DOCUMENT_PARTS = ['content.xml', 'META-INF/manifest.xml'];
const LOCAL_HEADER_BYTES = 30;

/** Names of the entries of a zip, read as Latin-1: only their ASCII characters are certain. */
function namesIn(zip: Buffer): string[] {
  const names: string[] = [];
  for (const { name } of zipDirectoryEntries(zip)) {
    if (names.length === DECK_LIMITS.entries) break;
    names.push(name.toString('latin1'));
  }
  return names;
}

const foreign = (kind: UnsupportedFileKind): DeckRefusal =>
  new DeckRefusal('import_invalid', UNSUPPORTED_FILES[kind].advice);

/** @throws DeckRefusal always: a compound file is encrypted, or of an old program */
function refuseOle(bytes: Buffer): never {
  if (bytes.includes(ENCRYPTED))
    throw new DeckRefusal('import_encrypted', 'The file is protected by a password. Save it without one.');
  const [, kind] = OLE_STREAMS.find(([stream]) => bytes.includes(stream)) ?? [];
  throw kind === undefined
    ? new DeckRefusal('import_invalid', 'This is an old Office file. Save it as .pptx.')
    : foreign(kind);
}

/**
 * The container of a file, by its first bytes. Its name and declared type are ignored.
 * @throws DeckRefusal `import_encrypted` for an encrypted Office file; `import_invalid` for an old one, and for bytes that are
 * neither a zip, a PDF nor text
 */
export function detectDeckContainer(file: Uint8Array): 'zip' | 'pdf' | 'text' {
  const bytes = Buffer.from(file.buffer, file.byteOffset, file.byteLength);
  if (bytes.subarray(0, 8).equals(OLE)) refuseOle(bytes);
  if (bytes.subarray(0, 4).equals(ZIP)) return 'zip';
  if (bytes.subarray(0, PDF_HEADER_WITHIN).includes(PDF)) return 'pdf';
  if (bytes.subarray(0, RTF.length).equals(RTF)) throw foreign('old_word');
  if (bytes.length > 0 && !bytes.subarray(0, TEXT_SAMPLE).includes(0)) return 'text';
  throw new DeckRefusal('import_invalid', 'The file is not a PPTX, ODP, PDF, DOCX, Markdown or HTML file.');
}

/**
 * The kind of a zip, by its first entry and the names in its directory. Nothing is inflated.
 * @param deckFile path of the deck in the zip, if the client names it
 * @throws DeckRefusal `import_invalid` for a document of another program
 */
function kindOfArchive(bytes: Buffer, deckFile: string | undefined): DeckKind {
  if (bytes.subarray(LOCAL_HEADER_BYTES, LOCAL_HEADER_BYTES + OLD_OPEN_OFFICE.length).equals(OLD_OPEN_OFFICE))
    throw foreign('old_open_office');
  if (bytes.subarray(LOCAL_HEADER_BYTES, LOCAL_HEADER_BYTES + OPEN_DOCUMENT.length).equals(OPEN_DOCUMENT)) {
    const start = LOCAL_HEADER_BYTES + OPEN_DOCUMENT.length;
    const kind = bytes.toString('latin1', start, start + 'presentation'.length);
    if (kind === 'presentation') return 'odp';
    throw foreign('open_document');
  }
  const names = namesIn(bytes);
  const has = (prefix: string): boolean => names.some((name) => name.startsWith(prefix));
  if (has(CONTENT_TYPES)) {
    if (has('ppt/')) return 'pptx';
    if (has('word/')) return 'docx';
    if (has('xl/')) throw foreign('sheet');
    return 'pptx';
  }
  if (has('index.apxl') || has('Index/Slide') || has('Index/TemplateSlide') || has('Index/MasterSlide'))
    throw foreign('keynote');
  if (has('Index/Document.iwa') || has('Index.zip')) throw foreign('iwork');
  if (OPEN_DOCUMENT_PARTS.every((name) => names.includes(name))) return 'odp';
  return kindOfTexts(names, deckFile);
}

/** The kind of a zip of texts: HTML if a page is in a higher folder than all Markdown, as in a copy of reveal.js with its demos. */
function kindOfTexts(names: readonly string[], deckFile: string | undefined): DeckKind {
  if (deckFile !== undefined) return TEXT_DECK_FILE_ENDINGS.html.test(deckFile) ? 'html' : 'markdown';
  const [pages, markdown] = [
    deckFileNamesWithEnding(names, TEXT_DECK_FILE_ENDINGS.html),
    deckFileNamesWithEnding(names, TEXT_DECK_FILE_ENDINGS.markdown),
  ];
  // A README is the deck only if the zip has no other text.
  const hasOnlyDescriptions = [...pages, ...markdown].every(isProjectDescriptionFile);
  const depth = (texts: readonly string[]): number =>
    smallestFolderDepth(texts.filter((name) => hasOnlyDescriptions || !isProjectDescriptionFile(name)));
  return depth(pages) < depth(markdown) ? 'html' : 'markdown';
}

/**
 * The kind of a deck, by its first bytes and, for a zip, by the names in its directory. Nothing is inflated.
 * @param deckFile path of the deck in a zip; undefined: the names in the zip decide
 * @throws DeckRefusal as `detectDeckContainer` does, and `import_invalid` for a zip of another program
 */
export function deckKindOf(file: Uint8Array, deckFile?: string): DeckKind {
  const container = detectDeckContainer(file);
  if (container === 'zip') return kindOfArchive(Buffer.from(file.buffer, file.byteOffset, file.byteLength), deckFile);
  if (container === 'pdf') return 'pdf';
  return looksLikeHtml(file) ? 'html' : 'markdown';
}
