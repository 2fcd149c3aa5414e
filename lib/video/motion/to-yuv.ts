import { blankPicture, type RawPicture, type YuvPicture } from '../picture.ts';
import { CHROMA_TAPS, createYuvKernels, OVERSHOOT, type YuvKernels } from '../simd/yuv-kernels.ts';

/** Rows that the kernel takes beyond the picture, on each side; they are like the outermost one. */
const MARGIN = 3;
/** Pixels that are converted at a time: what they need stays in the cache of a core. */
const STRIP_PIXELS = 1 << 15;
const PAGE_BYTES = 1 << 16;

let kernels: YuvKernels | undefined;

/** Where a strip and what is made of it lie in the memory of the kernels, for pictures of one width. Addresses in bytes. */
function layoutOf(width: number) {
  const rowsAtOnce = Math.max(CHROMA_TAPS, Math.floor(STRIP_PIXELS / width));
  const pixels = rowsAtOnce * width;
  // Fewer rows than the kernel has taps wait for the next strip, and the last one has rows of the margin. A row of chroma has
  // half as many numbers, of two bytes.
  const chromaBytes = (rowsAtOnce + CHROMA_TAPS + 2 * MARGIN) * width + OVERSHOOT;
  const luma = pixels * 4 + OVERSHOOT;
  const cb = luma + pixels + OVERSHOOT;
  const cr = cb + chromaBytes;
  const halved = cr + chromaBytes;
  return { rowsAtOnce, luma, cb, cr, halved, end: halved + chromaBytes };
}

/** For each row, how many rows directly above it are the same: most of a slide is empty. */
function equalRowsAbove({ height, rgba }: RawPicture): Uint16Array {
  const bytes = Buffer.from(rgba.buffer, rgba.byteOffset, rgba.byteLength);
  const rowBytes = rgba.length / height;
  const above = new Uint16Array(height);
  for (let row = 1; row < height; row++) {
    const [before, start, end] = [(row - 1) * rowBytes, row * rowBytes, (row + 1) * rowBytes];
    if (bytes.compare(bytes, before, start, start, end) === 0) above[row] = (above[row - 1] ?? 0) + 1;
  }
  return above;
}

/**
 * Opaque sRGB to 4:2:0 as ffmpeg does it by `scale=out_color_matrix=bt709:out_range=tv,format=yuv420p`: the mean of pairs of
 * columns, a bicubic kernel in rows. Still and moving pictures come this way, so that a picture does not change its colours
 * when it starts to move. 2–4 ms of CPU at 1080p.
 * @param into a picture of the same size whose bytes are replaced; absent: a new one
 * @throws RangeError when a side is odd
 */
export function toYuv(drawn: RawPicture, into?: YuvPicture): YuvPicture {
  const { width, height, rgba } = drawn;
  if (width % 2 !== 0 || height % 2 !== 0) throw new RangeError(`4:2:0 takes even sizes, not ${width}x${height}`);
  kernels ??= createYuvKernels();
  const { memory, convert, halve } = kernels;
  const at = layoutOf(width);
  const missing = at.end - memory.buffer.byteLength;
  if (missing > 0) memory.grow(Math.ceil(missing / PAGE_BYTES));
  const bytes = new Uint8Array(memory.buffer);
  const picture = into ?? blankPicture({ width, height });
  const { data } = picture;
  const half = width / 2;
  const planes = [
    { chroma: at.cb, to: width * height },
    { chroma: at.cr, to: (width * height * 5) / 4 },
  ];
  const equalAbove = equalRowsAbove(drawn);
  /** Rows of chroma that are in memory. */
  let waiting = 0;
  /** The number of the first of them, counted from the first row of the picture. */
  let first = -MARGIN;

  const repeatRow = (from: number, to: number): void => {
    for (const { chroma } of planes)
      bytes.copyWithin(chroma + to * width, chroma + from * width, chroma + (from + 1) * width);
  };

  const convertRows = (row: number, rows: number): void => {
    bytes.set(rgba.subarray(4 * row * width, 4 * (row + rows) * width), 0);
    const skipped = waiting * width;
    convert(0, at.luma, at.cb + skipped, at.cr + skipped, 4 * rows * width);
    data.set(bytes.subarray(at.luma, at.luma + rows * width), row * width);
    waiting += rows;
  };

  const repeatLast = (row: number): void => {
    data.copyWithin(row * width, (row - 1) * width, row * width);
    repeatRow(waiting - 1, waiting);
    waiting += 1;
  };

  const addRows = (row: number, end: number): void => {
    for (let from = row; from < end; ) {
      let to = from;
      while (to < end && equalAbove[to] === 0) to++;
      if (to > from) convertRows(from, to - from);
      while (to < end && equalAbove[to] !== 0) repeatLast(to++);
      from = to;
    }
  };

  /** Whether the rows of chroma of this halved row, and those of the one before, are all the same. */
  const isLikeLast = (index: number): boolean => {
    const lastTap = Math.min(first + 2 * index + CHROMA_TAPS - 1, height - 1);
    const firstTap = Math.max(first + 2 * (index - 1), 0);
    return lastTap - firstTap <= (equalAbove[lastTap] ?? 0);
  };

  const halveRows = (made: number): void => {
    for (let from = 0; from < made; ) {
      let to = from;
      while (to < made && !(to > 0 && isLikeLast(to))) to++;
      for (const plane of planes) {
        if (to === from) break;
        halve(plane.chroma + 2 * from * width, at.halved, half, to - from);
        data.set(bytes.subarray(at.halved, at.halved + (to - from) * half), plane.to + from * half);
      }
      for (; to < made && to > 0 && isLikeLast(to); to++)
        for (const plane of planes) {
          const start = plane.to + to * half;
          data.copyWithin(start, start - half, start);
        }
      from = to;
    }
    for (const plane of planes) {
      plane.to += made * half;
      bytes.copyWithin(plane.chroma, plane.chroma + 2 * made * width, plane.chroma + waiting * width);
    }
    waiting -= 2 * made;
    first += 2 * made;
  };

  for (let row = 0; row < height; row += at.rowsAtOnce) {
    const end = Math.min(row + at.rowsAtOnce, height);
    if (row === 0) waiting = MARGIN;
    addRows(row, end);
    if (row === 0) for (let above = 0; above < MARGIN; above++) repeatRow(MARGIN, above);
    if (end === height) for (let below = 0; below < MARGIN; below++) repeatRow(waiting - 1, waiting++);
    halveRows(Math.max(0, Math.floor((waiting - CHROMA_TAPS) / 2) + 1));
  }
  return picture;
}
