import { expect, test } from 'vitest';
import { freeBufferMemory } from '#kernel/shared/free-buffer-memory.ts';

test('freed bytes are gone', () => {
  const bytes = new Uint8Array(16);
  freeBufferMemory(bytes);
  expect([bytes.length, bytes.buffer.byteLength]).toEqual([0, 0]);
});

test.each([
  ['the rest of a buffer', new Uint8Array(24), (whole: Uint8Array) => whole.subarray(8)],
  ['its first part', new Uint8Array(24), (whole: Uint8Array) => whole.subarray(0, 16)],
  ['shared memory', new Uint8Array(new SharedArrayBuffer(24)), (whole: Uint8Array) => whole],
])('bytes that are %s stay', (_, whole, part) => {
  whole.fill(7);
  freeBufferMemory(part(whole));
  expect([whole.length, whole[23]]).toEqual([24, 7]);
});
