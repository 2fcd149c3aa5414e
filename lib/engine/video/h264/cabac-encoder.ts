import { BitWriter } from '../bits/bit-io.ts';
import type { CabacContext } from './cabac-context.ts';
import { CABAC_RANGE_LPS, CABAC_STATE_AFTER_LPS } from './cabac-tables.ts';

/** The arithmetic encoder of H.264 and H.265 (H.265, 9.3.4.5 and following). */
export class CabacEncoder {
  readonly #bits = new BitWriter();
  #low = 0;
  #range = 510;
  #outstandingBits = 0;
  #isFirstBit = true;

  /** Codes one bin and updates its context. */
  bin(context: CabacContext, value: 0 | 1): void {
    const unlikelyRange = CABAC_RANGE_LPS[context.state]?.[(this.#range >> 6) & 3] ?? 0;
    this.#range -= unlikelyRange;
    if (value === context.likely) {
      context.state = Math.min(context.state + 1, 62);
    } else {
      this.#low += this.#range;
      this.#range = unlikelyRange;
      if (context.state === 0) context.likely = value;
      context.state = CABAC_STATE_AFTER_LPS[context.state] ?? 0;
    }
    this.#renormalize();
  }

  /**
   * Codes a bin and then `end_of_slice_flag` 0, as often as `times` says. It does the same as `bin` and `continueSlice`, ten times as fast:
   * a picture has thousands of skipped macroblocks.
   */
  binsInSlice(context: CabacContext, value: 0 | 1, times: number): void {
    for (let remaining = times; remaining > 0; remaining--) {
      const unlikelyRange = CABAC_RANGE_LPS[context.state]?.[(this.#range >> 6) & 3] ?? 0;
      const range = this.#range - unlikelyRange - 2;
      if (value !== context.likely || range < 256) {
        this.bin(context, value);
        this.continueSlice();
        continue;
      }
      this.#range = range;
      if (context.state < 62) context.state += 1;
    }
  }

  /** Codes one bin without a context, whose values are equally probable (9.3.4.4). */
  bypass(value: 0 | 1): void {
    this.#low *= 2;
    if (value === 1) this.#low += this.#range;
    if (this.#low >= 1024) {
      this.#put(1);
      this.#low -= 1024;
    } else if (this.#low < 512) this.#put(0);
    else {
      this.#low -= 512;
      this.#outstandingBits += 1;
    }
  }

  /** Codes `end_of_slice_flag` (H.265: `end_of_slice_segment_flag`) 0. */
  continueSlice(): void {
    this.#range -= 2;
    this.#renormalize();
  }

  /** Codes `end_of_slice_flag` 1. @returns the data with their stop bit, in whole bytes */
  endSlice(): Uint8Array {
    this.#range -= 2;
    this.#low += this.#range;
    this.#range = 2;
    this.#renormalize();
    this.#put(((this.#low >> 9) & 1) === 1 ? 1 : 0);
    return this.#bits
      .u(2, ((this.#low >> 7) & 3) | 1)
      .align(0)
      .bytes();
  }

  #renormalize(): void {
    while (this.#range < 256) {
      if (this.#low < 256) this.#put(0);
      else if (this.#low >= 512) {
        this.#low -= 512;
        this.#put(1);
      } else {
        this.#low -= 256;
        this.#outstandingBits += 1;
      }
      this.#range *= 2;
      this.#low *= 2;
    }
  }

  #put(bit: 0 | 1): void {
    if (this.#isFirstBit) this.#isFirstBit = false;
    else this.#bits.bit(bit);
    for (; this.#outstandingBits > 0; this.#outstandingBits--) this.#bits.bit(1 - bit);
  }
}
