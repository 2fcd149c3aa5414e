import { expect, test } from 'vitest';
import { assertPictureSize, PictureMismatchError } from '../../../lib/video/picture.ts';

const SIZE = { width: 2, height: 2 };

test.each([
  ['of another size', { width: 4, height: 1, rgba: new Uint8Array(16) }],
  ['with too few bytes', { ...SIZE, rgba: new Uint8Array(12) }],
])('a picture %s is refused', (_, picture) => {
  expect(() => assertPictureSize(picture, SIZE)).toThrow(PictureMismatchError);
});

test('a picture of the planned size is taken', () => {
  expect(() => assertPictureSize({ ...SIZE, rgba: new Uint8Array(16) }, SIZE)).not.toThrow();
});
