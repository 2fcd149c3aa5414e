import { describe, expect, it } from 'vitest';
import { readCsvBatchRows } from '#features/renders/batches/read-csv-batch-rows.ts';
import {
  CP1252_FILE,
  EXTRA_COLUMN_FILE,
  SHEET_FILES,
  SHEET_ROWS,
  utf16,
} from '#test/support/batches/spreadsheet-files.ts';

const DECLARED = { name: null, offer: 'a gift' };
const read = (text: string | Uint8Array) =>
  readCsvBatchRows(typeof text === 'string' ? Buffer.from(text) : text, DECLARED).rows;
const refusal = (text: string | Uint8Array): { code: string; message: string; param: string; faults: unknown[] } => {
  try {
    read(text);
  } catch (error) {
    const { code, message, details } = error as { code: string; message: string; details: object };
    return { code, message, param: '', faults: [], ...details };
  }
  throw new Error('the file was read');
};
const cut = (bytes: string) => Uint8Array.from(bytes, (character) => character.charCodeAt(0));

describe('a CSV file of rows', () => {
  it('has variables and the two fields of a row in its columns', () => {
    expect(read('external_id,name,offer,webhook_url\nc-1,Ada,more,https://example.com/a\nc-2,Grace,,\n')).toEqual([
      {
        external_id: 'c-1',
        webhook_url: 'https://example.com/a',
        variables: { name: 'Ada', offer: 'more' },
      },
      { external_id: 'c-2', variables: { name: 'Grace' } },
    ]);
  });

  it('gives an empty text for an empty cell without a default', () => {
    expect(read('external_id,name\nc1,\n')).toEqual([{ external_id: 'c1', variables: { name: '' } }]);
  });

  it.each([
    ['a byte order mark', '\ufeffname\nAda\n'],
    ['CRLF', 'name\r\nAda\r\n'],
    ['CR', 'name\rAda\r'],
    ['no line end after the last row', 'name\nAda'],
    ['lines without a character', 'name\n\nAda\n\n'],
    ['quoted cells', '"name"\n"Ada"\n'],
  ])('may have %s', (_, text) => {
    expect(read(text)).toEqual([{ variables: { name: 'Ada' } }]);
  });

  it('keeps spaces, commas, quotation marks and line ends of its cells', () => {
    expect(read('name,offer\n" Ada, ""the first""\r\nof all ", x \n')).toEqual([
      { variables: { name: ' Ada, "the first"\r\nof all ', offer: ' x ' } },
    ]);
  });

  it('tells an empty quoted cell from a line without a character', () => {
    expect(read('name\n""\nAda\n')).toEqual([{ variables: { name: '' } }, { variables: { name: 'Ada' } }]);
  });

  it('names the line on which a row starts, after cells of several lines', () => {
    const { placeOf } = readCsvBatchRows(Buffer.from('name,offer\n"a\nb\nc",x\n\n"d\r\ne",y\nf,z\n'), DECLARED);
    expect([0, 1, 2].map((index) => placeOf(index).row)).toEqual(['lines[2]', 'lines[6]', 'lines[8]']);
  });

  it.each([
    ['empty', '', 'validation_failed', 'file', 'The file is empty'],
    ['without rows', 'name\n', 'validation_failed', 'file', 'no rows'],
    ['with a column twice', 'name,name\na,b\n', 'validation_failed', 'lines[1].name', 'Line 1, column `name`: '],
    ['with a column without name', 'name,\na,b\n', 'validation_failed', 'lines[1]', 'Column 2 has no name'],
    ['with an unknown column', 'name,nam\na,b\n', 'variable_unknown', 'lines[1].nam', 'Line 1, column `nam`: '],
    [
      'with commas beneath semicolons',
      'name;offer\n"a","b"\n',
      'validation_failed',
      'lines[2]',
      'commas between them, and those of the header semicolons',
    ],
    ['with another separator', 'sep=|\nname|offer\na|b\n', 'validation_failed', 'lines[1]', 'a semicolon or a tab'],
    ['with a short row', 'name,offer\na,b\nc\n', 'validation_failed', 'lines[3]', 'Has 1 cells'],
    ['with a long row', 'name\na,b\n', 'validation_failed', 'lines[2]', 'Has 2 cells'],
    ['with an open quote', 'name\n"a\r\nb"\n"c\n', 'validation_failed', 'lines[4]', 'never closed'],
    ['with text behind a quote', 'name\n"a"b\n', 'validation_failed', 'lines[2]', 'follows the closing'],
    ['with a quote inside a cell', 'name\na"b\n', 'validation_failed', 'lines[2]', 'not quoted'],
    [
      'with a long name',
      `external_id,name\n${'x'.repeat(201)},a\n`,
      'validation_failed',
      'lines[2].external_id',
      '200',
    ],
    ['with U+0000', 'name\na\0\n', 'validation_failed', 'lines[2].name', 'U+0000'],
  ])('%s is refused, by line and column', (_, text, code, param, said) => {
    const refused = refusal(text);
    expect([refused.code, refused.message]).toEqual([code, expect.stringContaining(said)]);
    expect(refused.param).toEqual(expect.stringContaining(param));
  });

  it.each([
    ['Latin-1', cut('name\nAda\nAndr\xe9\n'), 'lines[3]'],
    ['half of UTF-16', cut('\xff\xfen\0a\0m\0e'), 'lines[1]'],
    ['UTF-16 without its mark', utf16('name\nAndr\xe9\ud800').subarray(2), 'lines[2]'],
    ['the encoding of Excel for western Europe', CP1252_FILE, 'lines[2]'],
  ])('in %s is refused with the line', (_, bytes, param) => {
    expect(refusal(bytes)).toMatchObject({ param, message: expect.stringContaining('UTF-8') });
  });

  it('tells all faults at once, up to fifty', () => {
    const { faults } = refusal(`name,offer\n${'a\n'.repeat(60)}`);
    expect(faults).toHaveLength(50);
    expect(faults[49]).toMatchObject({ param: 'lines[51]' });
  });

  it('is not read far beyond what the largest plan allows', () => {
    expect(read(`name\n${'a\n'.repeat(5000)}`)).toHaveLength(1001);
  });
});

