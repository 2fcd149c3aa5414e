/** One drawn picture: `width * height * 4` bytes of opaque sRGB, row by row. Not to be changed once handed over. */
export interface RawPicture {
  width: number;
  height: number;
  rgba: Uint8Array;
}

/** A picture as video encoders take it: planar 4:2:0, BT.709, limited range. Not to be changed once handed over. */
export interface YuvPicture {
  width: number;
  height: number;
  /** `width * height` bytes of luma, then a quarter as many of Cb, then of Cr, each row by row. */
  data: Uint8Array;
}

/** The pictures do not fit the plan: another size than it says, or more or fewer of them. */
export class PictureMismatchError extends Error {
  override name = 'PictureMismatchError';
}

/** @throws PictureMismatchError */
export function assertPictureSize(picture: RawPicture, { width, height }: { width: number; height: number }): void {
  if (picture.width !== width || picture.height !== height || picture.rgba.length !== width * height * 4) {
    const given = `${picture.width}x${picture.height}, ${picture.rgba.length} bytes`;
    throw new PictureMismatchError(`a picture of ${width}x${height} was planned, not ${given}`);
  }
}
