import { LRUCache } from 'lru-cache';

/** A cache of the least recently used kind, limited by bytes. Concurrent requests for a value make it once. */
export class ByteLimitedLruCache<Value extends object | string> {
  readonly #cache: LRUCache<string, Value, () => Promise<Value>>;

  /** @param bytesOf the size of a value in bytes */
  constructor(maxBytes: number, bytesOf: (value: Value) => number) {
    this.#cache = new LRUCache({
      maxSize: maxBytes,
      sizeCalculation: (value) => Math.max(1, bytesOf(value)),
      fetchMethod: (_key, _stale, { context: make }) => make(),
      // A value that is evicted while it is being made is still given to the callers that wait for it.
      ignoreFetchAbort: true,
    });
  }

  /** The value under this key, or the one that `make` gives. A value larger than the cache is not kept. */
  get(key: string, make: () => Promise<Value>): Promise<Value> {
    return this.#cache.forceFetch(key, { context: make });
  }
}