describe('a CSV file of a spreadsheet', () => {
  it.each(Object.entries(SHEET_FILES))('may have %s', (_, bytes) => {
    expect(read(bytes)).toEqual(SHEET_ROWS);
  });

  it('that is not UTF-8 is refused with what to choose in Excel', () => {
    expect(refusal(CP1252_FILE).message).toMatch(/^Line 2: .*In Excel choose "CSV UTF-8/);
  });

  it.each([
    ['name;offer\n"a";b\n', 'a'],
    ['"name";offer\na;b\n', 'a'],
    ['offer\tname\nb,c\ta\n', 'a'],
    ['name\na;b\n', 'a;b'],
    ['name,offer\n"a;b",\n', 'a;b'],
  ])('has its separator from the header: %j', (text, name) => {
    expect(read(text)[0]?.variables.name).toBe(name);
  });

  it('takes the separator that gives known columns, whatever stands in the others', () => {
    const bytes = Buffer.from('Street, City, Country;name\nx;Ada\n');
    expect(readCsvBatchRows(bytes, DECLARED, 'ignore').rows).toEqual([{ variables: { name: 'Ada' } }]);
  });

  it('names lines of the file, also beneath a line `sep=`', () => {
    expect(refusal('sep=;\nname;offer\na\n')).toMatchObject({ param: 'lines[3]' });
  });

  it('learns which rows were empty', () => {
    const { left, placeOf } = readCsvBatchRows(Buffer.from('name,offer\n,\na,b\n,\nc,d\n,,\n'), DECLARED);
    expect(left).toEqual({ blankLines: [2, 4, 6], ignoredColumns: [] });
    expect([0, 1].map((index) => placeOf(index).row)).toEqual(['lines[3]', 'lines[5]']);
  });

  it('is read to its end beyond any number of empty rows', () => {
    expect(read(`name,offer\na,b\n${',\n'.repeat(20_000)}c,d\n`)).toHaveLength(2);
  });

  it('is refused for a column that is not a variable, with what to do, or has it left out', () => {
    expect(refusal(EXTRA_COLUMN_FILE)).toMatchObject({
      code: 'variable_unknown',
      param: 'lines[1].City',
      message: expect.stringContaining('unknown_columns=ignore'),
    });
    const { rows, left } = readCsvBatchRows(EXTRA_COLUMN_FILE, DECLARED, 'ignore');
    expect(rows).toEqual(SHEET_ROWS);
    expect(left).toMatchObject({ ignoredColumns: ['City'] });
  });

  it('may have columns without a name, and twice the same, where they are left out', () => {
    const bytes = Buffer.from('name,,City,City\na,,b,c\n');
    expect(readCsvBatchRows(bytes, DECLARED, 'ignore').rows).toEqual([{ variables: { name: 'a' } }]);
  });

  it('that has a variable twice is refused, however its name is written', () => {
    expect(refusal('name, Name\na,b\n')).toMatchObject({ param: 'lines[1].Name' });
  });
});
