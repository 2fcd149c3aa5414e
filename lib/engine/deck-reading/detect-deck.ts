import { isDescription, leastDepth, TEXT_ENDINGS, textFiles } from './archive-texts.ts';
import type { DeckKind } from './deck-formats.ts';
import { DECK_LIMITS } from './deck-limits.ts';
import { DeckRefusal } from './deck-warning.ts';
import { FOREIGN_FILES, type ForeignKind } from './foreign-files.ts';
import { looksLikeHtml } from './looks-like-html.ts';
import { directoryEntries } from './zip-directory.ts';

const OLE = Buffer.from('d0cf11e0a1b11ae1', 'hex');
const ZIP = Buffer.from('PK\x03\x04', 'latin1');
const PDF = Buffer.from('%PDF-', 'latin1');
const RTF = Buffer.from('{\\rtf', 'latin1');
/** The stream that has an encrypted OOXML file; names in an OLE container are UTF-16LE. */
const ENCRYPTED = Buffer.from('EncryptedPackage', 'utf16le');
/** Streams of old programs, with the kinds of their files. */
const OLE_STREAMS: readonly (readonly [stream: Buffer, kind: ForeignKind])[] = [
  [Buffer.from('PowerPoint Document', 'utf16le'), 'old_powerpoint'],
  [Buffer.from('WordDocument', 'utf16le'), 'old_word'],
  [Buffer.from('Workbook', 'utf16le'), 'sheet'],
];
/** A PDF may have other bytes before its header. */
const PDF_HEADER_WITHIN = 1024;
const TEXT_SAMPLE = 4096;

/** The part that every Office file has. */
const CONTENT_TYPES = '[Content_Types].xml';
/** The first entry of an OpenDocument file says what it is, uncompressed, after the header of the entry. */
const OPEN_DOCUMENT = Buffer.from('mimetypeapplication/vnd.oasis.opendocument.', 'latin1');
/** The same of OpenOffice before there was OpenDocument. */
const OLD_OPEN_OFFICE = Buffer.from('mimetypeapplication/vnd.sun.xml.impress', 'latin1');
/** Files that every OpenDocument file has, in whatever order another program packed them. */
const OPEN_DOCUMENT_PARTS = ['content.xml', 'META-INF/manifest.xml'];
const LOCAL_HEADER_BYTES = 30;

/** Names of a zip in Latin-1: only their ASCII parts are right. */
function namesIn(zip: Buffer): string[] {
  const names: string[] = [];
  for (const { name } of directoryEntries(zip)) {
    if (names.length === DECK_LIMITS.entries) break;
    names.push(name.toString('latin1'));
  }
  return names;
}

const foreign = (kind: ForeignKind): DeckRefusal => new DeckRefusal('import_invalid', FOREIGN_FILES[kind].advice);

/** @throws DeckRefusal always: what an OLE container has is encrypted or old */
function refuseOle(bytes: Buffer): never {
  if (bytes.includes(ENCRYPTED))
    throw new DeckRefusal('import_encrypted', 'The file is protected by a password. Save it without one.');
  const [, kind] = OLE_STREAMS.find(([stream]) => bytes.includes(stream)) ?? [];
  throw kind === undefined
    ? new DeckRefusal('import_invalid', 'This is an old Office file. Save it as .pptx.')
    : foreign(kind);
}

/**
 * The container that the first bytes tell of, whatever name or type the file came with.
 * @throws DeckRefusal `import_encrypted` for an encrypted Office file; `import_invalid` for an old one, and for bytes that are
 * neither a zip, a PDF nor text
 */
export function detectContainer(file: Uint8Array): 'zip' | 'pdf' | 'text' {
  const bytes = Buffer.from(file.buffer, file.byteOffset, file.byteLength);
  if (bytes.subarray(0, 8).equals(OLE)) refuseOle(bytes);
  if (bytes.subarray(0, 4).equals(ZIP)) return 'zip';
  if (bytes.subarray(0, PDF_HEADER_WITHIN).includes(PDF)) return 'pdf';
  if (bytes.subarray(0, RTF.length).equals(RTF)) throw foreign('old_word');
  if (bytes.length > 0 && !bytes.subarray(0, TEXT_SAMPLE).includes(0)) return 'text';
  throw new DeckRefusal('import_invalid', 'The file is not a PPTX, ODP, PDF, DOCX, Markdown or HTML file.');
}

/**
 * The kind of a zip, by its first entry and the names in its directory. Nothing is unpacked.
 * @throws DeckRefusal `import_invalid` for a document of another program
 */
function kindOfArchive(bytes: Buffer, deckFile: string | undefined): DeckKind {
  if (bytes.subarray(LOCAL_HEADER_BYTES, LOCAL_HEADER_BYTES + OLD_OPEN_OFFICE.length).equals(OLD_OPEN_OFFICE))
    throw foreign('old_open_office');
  if (bytes.subarray(LOCAL_HEADER_BYTES, LOCAL_HEADER_BYTES + OPEN_DOCUMENT.length).equals(OPEN_DOCUMENT)) {
    const from = LOCAL_HEADER_BYTES + OPEN_DOCUMENT.length;
    const kind = bytes.toString('latin1', from, from + 'presentation'.length);
    if (kind === 'presentation') return 'odp';
    throw foreign('open_document');
  }
  const names = namesIn(bytes);
  const has = (beginning: string): boolean => names.some((name) => name.startsWith(beginning));
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

/** A zip is a deck of HTML where a page lies above all Markdown in it, as in reveal.js with its demos. */
function kindOfTexts(names: readonly string[], deckFile: string | undefined): DeckKind {
  if (deckFile !== undefined) return TEXT_ENDINGS.html.test(deckFile) ? 'html' : 'markdown';
  const [pages, markdown] = [textFiles(names, TEXT_ENDINGS.html), textFiles(names, TEXT_ENDINGS.markdown)];
  // A README is the deck only where there is no other text.
  const isOnlyDescribed = [...pages, ...markdown].every(isDescription);
  const depth = (texts: readonly string[]): number =>
    leastDepth(texts.filter((name) => isOnlyDescribed || !isDescription(name)));
  return depth(pages) < depth(markdown) ? 'html' : 'markdown';
}

/**
 * The kind of a deck, by its first bytes and, for a zip, by the names in it. Nothing is unpacked.
 * @param deckFile the file in a zip that is the deck; undefined: it is found
 * @throws DeckRefusal as `detectContainer` does
 */
export function deckKindOf(file: Uint8Array, deckFile?: string): DeckKind {
  const container = detectContainer(file);
  if (container === 'zip') return kindOfArchive(Buffer.from(file.buffer, file.byteOffset, file.byteLength), deckFile);
  if (container === 'pdf') return 'pdf';
  return looksLikeHtml(file) ? 'html' : 'markdown';
}
