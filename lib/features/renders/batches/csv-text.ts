import { isUtf8 } from 'node:buffer';

/** The decoded text of a CSV file. */
export interface CsvText {
  text: string;
  /** Number of lines of the file before `text`: 1 if it starts with a line `sep=;`. */
  linesBefore: number;
  /** The separator that a first line `sep=;` names. Absent: the file has no such line. */
  separator?: string | undefined;
}

/** The fault of a file that is not text in an accepted encoding. */
export interface CsvTextFault {
  /** The line of the file, from 1. */
  line: number;
  message: string;
}

const NOT_UTF8 =
  'Is not UTF-8. In Excel choose "CSV UTF-8 (Comma delimited)" as the type of the file when you save it; its semicolons are also read.';
const NOT_UTF16 = 'The file starts like UTF-16 but is not in that encoding. Save it as "CSV UTF-8".';

const UTF16_BYTE_ORDER_MARKS = [
  { mark: [0xff, 0xfe], encoding: 'utf-16le' },
  { mark: [0xfe, 0xff], encoding: 'utf-16be' },
] as const;

const LINE_FEED = 0x0a;

/** The line, from 1, of the first byte that is not UTF-8. */
function firstLineNotUtf8(bytes: Uint8Array): number {
  let line = 1;
  for (let start = 0; start < bytes.length; line++) {
    const lineFeed = bytes.indexOf(LINE_FEED, start);
    const end = lineFeed === -1 ? bytes.length : lineFeed + 1;
    if (!isUtf8(bytes.subarray(start, end))) break;
    start = end;
  }
  return line;
}

function decodeText(bytes: Uint8Array): string | CsvTextFault {
  const utf16 = UTF16_BYTE_ORDER_MARKS.find(({ mark }) => bytes[0] === mark[0] && bytes[1] === mark[1]);
  if (utf16)
    try {
      return new TextDecoder(utf16.encoding, { fatal: true }).decode(bytes);
    } catch {
      return { line: 1, message: NOT_UTF16 };
    }
  return isUtf8(bytes) ? new TextDecoder().decode(bytes) : { line: firstLineNotUtf8(bytes), message: NOT_UTF8 };
}

/** A first line that names the separator, an extension of Excel. */
const SEPARATOR_LINE = /^"?sep=([^\r\n])"?(?:\r\n|\n|\r|$)/i;

/**
 * Decodes a CSV file in UTF-8, or in UTF-16 with a byte order mark. The mark and a first line `sep=;` are removed. Pure.
 * @returns the text, or the fault of a file in another encoding
 */
export function readCsvText(bytes: Uint8Array): CsvText | CsvTextFault {
  const text = decodeText(bytes);
  if (typeof text !== 'string') return text;
  const [line, separator] = SEPARATOR_LINE.exec(text) ?? [];
  return line === undefined ? { text, linesBefore: 0 } : { text: text.slice(line.length), linesBefore: 1, separator };
}
