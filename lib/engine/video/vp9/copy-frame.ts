import { BitWriter } from '../bits/bit-io.ts';
import {
  VP9_INTER_MODE_PROBABILITIES,
  VP9_IS_INTER_PROBABILITY,
  VP9_PARTITION_PROBABILITIES,
  VP9_REFERENCE_NOT_LAST_PROBABILITY,
  VP9_SKIP_PROBABILITIES,
} from './default-probabilities.ts';
import { Vp9BoolEncoder } from './vp9-bool-encoder.ts';

/** The largest width, in samples, of a VP9 frame with one tile. */
const MAX_TILE_WIDTH = 4096;

/**
 * A VP9 frame (profile 0) that repeats the key frame before it exactly: every block takes LAST_FRAME with a zero vector and no residual,
 * and nothing is filtered. It does not change the state of the decoder (it refreshes no slot and resets the probabilities), so that the
 * same bytes may follow any number of times. `width` and `height` are in samples. At 1080p it takes 197 bytes. Source: VP9 bitstream
 * specification, version 0.6.
 * @throws RangeError when the frame is wider than one tile
 */
export function vp9CopyFrame({ width, height }: { width: number; height: number }): Uint8Array {
  if (width > MAX_TILE_WIDTH) throw new RangeError(`a frame of ${width} samples in width needs several tiles`);
  const compressed = compressedHeader();
  return Buffer.concat([
    uncompressedHeader(width, compressed.length),
    compressed,
    new TileWriter(width, height).write(),
  ]);
}

function uncompressedHeader(width: number, compressedBytes: number): Uint8Array {
  const bits = new BitWriter();
  // frame_marker, profile 0 (two bits), no show_existing_frame; not a key frame, shown, error_resilient_mode.
  bits.u(2, 2).u(2, 0).bit(0).bit(1).bit(1).bit(1);
  // refresh_frame_flags; three references, all in slot 0, with no sign bias; the size is that of the first, and no render size.
  bits.u(8, 0).u(4, 0).u(4, 0).u(4, 0).bit(1).bit(0);
  // No high precision vectors, the plain interpolation filter for all blocks, frame_context_idx.
  bits.bit(0).bit(0).u(2, 1).u(2, 0);
  // loop_filter_level 0, sharpness 0, no deltas.
  bits.u(6, 0).u(3, 0).bit(0);
  // base_q_idx (0 would mean lossless, which changes the syntax), no deltas; no segmentation.
  bits.u(8, 60).u(3, 0).bit(0);
  // One tile column: written as a bit if more would be possible. One tile row.
  if (superblocks(width) >= 8) bits.bit(0);
  bits.bit(0);
  return bits.u(16, compressedBytes).align(0).bytes();
}

const superblocks = (samples: number): number => Math.ceil(samples / 64);

/** All probabilities keep their defaults: one "no update" for each. */
function compressedHeader(): Uint8Array {
  const coder = new Vp9BoolEncoder();
  // tx_mode ONLY_4X4, and no update of its coefficients.
  coder.literal(2, 0).literal(1, 0);
  const skip = 3;
  const interModes = 7 * 3;
  const isInter = 4;
  const singleReference = 5 * 2;
  const intraModes = 4 * 9;
  const partitions = 16 * 3;
  const vectors = 3 + 2 * (1 + 10 + 1 + 10) + 2 * (2 * 3 + 3);
  const probabilityCount = skip + interModes + isInter + singleReference + intraModes + partitions + vectors;
  for (let i = 0; i < probabilityCount; i++) coder.bit(252, 0);
  return coder.end();
}

/** Writes the blocks. Positions and sizes are in units of 8 samples. */
class TileWriter {
  readonly #coder = new Vp9BoolEncoder();
  readonly #columns: number;
  readonly #rows: number;
  /** Width of the block above each column. 8 also means absent. */
  readonly #widthsAbove: number[];
  /** Height of the block to the left of each row. 8 also means absent. */
  readonly #heightsLeft: number[];

