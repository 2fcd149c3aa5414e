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

/** A picture and how many frames it stands. */
export interface Stand {
  picture: RawPicture;
  /** At least 1. */
  frames: number;
}

/** The pictures do not fit the plan: another size than it says, or more or fewer of them. */
export class PictureMismatchError extends Error {
  override name = 'PictureMismatchError';
}

export function assertPictureSize(picture: RawPicture, { width, height }: { width: number; height: number }): void {
  if (picture.width !== width || picture.height !== height || picture.rgba.length !== width * height * 4) {
    const given = `${picture.width}x${picture.height}, ${picture.rgba.length} bytes`;
    throw new PictureMismatchError(`a picture of ${width}x${height} was planned, not ${given}`);
  }
}

/** Pairs pictures with their frame counts, and joins neighbours that are the same byte for byte: they are one stand. */
export async function* distinctStands(
  pictures: AsyncIterable<RawPicture>,
  frames: readonly number[],
  size: { width: number; height: number },
): AsyncGenerator<Stand> {
  let standing: Stand | undefined;
  let next = 0;
  for await (const picture of pictures) {
    assertPictureSize(picture, size);
    const count = frames[next++];
    if (count === undefined) throw new PictureMismatchError(`more pictures came than the ${frames.length} planned`);
    if (standing && Buffer.compare(standing.picture.rgba, picture.rgba) === 0) {
      standing.frames += count;
      continue;
    }
    if (standing) yield standing;
    standing = { picture, frames: count };
  }
  if (next < frames.length) throw new PictureMismatchError(`${next} pictures came, ${frames.length} were planned`);
  if (standing) yield standing;
}
