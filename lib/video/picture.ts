/**
 * A drawn picture: `width * height * 4` bytes of opaque sRGB (RGBA), row by row. It must not change once handed over.
 */
export interface RawPicture {
  width: number;
  height: number;
  rgba: Uint8Array;
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
