import { allocateYuvPicture, type RawPicture, type YuvPicture } from '../picture.ts';
import { CHROMA_ROW_TAPS, createYuvKernels, YUV_KERNEL_OVERSHOOT_BYTES, type YuvKernels } from './yuv-kernels.ts';

/** Rows that the chroma kernel needs beyond the picture on each side; they repeat the outermost row. */
const MARGIN_ROWS = 3;
/** Pixels that are converted at a time: their data fit the cache of a core. */
const STRIP_PIXELS = 1 << 15;
const PAGE_BYTES = 1 << 16;

let kernels: YuvKernels | undefined;

/** Addresses of a strip and its results in the memory of the kernels, for pictures of one width. In bytes. */
function layoutOf(width: number) {
  const rowsAtOnce = Math.max(CHROMA_ROW_TAPS, Math.floor(STRIP_PIXELS / width));
  const pixels = rowsAtOnce * width;
  // Fewer rows than the kernel has taps wait for the next strip, and the last one has rows of the margin. A row of chroma has
  // half as many numbers, of two bytes.
  const chromaBytes = (rowsAtOnce + CHROMA_ROW_TAPS + 2 * MARGIN_ROWS) * width + YUV_KERNEL_OVERSHOOT_BYTES;
  const luma = pixels * 4 + YUV_KERNEL_OVERSHOOT_BYTES;
  const cb = luma + pixels + YUV_KERNEL_OVERSHOOT_BYTES;
  const cr = cb + chromaBytes;
  const halved = cr + chromaBytes;
  return { rowsAtOnce, luma, cb, cr, halved, end: halved + chromaBytes };
}

/** For each row, the number of rows directly above it that are equal to it. There are many: most of a slide is empty. */
function equalRowsAbove({ height, rgba }: RawPicture): Uint16Array {
  const bytes = Buffer.from(rgba.buffer, rgba.byteOffset, rgba.byteLength);
  const rowBytes = rgba.length / height;
  const above = new Uint16Array(height);
  for (let row = 1; row < height; row++) {
    const [startBefore, start, end] = [(row - 1) * rowBytes, row * rowBytes, (row + 1) * rowBytes];
    if (bytes.compare(bytes, startBefore, start, start, end) === 0) above[row] = (above[row - 1] ?? 0) + 1;
  }
  return above;
}

/** One of the two planes of chroma. */
interface ChromaPlane {
  /** Address in the memory of the kernels at which its rows in full height wait. */
  waitingAt: number;
  /** Index in the picture to which its next halved row is written. */
  to: number;
}

/**
 * Converts the rows of one picture in the memory of the kernels, strip by strip: to luma, and to chroma in full height, which is then halved.
 * Rows that equal the row above are copied.
 */
class YuvRows {
  readonly #drawn: RawPicture;
  readonly #data: Uint8Array;
  readonly #kernels: YuvKernels;
  readonly #layout: ReturnType<typeof layoutOf>;
  /** The memory of the kernels. */
  readonly #bytes: Uint8Array;
  readonly #planes: readonly ChromaPlane[];
  readonly #equalAbove: Uint16Array;
  /** Rows of chroma that are in memory; at first the margin above the picture, which is filled with its first row. */
  #waitingRows = MARGIN_ROWS;
  /** The index of the first row in memory, counted from the first row of the picture. */
  #firstWaitingRow = -MARGIN_ROWS;

  constructor(drawn: RawPicture, data: Uint8Array, kernels: YuvKernels) {
    const { width, height } = drawn;
    this.#drawn = drawn;
    this.#data = data;
    this.#kernels = kernels;
    this.#layout = layoutOf(width);
    const { memory } = kernels;
    const missingBytes = this.#layout.end - memory.buffer.byteLength;
    if (missingBytes > 0) memory.grow(Math.ceil(missingBytes / PAGE_BYTES));
    this.#bytes = new Uint8Array(memory.buffer);
    this.#planes = [
      { waitingAt: this.#layout.cb, to: width * height },
      { waitingAt: this.#layout.cr, to: (width * height * 5) / 4 },
    ];
    this.#equalAbove = equalRowsAbove(drawn);
  }

  /** Converts all rows. */
  convert(): void {
    const { height } = this.#drawn;
    const { rowsAtOnce } = this.#layout;
    for (let row = 0; row < height; row += rowsAtOnce) {
      const end = Math.min(row + rowsAtOnce, height);
      this.#convertStrip(row, end);
      if (row === 0) this.#fillAbove();
      if (end === height) this.#fillBelow();
      this.#halve(Math.max(0, Math.floor((this.#waitingRows - CHROMA_ROW_TAPS) / 2) + 1));
    }
  }

  /** Converts the rows from `row` up to `end` (exclusive): luma is written into the picture, chroma waits to be halved. */
  #convertStrip(row: number, end: number): void {
    const equalAbove = this.#equalAbove;
    for (let firstRow = row; firstRow < end; ) {
      let endRow = firstRow;
      while (endRow < end && equalAbove[endRow] === 0) endRow++;
      if (endRow > firstRow) this.#convertRows(firstRow, endRow - firstRow);
      while (endRow < end && equalAbove[endRow] !== 0) this.#repeatRow(endRow++);
      firstRow = endRow;
    }
  }

