import { expect, test } from 'vitest';
import { ReplayableSource } from '#engine/video/clips/async-source.ts';

async function* each<T>(items: readonly T[]): AsyncGenerator<T> {
  yield* items;
}

const collect = async <T>(items: AsyncIterable<T>): Promise<T[]> => {
  const found: T[] = [];
  for await (const item of items) found.push(item);
  return found;
};

test('a source starts again with what it gave before', async () => {
  const source = new ReplayableSource(each([1, 2, 3, 4]));
  for await (const item of source.items()) if (item === 2) break;
  expect(await collect(source.items())).toEqual([1, 2, 3, 4]);
});

test('a source released in the middle of a second reading loses nothing, and cannot start again', async () => {
  const source = new ReplayableSource(each([1, 2, 3, 4]));
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
  const source = new ReplayableSource(
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
