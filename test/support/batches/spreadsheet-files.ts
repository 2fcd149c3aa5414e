const UTF16_LE = [0xff, 0xfe];
const UTF16_BE = [0xfe, 0xff];

const utf8 = (text: string): Uint8Array<ArrayBuffer> => new Uint8Array(new TextEncoder().encode(text));

/** A text in UTF-16, with its mark. */
export function utf16(text: string, order: 'little' | 'big' = 'little'): Uint8Array<ArrayBuffer> {
  const units = Array.from({ length: text.length }, (_, index) => text.charCodeAt(index));
  const bytes = units.flatMap((unit) => (order === 'little' ? [unit & 255, unit >> 8] : [unit >> 8, unit & 255]));
  return Uint8Array.from([...(order === 'little' ? UTF16_LE : UTF16_BE), ...bytes]);
}

/** Files as spreadsheets write them, for the columns `external_id`, `name` and `offer`; each has the rows of `SHEET_ROWS`. */
export const SHEET_FILES: Readonly<Record<string, Uint8Array<ArrayBuffer>>> = {
  'semicolons and a byte order mark (Excel in German, "CSV UTF-8")': utf8(
    '\ufeffexternal_id;name;offer\r\nc1;Zoë;"Two weeks; free"\r\nc2;Jürgen;\r\n',
  ),
  'commas and a byte order mark (Excel in English, "CSV UTF-8")': utf8(
    '\ufeffexternal_id,name,offer\r\nc1,Zoë,Two weeks; free\r\nc2,Jürgen,\r\n',
  ),
  'tabs in UTF-16 (Excel, "Unicode Text")': utf16(
    'external_id\tname\toffer\r\nc1\tZoë\tTwo weeks; free\r\nc2\tJürgen\t\r\n',
  ),
  'tabs in UTF-16, big-endian': utf16(
    'external_id\tname\toffer\r\nc1\tZoë\tTwo weeks; free\r\nc2\tJürgen\t\r\n',
    'big',
  ),
  'a first line `sep=,`': utf8('sep=,\r\nexternal_id,name,offer\r\nc1,Zoë,Two weeks; free\r\nc2,Jürgen,\r\n'),
  'a first line `sep=;`': utf8('sep=;\r\nexternal_id;name;offer\r\nc1;Zoë;"Two weeks; free"\r\nc2;Jürgen;\r\n'),
  'names of columns with capitals and spaces': utf8('External_ID, Name ,OFFER\nc1,Zoë,Two weeks; free\nc2,Jürgen,\n'),
  'rows of empty cells beneath the data': utf8(
    'external_id,name,offer\r\nc1,Zoë,Two weeks; free\r\nc2,Jürgen,\r\n,,\r\n, ,\r\n,\r\n',
  ),
};

/** What the files above say; `offer` has a default. */
export const SHEET_ROWS = [
  { external_id: 'c1', variables: { name: 'Zoë', offer: 'Two weeks; free' } },
  { external_id: 'c2', variables: { name: 'Jürgen' } },
];

/** As Excel writes "CSV (semicolon delimited)" in western Europe: no UTF-8. */
export const CP1252_FILE = Uint8Array.from('external_id;name;offer\r\nc1;Zo\xeb;gratis\r\n', (character) =>
  character.charCodeAt(0),
);

/** A file with a column that is not a variable. */
export const EXTRA_COLUMN_FILE = utf8('external_id,name,offer,City\nc1,Zoë,Two weeks; free,Berlin\nc2,Jürgen,,Bonn\n');
