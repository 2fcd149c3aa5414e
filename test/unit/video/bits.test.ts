import { expect, test } from 'vitest';
import { BitReader, BitWriter } from '#engine/video/bits/bit-io.ts';
import { BitstreamError } from '#engine/video/bits/stream-errors.ts';

const bitsOf = (writer: BitWriter): string =>
  [...writer.bytes()]
    .map((byte) => byte.toString(2).padStart(8, '0'))
    .join('')
    .slice(0, writer.position);

// H.264, table 9-2.
const UNSIGNED = [
  [0, '1'],
  [1, '010'],
  [2, '011'],
  [3, '00100'],
  [6, '00111'],
  [7, '0001000'],
  [14, '0001111'],
  [15, '000010000'],
  [65535, '000000000000000010000000000000000'],
] as const;

// Table 9-3.
const SIGNED = [
  [0, '1'],
  [1, '010'],
  [-1, '011'],
  [2, '00100'],
  [-2, '00101'],
  [-26, '00000110101'],
] as const;

test.each(UNSIGNED)('ue(%i) is %s', (value, bits) => {
  expect(bitsOf(new BitWriter().ue(value))).toBe(bits);
  expect(new BitReader(new BitWriter().ue(value).align(1).bytes()).ue()).toBe(value);
});

test.each(SIGNED)('se(%i) is %s', (value, bits) => {
  expect(bitsOf(new BitWriter().se(value))).toBe(bits);
  expect(new BitReader(new BitWriter().se(value).align(0).bytes()).se()).toBe(value);
});

test('fixed numbers of up to 32 bits are read where they were written', () => {
  const written = new BitWriter().u(3, 5).u(32, 0xfedcba98).u(5, 17).bytes();
  const reader = new BitReader(written);
  expect([reader.u(3), reader.u(32), reader.u(5), reader.bitsLeft]).toEqual([5, 0xfedcba98, 17, 0]);
});

test('aligning fills the last byte, and nothing when it is full', () => {
  expect([...new BitWriter().u(3, 0).align(1).bytes()]).toEqual([0b00011111]);
  expect([...new BitWriter().u(8, 7).align(1).bytes()]).toEqual([7]);
});

test('reading past the end, or an endless number, is an error', () => {
  expect(() => new BitReader(Buffer.of(0xff)).u(9)).toThrow(BitstreamError);
  expect(() => new BitReader(Buffer.alloc(16)).ue()).toThrow(BitstreamError);
});
