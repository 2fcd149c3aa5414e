import { describe, expect, it } from 'vitest';
import { ByteLimitedLruCache } from '#kernel/shared/byte-limited-lru-cache.ts';

/** Asks for the keys in turn; each value is its key, and as long as that says. Gives the keys that had to be made. */
async function made(mostBytes: number, keys: readonly string[]): Promise<string[]> {
  const cache = new ByteLimitedLruCache<string>(mostBytes, (value) => value.length);
  const asked: string[] = [];
  for (const key of keys) {
    const value = await cache.get(key, async () => {
      asked.push(key);
      return key;
    });
    expect(value).toBe(key);
  }
  return asked;
}

describe('a cache with a limit of bytes', () => {
  it('makes a value once', async () => {
    expect(await made(10, ['aa', 'bb', 'aa', 'bb'])).toEqual(['aa', 'bb']);
  });

  it('forgets what was not asked for the longest when there is no more room', async () => {
    expect(await made(4, ['aa', 'bb', 'aa', 'cc', 'aa', 'bb'])).toEqual(['aa', 'bb', 'cc', 'bb']);
  });

  it('forgets as much as a large value needs', async () => {
    expect(await made(4, ['a', 'b', 'c', 'dddd', 'dddd', 'c'])).toEqual(['a', 'b', 'c', 'dddd', 'c']);
  });

  it('does not keep what is larger than all of it', async () => {
    expect(await made(4, ['a', 'bbbbb', 'bbbbb'])).toEqual(['a', 'bbbbb', 'bbbbb']);
  });

  it('makes a value once for all that ask while it is being made', async () => {
    const cache = new ByteLimitedLruCache<string>(4, (value) => value.length);
    const making = Promise.withResolvers<string>();
    let times = 0;
    const make = () => {
      times += 1;
      return making.promise;
    };
    const asked = [cache.get('a', make), cache.get('a', make)];
    making.resolve('a');
    expect(await Promise.all(asked)).toEqual(['a', 'a']);
    expect(times).toBe(1);
  });

  it('gives a value also where it was evicted while it was being made', async () => {
    const cache = new ByteLimitedLruCache<string>(2, (value) => value.length);
    const making = Promise.withResolvers<string>();
    const asked = cache.get('a', () => making.promise);
    for (const key of ['bb', 'cc', 'dd']) await cache.get(key, async () => key);
    making.resolve('a');
    expect(await asked).toBe('a');
  });

  it('keeps no failure', async () => {
    const cache = new ByteLimitedLruCache<string>(4, (value) => value.length);
    await expect(cache.get('a', () => Promise.reject(new Error('gone')))).rejects.toThrow('gone');
    expect(await cache.get('a', async () => 'a')).toBe('a');
  });
});
