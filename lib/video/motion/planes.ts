import type { YuvPicture } from '../picture.ts';

/** One of the three planes of a picture: `width * height` bytes from `offset`, row by row. */
export interface Plane {
  offset: number;
  width: number;
  height: number;
  /** Pixels of the picture between two samples: 1 for luma, 2 for chroma. */
  every: 1 | 2;
}

/** Where luma, Cb and Cr lie in a picture of this size. */
export function planesOf({ width, height }: { width: number; height: number }): [Plane, Plane, Plane] {
  const luma = { offset: 0, width, height, every: 1 } as const;
  const cb = { offset: width * height, width: width / 2, height: height / 2, every: 2 } as const;
  return [luma, cb, { ...cb, offset: cb.offset + cb.width * cb.height }];
}

/**
 * A picture whose bytes are not set yet. Each frame has memory of its own, so that a consumer may keep it: that costs about
 * 1 ms of CPU at 1080p.
 */
export const blankPicture = ({ width, height }: { width: number; height: number }): YuvPicture => ({
  width,
  height,
  data: Buffer.allocUnsafeSlow((width * height * 3) / 2),
});

/**
 * The bytes, four to a word, the first lowest: all supported platforms are little-endian. A view where alignment allows it,
 * else a copy, so only for reading. A rest of fewer than four bytes is not in it.
 */
export function pixelWords(bytes: Uint8Array): Int32Array {
  const aligned = bytes.byteOffset % 4 === 0 ? bytes : new Uint8Array(bytes);
  return new Int32Array(aligned.buffer, aligned.byteOffset, aligned.length >> 2);
}
