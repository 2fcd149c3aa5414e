import { expect, test } from 'vitest';
import { distinctStands, PictureMismatchError, type RawPicture } from '../../../lib/video/picture.ts';
import { Replayable } from '../../../lib/video/replayable.ts';

const SIZE = { width: 2, height: 2 };
const picture = (shade: number): RawPicture => ({ ...SIZE, rgba: new Uint8Array(16).fill(shade) });

async function* each<T>(items: readonly T[]): AsyncGenerator<T> {
  yield* items;
}

const stands = async (
  shades: readonly number[],
  frames: readonly number[],
): Promise<[shade: number, frames: number][]> => {
  const found: [number, number][] = [];
  for await (const stand of distinctStands(each(shades.map(picture)), frames, SIZE)) {
    found.push([stand.picture.rgba[0] ?? -1, stand.frames]);
  }
  return found;
};

test('neighbours with the same bytes are one stand; the same picture later is another', async () => {
  expect(await stands([1, 1, 2, 1, 1, 1], [3, 4, 5, 6, 7, 8])).toEqual([
    [1, 7],
    [2, 5],
    [1, 21],
  ]);
});

test('more or fewer pictures than planned are refused', async () => {
  await expect(stands([1, 2], [3])).rejects.toThrow(PictureMismatchError);
  await expect(stands([1], [3, 4])).rejects.toThrow(PictureMismatchError);
});

test('a picture of another size, or with too few bytes, is refused', async () => {
  const wrong = [
    { width: 4, height: 1, rgba: new Uint8Array(16) },
    { ...SIZE, rgba: new Uint8Array(12) },
  ];
  for (const one of wrong) {
    await expect(distinctStands(each([one]), [1], SIZE).next()).rejects.toThrow(PictureMismatchError);
  }
});

const collect = async <T>(items: AsyncIterable<T>): Promise<T[]> => {
  const found: T[] = [];
  for await (const item of items) found.push(item);
  return found;
};

test('a source starts again with what it gave before', async () => {
  const source = new Replayable(each([1, 2, 3, 4]));
  for await (const item of source.items()) if (item === 2) break;
  expect(await collect(source.items())).toEqual([1, 2, 3, 4]);
});

test('a source released in the middle of a second reading loses nothing, and cannot start again', async () => {
  const source = new Replayable(each([1, 2, 3, 4]));
  for await (const item of source.items()) if (item === 3) break;
  const found: number[] = [];
  for await (const item of source.items()) {
    found.push(item);
    if (item === 1) source.release();
  }
  expect(found).toEqual([1, 2, 3, 4]);
  expect(source.canRestart).toBe(false);
  await expect(source.items().next()).rejects.toThrow('released');
});

test('an item that an abandoned reader was waiting for comes to the next reader', async () => {
  const gate = Promise.withResolvers<void>();
  const source = new Replayable(
    (async function* () {
      yield 1;
      await gate.promise;
      yield 2;
      yield 3;
    })(),
  );
  const first = source.items();
  await first.next();
  const waiting = first.next();
  const second = collect(source.items());
  gate.resolve();
  expect(await second).toEqual([1, 2, 3]);
  await waiting;
});
