/** Keeps values up to a number of bytes; those that were not asked for the longest go first. */
export class ByteCache<Value> {
  readonly #mostBytes: number;
  readonly #bytesOf: (value: Value) => number;
  /** The one used last comes last. */
  readonly #kept = new Map<string, Value>();

  constructor(mostBytes: number, bytesOf: (value: Value) => number) {
    this.#mostBytes = mostBytes;
    this.#bytesOf = bytesOf;
  }

  /** The value that is kept under this key, or the one that `make` gives. */
  async get(key: string, make: () => Promise<Value>): Promise<Value> {
    const value = this.#kept.get(key) ?? (await make());
    this.#kept.delete(key);
    this.#kept.set(key, value);
    let bytes = 0;
    for (const kept of this.#kept.values()) bytes += this.#bytesOf(kept);
    for (const [oldest, kept] of this.#kept) {
      if (bytes <= this.#mostBytes) break;
      bytes -= this.#bytesOf(kept);
      this.#kept.delete(oldest);
    }
    return value;
  }
}
