import { Readable } from 'node:stream';
import { assertPictureSize, PictureMismatchError, type RawPicture, type YuvPicture } from '../picture.ts';

/** A pipe for ffmpeg out of pictures; it holds one in advance, whatever their number. */
export const picturePipe = (pictures: AsyncIterable<Uint8Array>): Readable =>
  Readable.from(buffers(pictures), { highWaterMark: 1 });

async function* buffers(pictures: AsyncIterable<Uint8Array>): AsyncGenerator<Buffer> {
  for await (const { buffer, byteOffset, byteLength } of pictures) yield Buffer.from(buffer, byteOffset, byteLength);
}

interface Size {
  width: number;
  height: number;
}

/** The bytes of pictures of this size. `taken` is told of each when it is taken. @throws PictureMismatchError */
export async function* rgbaOf(
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

/** The bytes of exactly as many pictures of this size. @throws PictureMismatchError */
export async function* yuvOf(
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
