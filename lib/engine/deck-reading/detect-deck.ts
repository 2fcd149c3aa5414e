import type { DeckKind } from './deck-formats.ts';
import { DeckRefusal } from './deck-warning.ts';

const OLE = Buffer.from('d0cf11e0a1b11ae1', 'hex');
const ZIP = Buffer.from('PK\x03\x04', 'latin1');
const PDF = Buffer.from('%PDF-', 'latin1');
/** The stream that holds an encrypted OOXML file; names in an OLE container are UTF-16LE. */
const ENCRYPTED = Buffer.from('EncryptedPackage', 'utf16le');
/** A PDF may have other bytes before its header. */
const PDF_HEADER_WITHIN = 1024;
const TEXT_SAMPLE = 4096;

const END_RECORD = Buffer.from('PK\x05\x06', 'latin1');
/** The part that every Office file has. */
const CONTENT_TYPES = Buffer.from('[Content_Types].xml', 'latin1');

/** Reports whether a zip is an Office file, by the names in its directory. Nothing is unpacked. */
function isOfficeArchive(file: Uint8Array): boolean {
  const bytes = Buffer.from(file.buffer, file.byteOffset, file.byteLength);
  const end = bytes.lastIndexOf(END_RECORD);
  if (end < 0 || end + 20 > bytes.length) return bytes.includes(CONTENT_TYPES);
  return bytes.subarray(bytes.readUInt32LE(end + 16), end).includes(CONTENT_TYPES);
}

/**
 * The container that the first bytes tell of, whatever name or type the file came with.
 * @throws DeckRefusal `import_encrypted` for an encrypted Office file; `import_invalid` for an old one, and for bytes that are
 * neither a zip, a PDF nor text
 */
export function detectContainer(file: Uint8Array): 'zip' | 'pdf' | 'text' {
  const bytes = Buffer.from(file.buffer, file.byteOffset, file.byteLength);
  if (bytes.subarray(0, 8).equals(OLE)) {
    if (bytes.includes(ENCRYPTED))
      throw new DeckRefusal('import_encrypted', 'The file is protected by a password. Save it without one.');
    throw new DeckRefusal('import_invalid', 'This is an old Office file. Save it as .pptx.');
  }
  if (bytes.subarray(0, 4).equals(ZIP)) return 'zip';
  if (bytes.subarray(0, PDF_HEADER_WITHIN).includes(PDF)) return 'pdf';
  if (bytes.length > 0 && !bytes.subarray(0, TEXT_SAMPLE).includes(0)) return 'text';
  throw new DeckRefusal('import_invalid', 'The file is not a PPTX, PDF or Markdown file.');
}

/** The kind of a deck, by its first bytes and, for a zip, by the names in it. Nothing is unpacked. @throws DeckRefusal as `detectContainer` does */
export function deckKindOf(file: Uint8Array): DeckKind {
  const container = detectContainer(file);
  if (container === 'zip') return isOfficeArchive(file) ? 'pptx' : 'markdown';
  return container === 'pdf' ? 'pdf' : 'markdown';
}
