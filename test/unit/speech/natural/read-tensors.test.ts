import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { readOnnxTensors } from '#engine/speech/natural/onnx/read-tensors.ts';
import expected from '#test/fixtures/phonemes/tensors.json' with { type: 'json' };
import { NATURAL_FOLDER } from '#test/support/speech/natural-data.ts';

const sha256 = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex');

describe('readOnnxTensors', () => {
  it.each(Object.entries(expected))('reads the tensors of %s as the package onnx does', (name, tensors) => {
    const found = [...readOnnxTensors(readFileSync(join(NATURAL_FOLDER, name)))].map(([key, { dims, type, data }]) => {
      const bytes = new Uint8Array(data.buffer, data.byteOffset, data.byteLength);
      return { name: key, dims, type, sha256: sha256(bytes) };
    });
    expect(found).toEqual(tensors);
  });

  it.each([
    ['bytes that are not a model', Buffer.from('this is not a model, but a text')],
    ['a number that does not end', Buffer.from([0x80])],
    ['a message that is longer than the file', Buffer.from([0x3a, 0x20, 0x00])],
    ['a tensor with fewer numbers than its shape has', Buffer.from([0x3a, 8, 0x2a, 6, 0x08, 2, 0x10, 3, 0x28, 1])],
    ['a tensor of 64-bit integers', Buffer.from([0x3a, 8, 0x2a, 6, 0x08, 1, 0x10, 7, 0x38, 1])],
  ])('refuses %s', (_, bytes) => {
    expect(() => readOnnxTensors(bytes)).toThrow(/^The model|numbers instead of/);
  });

  it('reads numbers that are not packed', () => {
    const one = Buffer.from([0x3a, 11, 0x2a, 9, 0x08, 1, 0x10, 3, 0x28, 5, 0x42, 1, 0x77]);
    expect([...readOnnxTensors(one)]).toEqual([['w', { dims: [1], type: 'int8', data: Int8Array.of(5) }]]);
  });
});

describe('the data of the natural voice', () => {
  const sums = readFileSync(join(NATURAL_FOLDER, 'SHA256SUMS'), 'utf8').trim().split('\n');

  it.each(sums.map((line) => [line.slice(66), line.slice(0, 64)] as const))(
    'has %s as the wheel has it',
    (name, hash) => {
      expect(sha256(readFileSync(join(NATURAL_FOLDER, name)))).toBe(hash);
    },
  );
});