  #convertRows(row: number, rows: number): void {
    const { width, rgba } = this.#drawn;
    const { luma, cb, cr } = this.#layout;
    this.#bytes.set(rgba.subarray(4 * row * width, 4 * (row + rows) * width), 0);
    const skipped = this.#waitingRows * width;
    this.#kernels.convert(0, luma, cb + skipped, cr + skipped, 4 * rows * width);
    this.#data.set(this.#bytes.subarray(luma, luma + rows * width), row * width);
    this.#waitingRows += rows;
  }

  #repeatRow(row: number): void {
    const { width } = this.#drawn;
    this.#data.copyWithin(row * width, (row - 1) * width, row * width);
    this.#repeatChroma(this.#waitingRows - 1, this.#waitingRows);
    this.#waitingRows += 1;
  }

  #repeatChroma(from: number, to: number): void {
    const { width } = this.#drawn;
    for (const { waitingAt } of this.#planes)
      this.#bytes.copyWithin(waitingAt + to * width, waitingAt + from * width, waitingAt + (from + 1) * width);
  }

  /** Fills the margin above the picture with its first row. */
  #fillAbove(): void {
    for (let above = 0; above < MARGIN_ROWS; above++) this.#repeatChroma(MARGIN_ROWS, above);
  }

  /** Fills the margin below the picture with its last row. */
  #fillBelow(): void {
    for (let below = 0; below < MARGIN_ROWS; below++) this.#repeatChroma(this.#waitingRows - 1, this.#waitingRows++);
  }

  /** Halves the chroma that waits to the next `halvedRows` rows, and drops the rows that are no longer needed. */
  #halve(halvedRows: number): void {
    for (let firstRow = 0; firstRow < halvedRows; ) {
      let endRow = firstRow;
      while (endRow < halvedRows && !this.#equalsPreviousRow(endRow)) endRow++;
      if (endRow > firstRow) this.#halveRows(firstRow, endRow);
      while (endRow < halvedRows && this.#equalsPreviousRow(endRow)) this.#repeatHalved(endRow++);
      firstRow = endRow;
    }
    this.#drop(halvedRows);
  }

  /**
   * Reports whether the rows of a halved row and those of the previous halved row are all the same.
   * @param index from the first that is made now
   */
  #equalsPreviousRow(index: number): boolean {
    if (index === 0) return false;
    const lastTap = Math.min(this.#firstWaitingRow + 2 * index + CHROMA_ROW_TAPS - 1, this.#drawn.height - 1);
    const firstTap = Math.max(this.#firstWaitingRow + 2 * (index - 1), 0);
    return lastTap - firstTap <= (this.#equalAbove[lastTap] ?? 0);
  }

  #halveRows(from: number, to: number): void {
    const { width } = this.#drawn;
    const { halved } = this.#layout;
    const half = width / 2;
    for (const plane of this.#planes) {
      this.#kernels.halve(plane.waitingAt + 2 * from * width, halved, half, to - from);
      this.#data.set(this.#bytes.subarray(halved, halved + (to - from) * half), plane.to + from * half);
    }
  }

  #repeatHalved(index: number): void {
    const half = this.#drawn.width / 2;
    for (const plane of this.#planes) {
      const start = plane.to + index * half;
      this.#data.copyWithin(start, start - half, start);
    }
  }

  /** Moves the rows that still wait to the front. */
  #drop(halvedRows: number): void {
    const { width } = this.#drawn;
    for (const plane of this.#planes) {
      plane.to += (halvedRows * width) / 2;
      const { waitingAt } = plane;
      this.#bytes.copyWithin(waitingAt, waitingAt + 2 * halvedRows * width, waitingAt + this.#waitingRows * width);
    }
    this.#waitingRows -= 2 * halvedRows;
    this.#firstWaitingRow += 2 * halvedRows;
  }
}

/**
 * Converts opaque sRGB to 4:2:0 as ffmpeg does with `scale=out_color_matrix=bt709:out_range=tv,format=yuv420p`: chroma is the mean of pairs
 * of columns, and is halved vertically by a bicubic kernel. It is used for still and for moving pictures, so that the colours do not change
 * when a picture starts to move. It takes 2–4 ms of CPU at 1080p.
 * @param into a picture of the same size whose bytes are replaced; absent: a new one
 * @throws RangeError when a side is odd
 */
export function rgbToYuv420(drawn: RawPicture, into?: YuvPicture): YuvPicture {
  const { width, height } = drawn;
  if (width % 2 !== 0 || height % 2 !== 0) throw new RangeError(`4:2:0 takes even sizes, not ${width}x${height}`);
  kernels ??= createYuvKernels();
  const picture = into ?? allocateYuvPicture({ width, height });
  new YuvRows(drawn, picture.data, kernels).convert();
  return picture;
}
