import type { Entry } from 'yauzl';

// APPNOTE.TXT 6.3.10 (.ZIP File Format Specification), 4.4.4, 4.6.9 and Appendix D.

/** Flag of an entry whose name is in UTF-8. */
const UTF8_FLAG = 0x800;
/** Id of the extra field of Info-ZIP with the name in UTF-8. */
const UNICODE_PATH = 0x7075;
const NOT_ASCII = /[^\0-\x7f]/;
/** Encodings of names that Windows writes in different countries. The zip does not name them. */
const LEGACY_ENCODINGS = ['shift_jis', 'gbk', 'big5', 'euc-kr', 'windows-1252', 'windows-1251', 'ibm866'];

/** A text from bytes; undefined if they are invalid in the encoding. */
const decode = (bytes: Uint8Array, encoding: string): string | undefined => {
  try {
    return new TextDecoder(encoding, { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    return undefined;
  }
};

/** A name with the separator that the format requires; some programs of Windows write backslashes. */
const withSlashes = (name: string): string => name.replaceAll('\\', '/');

/**
 * Decodes the name of an entry of a zip by its flag or extra field. Without these, a name whose bytes are valid UTF-8 is decoded as UTF-8,
 * because many programs forget the flag. Any other name is decoded in code page 437, as the format requires.
 * @returns `name`, and `others`: its bytes in other encodings; a deck may refer to the file by any of these
 */
export function decodeZipEntryNames({ fileName, fileNameRaw, generalPurposeBitFlag, extraFields }: Entry): {
  name: string;
  others: string[];
} {
  // `fileName` is decoded by yauzl: as UTF-8 if flag or extra field say so, else as code page 437.
  const isUtf8 = (generalPurposeBitFlag & UTF8_FLAG) !== 0 || extraFields.some(({ id }) => id === UNICODE_PATH);
  if (isUtf8 || !NOT_ASCII.test(fileName)) return { name: fileName, others: [] };
  const utf8 = decode(fileNameRaw, 'utf-8');
  if (utf8 !== undefined) return { name: withSlashes(utf8), others: [] };
  return { name: fileName, others: LEGACY_ENCODINGS.flatMap((encoding) => decode(fileNameRaw, encoding) ?? []) };
}
