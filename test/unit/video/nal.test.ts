import { expect, test } from 'vitest';
import { escapeNal, NalSplitter, nalRefIdc, nalType, splitAnnexB, unescapeNal } from '#engine/video/h264/nal.ts';
import { annexB, IDR, PPS, SKIPPED_P, SPS } from '#test/support/video/x264-units.ts';

const hex = (bytes: Uint8Array): string => Buffer.from(bytes).toString('hex');
const bytes = (text: string): Buffer => Buffer.from(text, 'hex');

test.each([
  ['a start code', '000001', '00000301'],
  ['two zeros before 2', '000002', '00000302'],
  ['two zeros before 3', '000003', '00000303'],
  ['three zeros', '000000', '00000300'],
  ['six zeros', '000000000000', '0000030000030000'],
  ['two zeros before 4 stay', '000004', '000004'],
  ['one zero stays', '0001', '0001'],
])('%s is escaped', (_, plain, escaped) => {
  expect(hex(escapeNal(bytes(plain)))).toBe(escaped);
});

test('unescaping undoes escaping for every run of zeros and every byte after it', () => {
  for (let zeros = 0; zeros < 12; zeros++) {
    for (let next = 0; next < 256; next++) {
      const plain = Buffer.concat([Buffer.of(0x65), Buffer.alloc(zeros), Buffer.of(next, 0x80)]);
      const escaped = escapeNal(plain);
      expect(Buffer.from(escaped).includes(bytes('000001'))).toBe(false);
      expect(hex(unescapeNal(escaped))).toBe(hex(plain));
    }
  }
});

test('the header byte tells type and reference', () => {
  expect([SPS, PPS, IDR, SKIPPED_P].map(nalType)).toEqual([7, 8, 5, 1]);
  expect([IDR, SKIPPED_P, bytes('0600')].map(nalRefIdc)).toEqual([3, 2, 0]);
});

test('a stream is split into the same units whatever the size of its pieces', () => {
  const units = [SPS, PPS, IDR, SKIPPED_P, SPS, PPS, IDR];
  const stream = annexB(units);
  for (let size = 1; size <= stream.length; size++) {
    const splitter = new NalSplitter();
    const found: string[] = [];
    for (let at = 0; at < stream.length; at += size) {
      found.push(...splitter.push(stream.subarray(at, at + size)).map(hex));
    }
    found.push(...splitter.end().map(hex));
    expect(found).toEqual(units.map(hex));
  }
});

test('three-byte start codes, leading bytes and trailing zeros are understood', () => {
  expect(splitAnnexB(bytes('ffff000001670102000000016801000000000001650a00000000')).map(hex)).toEqual([
    '670102',
    '6801',
    '650a',
  ]);
});

test('a stream without a start code has no units', () => {
  expect(splitAnnexB(bytes('6502030405'))).toEqual([]);
});
