import { LRUCache } from 'lru-cache';

/** Keeps the values that were used last, up to a number of bytes. A value that is being made is made once. */
export class ByteCache<Value extends object | string> {
  readonly #cache: LRUCache<string, Value, () => Promise<Value>>;

  /** @param bytesOf the size of a value in bytes */
  constructor(maxBytes: number, bytesOf: (value: Value) => number) {
    this.#cache = new LRUCache({
      maxSize: maxBytes,
      sizeCalculation: (value) => Math.max(1, bytesOf(value)),
      fetchMethod: (_key, _stale, { context: make }) => make(),
      // A value that is evicted while it is being made still goes to those who wait for it.
      ignoreFetchAbort: true,
    });
  }

  /** The value under this key, or the one that `make` gives. A value larger than the cache is not kept. */
  get(key: string, make: () => Promise<Value>): Promise<Value> {
    return this.#cache.forceFetch(key, { context: make });
  }
}
