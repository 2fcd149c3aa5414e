import { BitstreamError } from './stream-errors.ts';

/** Reads bits, most significant first. NAL units have to be given as RBSPs, without emulation prevention bytes. */
export class BitReader {
  readonly bytes: Uint8Array;
  /** The position of the next bit, in bits. */
  position: number;

  constructor(bytes: Uint8Array, position = 0) {
    this.bytes = bytes;
    this.position = position;
  }

  get bitsLeft(): number {
    return this.bytes.length * 8 - this.position;
  }

  /** The next bit. @throws BitstreamError at the end of the bytes, as do the methods below */
  bit(): 0 | 1 {
    const byte = this.bytes[this.position >> 3];
    if (byte === undefined) throw new BitstreamError('the bitstream ends too early');
    const bit = (byte >> (7 - (this.position & 7))) & 1;
    this.position += 1;
    return bit === 1 ? 1 : 0;
  }

  flag(): boolean {
    return this.bit() === 1;
  }

  /** u(n), n from 0 to 32. */
  u(n: number): number {
    let value = 0;
    for (let i = 0; i < n; i++) value = value * 2 + this.bit();
    return value;
  }

  /** ue(v): an unsigned Exp-Golomb number. @throws BitstreamError for one of more than 32 zeros */
  ue(): number {
    let zeros = 0;
    while (this.bit() === 0) {
      zeros += 1;
      if (zeros > 32) throw new BitstreamError('an Exp-Golomb number is too long');
    }
    return 2 ** zeros - 1 + this.u(zeros);
  }

  /** se(v): a signed Exp-Golomb number. */
  se(): number {
    const code = this.ue();
    const magnitude = Math.ceil(code / 2);
    return code % 2 === 1 ? magnitude : 0 - magnitude;
  }
}

/** Writes bits, most significant first. */
export class BitWriter {
  #bytes: number[] = [];
  #length = 0;

  /** The number of bits written so far. */
  get position(): number {
    return this.#length;
  }

  bit(value: number): this {
    const byteIndex = this.#length >> 3;
    this.#bytes[byteIndex] = (this.#bytes[byteIndex] ?? 0) | ((value & 1) << (7 - (this.#length & 7)));
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

  /** Fills the last byte with bits of this value. */
  align(value: 0 | 1): this {
    while (this.#length % 8 !== 0) this.bit(value);
    return this;
  }

  /** Appends the bits from `start` up to `end` (exclusive) of other bytes. @throws BitstreamError when they have fewer */
  copy(from: Uint8Array, start: number, end: number): this {
    const reader = new BitReader(from, start);
    while (reader.position < end) this.bit(reader.bit());
    return this;
  }

  /** The written bytes. An unfinished last byte ends in zeros. */
  bytes(): Uint8Array {
    return Uint8Array.from(this.#bytes);
  }
}