  constructor(width: number, height: number) {
    this.#columns = Math.ceil(width / 8);
    this.#rows = Math.ceil(height / 8);
    this.#widthsAbove = new Array<number>(this.#columns).fill(8);
    this.#heightsLeft = new Array<number>(this.#rows).fill(8);
  }

  write(): Uint8Array {
    for (let row = 0; row < this.#rows; row += 8) {
      this.#heightsLeft.fill(8);
      for (let column = 0; column < this.#columns; column += 8) this.#writePartition(row, column, 3);
    }
    return this.#coder.end();
  }

  /** Writes the blocks of a square of `2 ** log2` units. */
  #writePartition(row: number, column: number, log2: number): void {
    if (row >= this.#rows || column >= this.#columns) return;
    const block = this.#writeShape(row, column, log2);
    if (block) {
      this.#writeBlock(row, column, block.width, block.height);
      return;
    }
    const half = 2 ** log2 / 2;
    for (const y of [row, row + half]) for (const x of [column, column + half]) this.#writePartition(y, x, log2 - 1);
  }

  /**
   * Writes the partition of a square and returns the block that fills the part inside the frame; undefined when the
   * square is split. No block crosses the edge of the frame: decoders would clamp its predicted vector to a value other
   * than zero.
   */
  #writeShape(row: number, column: number, log2: number): { width: number; height: number } | undefined {
    const size = 2 ** log2;
    const half = size / 2;
    const width = Math.min(size, this.#columns - column);
    const height = Math.min(size, this.#rows - row);
    const [isNotNone, isNotHorizontal, isNotVertical] = this.#partitionProbabilities(row, column, log2);
    const isWhole = width === size && height === size;
    const isUpperHalf = width === size && height === half;
    const isLeftHalf = width === half && height === size;
    // A choice that the edge of the frame decides is not written.
    if (width > half && height > half) {
      this.#coder.bit(isNotNone, isWhole ? 0 : 1);
      if (!isWhole) this.#coder.bit(isNotHorizontal, 1).bit(isNotVertical, 1);
    } else if (width > half) {
      this.#coder.bit(isNotHorizontal, isUpperHalf ? 0 : 1);
    } else if (height > half) {
      this.#coder.bit(isNotVertical, isLeftHalf ? 0 : 1);
    }
    return isWhole || isUpperHalf || isLeftHalf ? { width, height } : undefined;
  }

  #partitionProbabilities(row: number, column: number, log2: number): readonly [number, number, number] {
    const isAboveSmaller = (this.#widthsAbove[column] ?? 8) < 2 ** log2;
    const isLeftSmaller = (this.#heightsLeft[row] ?? 8) < 2 ** log2;
    const probabilities = VP9_PARTITION_PROBABILITIES[log2]?.[(isLeftSmaller ? 2 : 0) + (isAboveSmaller ? 1 : 0)];
    if (!probabilities) throw new RangeError(`no block of 2^${log2} units`);
    return probabilities;
  }

  #writeBlock(row: number, column: number, width: number, height: number): void {
    const neighbours = (row > 0 ? 1 : 0) + (column > 0 ? 1 : 0);
    this.#coder
      .bit(VP9_SKIP_PROBABILITIES[neighbours] ?? VP9_SKIP_PROBABILITIES[0], 1)
      .bit(VP9_IS_INTER_PROBABILITY, 1);
    this.#coder.bit(
      neighbours === 0 ? VP9_REFERENCE_NOT_LAST_PROBABILITY.noNeighbour : VP9_REFERENCE_NOT_LAST_PROBABILITY.allLast,
      0,
    );
    // NEARESTMV takes fewer bits than ZEROMV, and is zero because all vectors are.
    this.#coder.bit(VP9_INTER_MODE_PROBABILITIES.isNotZero, 1).bit(VP9_INTER_MODE_PROBABILITIES.isNotNearest, 0);
    this.#widthsAbove.fill(width, column, column + width);
    this.#heightsLeft.fill(height, row, row + height);
  }
}
