import type { Entry } from 'yauzl';

/** Bit of an entry whose name is in UTF-8. */
const UTF8 = 0x800;
/** Extra field of Info-ZIP that has the name in UTF-8. */
const UNICODE_PATH = 0x7075;
const NOT_ASCII = /[^\0-\x7f]/;
/** What Windows in different countries writes names in, without a word of it in the zip. */
const OLD_ENCODINGS = ['shift_jis', 'gbk', 'big5', 'euc-kr', 'windows-1252', 'windows-1251', 'ibm866'];

const decoded = (bytes: Uint8Array, encoding: string): string | undefined => {
  try {
    return new TextDecoder(encoding, { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    return undefined;
  }
};
const withSlashes = (name: string): string => name.replaceAll('\\', '/');

/**
 * The name of an entry: by its flag or extra field; else in UTF-8 where its bytes are that, which programs write without the flag;
 * else in code page 437, as the format says.
 * @returns the name, and those that it may have in other encodings
 */
export function entryNames({ fileName, fileNameRaw, generalPurposeBitFlag, extraFields }: Entry): {
  name: string;
  others: string[];
} {
  const isSaid = (generalPurposeBitFlag & UTF8) !== 0 || extraFields.some(({ id }) => id === UNICODE_PATH);
  if (isSaid || !NOT_ASCII.test(fileName)) return { name: fileName, others: [] };
  const utf8 = decoded(fileNameRaw, 'utf-8');
  if (utf8 !== undefined) return { name: withSlashes(utf8), others: [] };
  return { name: fileName, others: OLD_ENCODINGS.flatMap((encoding) => decoded(fileNameRaw, encoding) ?? []) };
}
