import {
  deckFileNamesWithEnding,
  isProjectDescriptionFile,
  smallestFolderDepth,
  TEXT_DECK_ENDING_PATTERNS,
} from './archive-texts.ts';
import type { DeckKind } from './deck-formats.ts';
import { DECK_LIMITS } from './deck-limits.ts';
import { DeckRefusal } from './deck-warning.ts';
import { looksLikeHtml } from './looks-like-html.ts';
import { UNSUPPORTED_FILES, type UnsupportedFileKind } from './unsupported-files.ts';
import { zipDirectoryEntries } from './zip-directory.ts';

/** First bytes of the files of old Office programs: a compound file, [MS-CFB] 2.2. */
const OLE_SIGNATURE = Buffer.from('d0cf11e0a1b11ae1', 'hex');
const ZIP_SIGNATURE = Buffer.from('PK\x03\x04', 'latin1');
const PDF_SIGNATURE = Buffer.from('%PDF-', 'latin1');
const RTF_SIGNATURE = Buffer.from('{\\rtf', 'latin1');
/** The stream of a compound file with an encrypted OOXML file, [MS-OFFCRYPTO] 2.3.4. Names of streams are UTF-16LE. */
const ENCRYPTED_PACKAGE_STREAM = Buffer.from('EncryptedPackage', 'utf16le');
/** Streams of old Office programs, with the kinds of their files. */
const OLE_STREAMS: readonly (readonly [stream: Buffer, kind: UnsupportedFileKind])[] = [
  [Buffer.from('PowerPoint Document', 'utf16le'), 'old_powerpoint'],
  [Buffer.from('WordDocument', 'utf16le'), 'old_word'],
  [Buffer.from('Workbook', 'utf16le'), 'sheet'],
];
/** Bytes at the start of a file in which Acrobat accepts the header of a PDF (PDF Reference 1.7, appendix H, note 13). */
const PDF_HEADER_SEARCH_BYTES = 1024;
/** The number of bytes at the start of a file that are checked for a byte 0, which text does not have. */
const TEXT_SAMPLE_BYTES = 4096;

/** The part that every OOXML file has (ECMA-376 part 2: the media types stream). */
const CONTENT_TYPES = '[Content_Types].xml';
/** Name and content of the first entry of an OpenDocument file, which is not compressed (ODF 1.3 part 2, 3.3). */
const OPEN_DOCUMENT = Buffer.from('mimetypeapplication/vnd.oasis.opendocument.', 'latin1');
/** Name and content of the first entry of a deck of OpenOffice 1, from before OpenDocument. */
const OLD_OPEN_OFFICE = Buffer.from('mimetypeapplication/vnd.sun.xml.impress', 'latin1');
/** Files of every OpenDocument file. Programs that pack one again may move its first entry. */
const OPEN_DOCUMENT_PARTS = ['content.xml', 'META-INF/manifest.xml'];
const LOCAL_HEADER_BYTES = 30;

/** Names of the entries of a zip, read as Latin-1: only their ASCII characters are certain. */
function readEntryNames(zip: Buffer): string[] {
  const names: string[] = [];
  for (const { name } of zipDirectoryEntries(zip)) {
    if (names.length === DECK_LIMITS.entries) break;
    names.push(name.toString('latin1'));
  }
  return names;
}

const createUnsupportedFileRefusal = (kind: UnsupportedFileKind): DeckRefusal =>
  new DeckRefusal('import_invalid', UNSUPPORTED_FILES[kind].advice);

/** @throws DeckRefusal always: a compound file is encrypted, or of an old program */
function refuseOle(bytes: Buffer): never {
  if (bytes.includes(ENCRYPTED_PACKAGE_STREAM))
    throw new DeckRefusal('import_encrypted', 'The file is protected by a password. Save it without one.');
  const [, kind] = OLE_STREAMS.find(([stream]) => bytes.includes(stream)) ?? [];
  throw kind === undefined
    ? new DeckRefusal('import_invalid', 'This is an old Office file. Save it as .pptx.')
    : createUnsupportedFileRefusal(kind);
}

/**
 * The container of a file, by its first bytes. Its name and declared type are ignored.
 * @throws DeckRefusal `import_encrypted` for an encrypted Office file; `import_invalid` for an old one, and for bytes that are
 * neither a zip, a PDF nor text
 */
