import { freeBytes } from '#kernel/shared/free-bytes.ts';

/**
 * A drawn picture: `width * height * 4` bytes of opaque sRGB (RGBA), row by row. It must not change once handed over.
 */
export interface RawPicture {
  width: number;
  height: number;
  rgba: Uint8Array;
}

/**
 * Frees the bytes of a drawn picture now. It is empty afterwards and must not be used. Left to the collector, pictures of 8 MB each
 * wait for a collection: drawing 60 slides at 1080p then took 10 ms of CPU each instead of 8, and 80 MiB more.
 */
export function freePicture({ rgba }: RawPicture): void {
  freeBytes(rgba);
}

/** A picture for a video encoder: planar 4:2:0, BT.709, limited range. It must not change once handed over. */
export interface YuvPicture {
  width: number;
  height: number;
  /** `width * height` bytes of luma, then a quarter of that number of Cb, then of Cr; each row by row. */
  data: Uint8Array;
}

/** The pictures do not fit the plan: their size or their number differs. */
export class PictureMismatchError extends Error {
  override name = 'PictureMismatchError';
}

/** @throws PictureMismatchError unless the picture has this size */
export function assertPictureSize(picture: RawPicture, { width, height }: { width: number; height: number }): void {
  if (picture.width !== width || picture.height !== height || picture.rgba.length !== width * height * 4) {
    const given = `${picture.width}x${picture.height}, ${picture.rgba.length} bytes`;
    throw new PictureMismatchError(`a picture of ${width}x${height} was planned, not ${given}`);
  }
}

/** One of the three planes of a picture: `width * height` bytes from `offset`, row by row. */
export interface Plane {
  offset: number;
  width: number;
  height: number;
  /** Pixels of the picture between two samples: 1 for luma, 2 for chroma. */
  every: 1 | 2;
}

/** Places of luma, Cb and Cr in a picture of this size. */
export function planesOf({ width, height }: { width: number; height: number }): [Plane, Plane, Plane] {
  const luma = { offset: 0, width, height, every: 1 } as const;
  const cb = { offset: width * height, width: width / 2, height: height / 2, every: 2 } as const;
  return [luma, cb, { ...cb, offset: cb.offset + cb.width * cb.height }];
}

/**
 * A picture whose bytes are not set yet. Each frame has its own memory, so that a consumer may keep it: that costs about
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
