import { Readable } from 'node:stream';
import { UnsupportedStreamError } from '../bits/stream-errors.ts';
import { assertPictureSize, PictureMismatchError, type RawPicture, type YuvPicture } from '../picture.ts';
import type { EncodedClip } from './clip.ts';

/** A pipe of pictures for ffmpeg. It holds one picture in advance. */
export const picturePipe = (pictures: AsyncIterable<Uint8Array>): Readable =>
  Readable.from(buffers(pictures), { highWaterMark: 1 });

async function* buffers(pictures: AsyncIterable<Uint8Array>): AsyncGenerator<Buffer> {
  for await (const { buffer, byteOffset, byteLength } of pictures) yield Buffer.from(buffer, byteOffset, byteLength);
}

interface Size {
  width: number;
  height: number;
}

/**
 * The bytes of RGBA pictures of this size.
 * @param taken called for each picture when it is taken
 * @throws PictureMismatchError for another size, and when no picture comes
 */
export async function* rgbaBytes(
  pictures: AsyncIterable<RawPicture>,
  size: Size,
  taken: () => void,
): AsyncGenerator<Uint8Array> {
  let count = 0;
  for await (const picture of pictures) {
    assertPictureSize(picture, size);
    taken();
    count += 1;
    yield picture.rgba;
  }
  if (count === 0) throw new PictureMismatchError('no pictures came');
}

/** The bytes of exactly `frames` pictures in 4:2:0 of this size. @throws PictureMismatchError */
export async function* yuvBytes(
  pictures: AsyncIterable<YuvPicture>,
  { width, height, frames }: Size & { frames: number },
): AsyncGenerator<Uint8Array> {
  let count = 0;
  for await (const picture of pictures) {
    if (picture.width !== width || picture.height !== height || picture.data.length !== (width * height * 3) / 2) {
      const given = `${picture.width}x${picture.height}, ${picture.data.length} bytes`;
      throw new PictureMismatchError(`a picture of ${width}x${height} in 4:2:0 was planned, not ${given}`);
    }
    if (count === frames) throw new PictureMismatchError(`more pictures came than the ${frames} planned`);
    count += 1;
    yield picture.data;
  }
  if (count < frames) throw new PictureMismatchError(`${count} pictures came, ${frames} were planned`);
}

/** Counts the pictures that an encoder takes, and compares them with the clips that it gives. */
export class PictureCounter {
  taken = 0;
  readonly count = (): void => {
    this.taken += 1;
  };

  /** @throws UnsupportedStreamError unless there is one clip for each picture */
  assertAll({ length }: readonly EncodedClip[]): void {
    if (length !== this.taken)
      throw new UnsupportedStreamError('sample_units', `${this.taken} pictures went in, ${length} came out`);
  }
}

/** Repeats the last picture: ffmpeg does not know how long the last one lasts. The extra output is not used. */
export async function* padWithLastPicture(pictures: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  let last: Uint8Array | undefined;
  for await (const picture of pictures) {
    last = picture;
    yield picture;
  }
  if (last) yield last;
}

/** Groups of frames, each from one frame for which `begins` holds up to the next. */
export async function* groupIntoGops<Frame>(
  frames: AsyncIterable<Frame>,
  begins: (frame: Frame) => boolean,
): AsyncGenerator<Frame[]> {
  let gop: Frame[] = [];
  for await (const frame of frames) {
    if (begins(frame) && gop.length > 0) {
      yield gop;
      gop = [];
    }
    gop.push(frame);
  }
  if (gop.length > 0) yield gop;
}
