/** The arithmetic encoder of VP9: the inverse of the decoder in 9.2 of the VP9 bitstream specification. */
export class Vp9BoolEncoder {
  readonly #bytes: number[] = [];
  #low = 0;
  #range = 255;
  /** Number of bits of `#low` above the lowest 8, which the range still changes. */
  #pendingBits = 0;

  constructor() {
    // Arithmetic-coded data start with a marker bit, which is 0.
    this.literal(1, 0);
  }

  /** Writes one bit. `probability` (1 to 255, of 256) is the probability of a 0. */
  bit(probability: number, value: 0 | 1): this {
    const split = 1 + (((this.#range - 1) * probability) >> 8);
    if (value === 1) {
      this.#low += split;
      this.#range -= split;
    } else {
      this.#range = split;
    }
    while (this.#range < 128) {
      this.#range *= 2;
      this.#low *= 2;
      this.#pendingBits += 1;
      if (this.#pendingBits === 8) this.#takeByte();
    }
    return this;
  }

  /** Writes the lowest `bits` bits of a number, each with even probability. */
  literal(bits: number, value: number): this {
    for (let i = bits - 1; i >= 0; i--) this.bit(128, ((value >> i) & 1) === 1 ? 1 : 0);
    return this;
  }

  /** Ends the data. The last byte differs from the marker of a superframe index (110xxxxx). */
  end(): Uint8Array {
    for (let i = 0; i < 16; i++) {
      this.#low *= 2;
      this.#pendingBits += 1;
      if (this.#pendingBits === 8) this.#takeByte();
    }
    if (((this.#bytes.at(-1) ?? 0) & 0xe0) === 0xc0) this.#bytes.push(0);
    return Uint8Array.from(this.#bytes);
  }

  /** Appends the uppermost 8 of 16 bits of `#low`. A carry, in the bit above them, is added to the bytes before. */
  #takeByte(): void {
    if (this.#low >= 2 ** 16) {
      let carryIndex = this.#bytes.length - 1;
      for (; this.#bytes[carryIndex] === 255; carryIndex--) this.#bytes[carryIndex] = 0;
      this.#bytes[carryIndex] = (this.#bytes[carryIndex] ?? 0) + 1;
    }
    this.#bytes.push((this.#low >> 8) & 0xff);
    this.#low &= 0xff;
    this.#pendingBits = 0;
  }
}
