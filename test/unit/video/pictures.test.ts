import { expect, test } from 'vitest';
import {
  assertPictureHasSize,
  freePictureMemory,
  PictureMismatchError,
  type RawPicture,
} from '#engine/video/picture.ts';

const SIZE = { width: 2, height: 2 };

test.each([
  ['of another size', { width: 4, height: 1, rgba: new Uint8Array(16) }],
  ['with too few bytes', { ...SIZE, rgba: new Uint8Array(12) }],
])('a picture %s is refused', (_, picture) => {
  expect(() => assertPictureHasSize(picture, SIZE)).toThrow(PictureMismatchError);
});

test('a picture of the planned size is taken', () => {
  expect(() => assertPictureHasSize({ ...SIZE, rgba: new Uint8Array(16) }, SIZE)).not.toThrow();
});

test('a freed picture is empty, but not the rest of the memory that it was in', () => {
  const whole = new Uint8Array(24);
  const own: RawPicture = { ...SIZE, rgba: new Uint8Array(16) };
  const part: RawPicture = { ...SIZE, rgba: whole.subarray(8) };
  freePictureMemory(own);
  freePictureMemory(part);
  expect([own.rgba.length, part.rgba.length, whole.length]).toEqual([0, 16, 24]);
});
