import { BitReader } from '../bits/bit-io.ts';
import { BitstreamError } from '../bits/stream-errors.ts';
import { initialCabacContext } from './cabac-context.ts';
import { CABAC_RANGE_LPS, CABAC_STATE_AFTER_LPS, SKIP_FLAG_CONTEXT_INIT_VALUES } from './cabac-tables.ts';

/** A P slice, and the values that initialize its contexts. */
export interface CabacSlice {
  /** The slice's NAL unit without emulation prevention bytes. */
  rbsp: Uint8Array;
  /** Offset of the arithmetic-coded data in `rbsp`, in bytes. */
  dataByte: number;
  qp: number;
  cabacInitIdc: number;
  macroblocks: number;
}

/**
 * Decodes the data of a P slice and asserts that it skips every macroblock and ends with a stop bit and zeros in its
 * last byte. All neighbours of a macroblock are absent or skipped, so that only the first context of `mb_skip_flag` is
 * used.
 * @throws BitstreamError at the first macroblock that is not skipped, and for a slice that ends too early or too late, or without clean
 * trailing bits
 */
export function assertEveryMacroblockSkipped(slice: CabacSlice): void {
  const decoder = new SkipFlagDecoder(slice);
  for (let macroblock = 0; macroblock < slice.macroblocks; macroblock++) {
    if (decoder.skipFlag() !== 1) throw new BitstreamError(`macroblock ${macroblock} is not skipped`);
    const isLast = macroblock === slice.macroblocks - 1;
    if (decoder.endOfSlice() !== isLast) throw new BitstreamError('the slice does not end at its last macroblock');
  }
  decoder.assertCleanEnd();
}

/** The arithmetic decoder of H.264 (9.3.3.2), with the one context that a skipped picture needs. */
class SkipFlagDecoder {
  readonly #reader: BitReader;
  #range = 510;
  #offset: number;
  #state: number;
  #likely: 0 | 1;

  constructor({ rbsp, dataByte, qp, cabacInitIdc }: CabacSlice) {
    const context = SKIP_FLAG_CONTEXT_INIT_VALUES[cabacInitIdc];
    if (!context) throw new BitstreamError(`cabac_init_idc is ${cabacInitIdc}`);
    const [m, n] = context;
    const { state, likely } = initialCabacContext(m, n, qp);
    this.#likely = likely;
    this.#state = state;
    this.#reader = new BitReader(rbsp, dataByte * 8);
    this.#offset = this.#reader.u(9);
  }

  skipFlag(): 0 | 1 {
    const unlikelyRange = CABAC_RANGE_LPS[this.#state]?.[(this.#range >> 6) & 3] ?? 0;
    this.#range -= unlikelyRange;
    const likely = this.#likely;
    if (this.#offset < this.#range) {
      this.#state = Math.min(this.#state + 1, 62);
      this.#renormalize();
      return likely;
    }
    this.#offset -= this.#range;
    this.#range = unlikelyRange;
    const unlikely = likely === 1 ? 0 : 1;
    if (this.#state === 0) this.#likely = unlikely;
    this.#state = CABAC_STATE_AFTER_LPS[this.#state] ?? 0;
    this.#renormalize();
    return unlikely;
  }

  endOfSlice(): boolean {
    this.#range -= 2;
    if (this.#offset >= this.#range) return true;
    this.#renormalize();
    return false;
  }

  /** Asserts that the last bit that the decoder read is the stop bit, and that zeros fill the rest of the last byte. @throws BitstreamError */
  assertCleanEnd(): void {
    const reader = new BitReader(this.#reader.bytes, this.#reader.position - 1);
    if (reader.bit() !== 1) throw new BitstreamError('the slice has no stop bit');
    if (reader.bitsLeft >= 8) throw new BitstreamError('bytes follow the slice data');
    if (reader.u(reader.bitsLeft) !== 0) throw new BitstreamError('the trailing bits are not zero');
  }

  #renormalize(): void {
    while (this.#range < 256) {
      this.#range *= 2;
      this.#offset = this.#offset * 2 + this.#reader.bit();
    }
  }
}
