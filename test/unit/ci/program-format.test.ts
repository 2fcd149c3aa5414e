import { describe, expect, it } from 'vitest';
import { programFormat } from '#test/ci/other-platforms/program-format.ts';

const file = (...parts: readonly [at: number, bytes: readonly number[]][]): Buffer => {
  const bytes = Buffer.alloc(256);
  for (const [at, values] of parts) bytes.set(values, at);
  return bytes;
};

describe('the format of a program', () => {
  it.each([
    ['linux-x64', file([0, [0x7f, 0x45, 0x4c, 0x46]], [18, [62, 0]])],
    ['linux-arm64', file([0, [0x7f, 0x45, 0x4c, 0x46]], [18, [183, 0]])],
    ['darwin-x64', file([0, [0xcf, 0xfa, 0xed, 0xfe, 7, 0, 0, 1]])],
    ['darwin-arm64', file([0, [0xcf, 0xfa, 0xed, 0xfe, 12, 0, 0, 1]])],
    ['win32-x64', file([0, [0x4d, 0x5a]], [0x3c, [0x80, 0, 0, 0]], [0x80, [0x50, 0x45, 0, 0, 0x64, 0x86]])],
  ])('is %s', (expected, bytes) => expect(programFormat(bytes)).toBe(expected));

  it('is unknown for a script, and for a file that is too short', () => {
    expect(programFormat(Buffer.from('#!/bin/sh\necho this is long enough\n'))).toBeUndefined();
    expect(programFormat(Buffer.from('MZ'))).toBeUndefined();
  });
});
