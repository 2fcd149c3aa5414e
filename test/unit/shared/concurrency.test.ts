import { describe, expect, it } from 'vitest';
import { forEachConcurrent, runAllOrAbort } from '#kernel/shared/concurrency.ts';

const never = new AbortController().signal;

/** A work that ends only when it is asked to, and says that it did. */
const untilStopped = (ended: string[], name: string) => (stop: AbortSignal) =>
  new Promise<never>((_, reject) => {
    stop.addEventListener('abort', () => {
      ended.push(name);
      reject(stop.reason);
    });
  });

describe('works side by side', () => {
  it('gives what each has made, in the order of the works', async () => {
    expect(
      await runAllOrAbort<[number, string]>(
        never,
        async () => 1,
        async () => 'two',
      ),
    ).toEqual([1, 'two']);
  });

  it('stops the others when one fails, and leaves with its failure after they have ended', async () => {
    const ended: string[] = [];
    const fault = new Error('the disk is full');
    const works = runAllOrAbort<[unknown, unknown]>(never, untilStopped(ended, 'slow'), () => Promise.reject(fault));
    await expect(works.finally(() => expect(ended).toEqual(['slow']))).rejects.toBe(fault);
  });

  it('stops all when it is aborted itself', async () => {
    const ended: string[] = [];
    const outer = new AbortController();
    const works = runAllOrAbort<[unknown, unknown]>(outer.signal, untilStopped(ended, 'a'), untilStopped(ended, 'b'));
    outer.abort(new Error('canceled'));
    await expect(works).rejects.toThrow('canceled');
    expect(ended).toEqual(['a', 'b']);
  });
});

describe('a work for each of a list', () => {
  it('does every one once, at most as many at a time as the limit', async () => {
    const done: number[] = [];
    let running = 0;
    let most = 0;
    await forEachConcurrent([1, 2, 3, 4, 5, 6, 7], 3, async (item) => {
      most = Math.max(most, ++running);
      await new Promise((resolve) => setImmediate(resolve));
      running--;
      done.push(item);
    });
    expect(done.toSorted()).toEqual([1, 2, 3, 4, 5, 6, 7]);
    expect(most).toBe(3);
  });

  it('starts nothing more after a failure, and leaves with it when what was started has ended', async () => {
    const events: string[] = [];
    const works = forEachConcurrent(['bad', 'slow', 'never'], 2, async (item) => {
      events.push(`begin ${item}`);
      if (item === 'bad') throw new Error('bad item');
      await new Promise((resolve) => setImmediate(resolve));
      events.push(`end ${item}`);
    });
    await expect(works).rejects.toThrow('bad item');
    expect(events).toEqual(['begin bad', 'begin slow', 'end slow']);
  });

  it('reads a generator to its end', async () => {
    function* numbers() {
      yield 1;
      yield 2;
    }
    const seen: number[] = [];
    await forEachConcurrent(numbers(), 4, async (item) => void seen.push(item));
    expect(seen).toEqual([1, 2]);
  });
});