export function detectDeckContainer(fileBytes: Uint8Array): 'zip' | 'pdf' | 'text' {
  const bytes = Buffer.from(fileBytes.buffer, fileBytes.byteOffset, fileBytes.byteLength);
  if (bytes.subarray(0, 8).equals(OLE_SIGNATURE)) refuseOle(bytes);
  if (bytes.subarray(0, 4).equals(ZIP_SIGNATURE)) return 'zip';
  if (bytes.subarray(0, PDF_HEADER_SEARCH_BYTES).includes(PDF_SIGNATURE)) return 'pdf';
  if (bytes.subarray(0, RTF_SIGNATURE.length).equals(RTF_SIGNATURE)) throw createUnsupportedFileRefusal('old_word');
  if (bytes.length > 0 && !bytes.subarray(0, TEXT_SAMPLE_BYTES).includes(0)) return 'text';
  throw new DeckRefusal('import_invalid', 'The file is not a PPTX, ODP, PDF, DOCX, Markdown or HTML file.');
}

/**
 * The kind of a zip, by its first entry and the names in its directory. Nothing is inflated.
 * @param deckFile path of the deck in the zip, if the client names it
 * @throws DeckRefusal `import_invalid` for a document of another program
 */
function kindOfArchive(bytes: Buffer, deckFile: string | undefined): DeckKind {
  if (bytes.subarray(LOCAL_HEADER_BYTES, LOCAL_HEADER_BYTES + OLD_OPEN_OFFICE.length).equals(OLD_OPEN_OFFICE))
    throw createUnsupportedFileRefusal('old_open_office');
  if (bytes.subarray(LOCAL_HEADER_BYTES, LOCAL_HEADER_BYTES + OPEN_DOCUMENT.length).equals(OPEN_DOCUMENT)) {
    const start = LOCAL_HEADER_BYTES + OPEN_DOCUMENT.length;
    const kind = bytes.toString('latin1', start, start + 'presentation'.length);
    if (kind === 'presentation') return 'odp';
    throw createUnsupportedFileRefusal('open_document');
  }
  const names = readEntryNames(bytes);
  const hasEntryWithPrefix = (prefix: string): boolean => names.some((name) => name.startsWith(prefix));
  if (hasEntryWithPrefix(CONTENT_TYPES)) {
    if (hasEntryWithPrefix('ppt/')) return 'pptx';
    if (hasEntryWithPrefix('word/')) return 'docx';
    if (hasEntryWithPrefix('xl/')) throw createUnsupportedFileRefusal('sheet');
    return 'pptx';
  }
  if (
    hasEntryWithPrefix('index.apxl') ||
    hasEntryWithPrefix('Index/Slide') ||
    hasEntryWithPrefix('Index/TemplateSlide') ||
    hasEntryWithPrefix('Index/MasterSlide')
  )
    throw createUnsupportedFileRefusal('keynote');
  if (hasEntryWithPrefix('Index/Document.iwa') || hasEntryWithPrefix('Index.zip'))
    throw createUnsupportedFileRefusal('iwork');
  if (OPEN_DOCUMENT_PARTS.every((name) => names.includes(name))) return 'odp';
  return kindOfTextArchive(names, deckFile);
}

/** The kind of a zip of texts: HTML if a page is in a higher folder than all Markdown, as in a copy of reveal.js with its demos. */
function kindOfTextArchive(names: readonly string[], deckFile: string | undefined): DeckKind {
  if (deckFile !== undefined) return TEXT_DECK_ENDING_PATTERNS.html.test(deckFile) ? 'html' : 'markdown';
  const [htmlFiles, markdownFiles] = [
    deckFileNamesWithEnding(names, TEXT_DECK_ENDING_PATTERNS.html),
    deckFileNamesWithEnding(names, TEXT_DECK_ENDING_PATTERNS.markdown),
  ];
  // A README is the deck only if the zip has no other text.
  const hasOnlyDescriptions = [...htmlFiles, ...markdownFiles].every(isProjectDescriptionFile);
  const depthOf = (texts: readonly string[]): number =>
    smallestFolderDepth(texts.filter((name) => hasOnlyDescriptions || !isProjectDescriptionFile(name)));
  return depthOf(htmlFiles) < depthOf(markdownFiles) ? 'html' : 'markdown';
}

/**
 * The kind of a deck, by its first bytes and, for a zip, by the names in its directory. Nothing is inflated.
 * @param deckFile path of the deck in a zip; undefined: the names in the zip decide
 * @throws DeckRefusal as `detectDeckContainer` does, and `import_invalid` for a zip of another program
 */
export function deckKindOf(fileBytes: Uint8Array, deckFile?: string): DeckKind {
  const container = detectDeckContainer(fileBytes);
  if (container === 'zip')
    return kindOfArchive(Buffer.from(fileBytes.buffer, fileBytes.byteOffset, fileBytes.byteLength), deckFile);
  if (container === 'pdf') return 'pdf';
  return looksLikeHtml(fileBytes) ? 'html' : 'markdown';
}
