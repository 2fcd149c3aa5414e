import { expect, test } from 'vitest';
import { iterateUntilAborted } from '#engine/video/clips/async-source.ts';

const REASON = new Error('no longer needed');

test('without an abort the items come, and the source ends by itself', async () => {
  const found: number[] = [];
  const source = (async function* () {
    yield 1;
    yield 2;
  })();
  for await (const item of iterateUntilAborted(source, new AbortController().signal)) found.push(item);
  expect(found).toEqual([1, 2]);
});

test('nothing is asked of the source when the abort came before', async () => {
  let isRead = false;
  const source = (async function* () {
    isRead = true;
    yield 1;
  })();
  await expect(iterateUntilAborted(source, AbortSignal.abort(REASON)).next()).rejects.toBe(REASON);
  expect(isRead).toBe(false);
});

test('an abort ends the wait for an item that never comes', async () => {
  const controller = new AbortController();
  const source = (async function* () {
    await new Promise(() => undefined);
    yield 1;
  })();
  const next = iterateUntilAborted(source, controller.signal).next();
  controller.abort(REASON);
  await expect(next).rejects.toBe(REASON);
});

test('a source that is left early cleans up behind itself', async () => {
  let isClean = false;
  const source = (async function* () {
    try {
      yield 1;
      yield 2;
    } finally {
      isClean = true;
    }
  })();
  for await (const item of iterateUntilAborted(source, undefined)) if (item === 1) break;
  expect(isClean).toBe(true);
});
