/** Writes bits, most significant first. */
export class BitWriter {
  #bytes: number[] = [];
  #length = 0;

  get position(): number {
    return this.#length;
  }

  bit(value: number): this {
    const at = this.#length >> 3;
    this.#bytes[at] = (this.#bytes[at] ?? 0) | ((value & 1) << (7 - (this.#length & 7)));
    this.#length += 1;
    return this;
  }

  /** u(n), n from 0 to 32. */
  u(n: number, value: number): this {
    for (let i = n - 1; i >= 0; i--) this.bit(Math.floor(value / 2 ** i) % 2);
    return this;
  }

  /** ue(v): an unsigned Exp-Golomb number. */
  ue(value: number): this {
    const bits = Math.floor(Math.log2(value + 1));
    return this.u(bits, 0).u(bits + 1, value + 1);
  }

  /** se(v): a signed Exp-Golomb number. */
  se(value: number): this {
    return this.ue(value > 0 ? 2 * value - 1 : -2 * value);
  }

  /** Fills the last byte with `value` bits. */
  align(value: 0 | 1): this {
    while (this.#length % 8 !== 0) this.bit(value);
    return this;
  }

  /** The written bytes. An unfinished last byte ends in zeros. */
  bytes(): Uint8Array {
    return Uint8Array.from(this.#bytes);
  }
}
