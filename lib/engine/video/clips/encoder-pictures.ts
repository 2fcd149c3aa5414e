import { Readable } from 'node:stream';
import { UnsupportedStreamError } from '../bits/stream-errors.ts';
import { rgbToYuv420 } from '../motion/rgb-to-yuv420.ts';
import {
  allocateYuvPicture,
  assertPictureHasSize,
  PictureMismatchError,
  type RawOrYuvPicture,
  type YuvPicture,
} from '../picture.ts';
import type { EncodedClip } from './clip.ts';

/**
 * A pipe of pictures for ffmpeg. It reads one picture ahead: when it requests picture n + 2, ffmpeg has read all of picture n.
 */
export const createPicturePipe = (pictures: AsyncIterable<Uint8Array>): Readable =>
  Readable.from(buffers(pictures), { highWaterMark: 1 });

async function* buffers(pictures: AsyncIterable<Uint8Array>): AsyncGenerator<Buffer> {
  for await (const { buffer, byteOffset, byteLength } of pictures) yield Buffer.from(buffer, byteOffset, byteLength);
}

/** The same items, the first of which is requested at once, so that it is made while its consumer is being set up. */
export function prefetchFirstItem<T>(items: AsyncIterable<T>): AsyncIterable<T> {
  const iterator = items[Symbol.asyncIterator]();
  const firstItem = iterator.next();
  // An error is thrown to the consumer, which awaits the first item later.
  firstItem.catch(() => undefined);
  async function* allItems(): AsyncGenerator<T> {
    try {
      for (let item = await firstItem; !item.done; item = await iterator.next()) yield item.value;
    } finally {
      await iterator.return?.();
    }
  }
  return allItems();
}

interface Size {
  width: number;
  height: number;
}

/** Pictures in use at the same time: the one that a pipe writes, the one that it has read ahead, and the one being made. */
const PICTURES_IN_A_PIPE = 3;

/** Creates the 4:2:0 pictures that the colour conversion overwrites in turn, for pictures that are written to a pipe at once. */
export const createReusableYuvPictures = (size: Size): readonly YuvPicture[] =>
  Array.from({ length: PICTURES_IN_A_PIPE }, () => allocateYuvPicture(size));

/**
 * Converts drawn pictures of this size, unless they are in 4:2:0 already, to the colours of the video (4:2:0). They are converted here because only three eighths of the bytes
 * then go through the pipe, and ffmpeg's conversion takes longer. Each is converted before the next is requested.
 * @param reusablePictures pictures to overwrite in turn: 760 new pages of memory for each picture at 1080p take 1 ms. Absent: each has new memory
 * @throws PictureMismatchError for another size
 */
export async function* convertPicturesToYuv420(
  pictures: AsyncIterable<RawOrYuvPicture>,
  size: Size,
  reusablePictures: readonly YuvPicture[] = [],
): AsyncGenerator<YuvPicture> {
  let count = 0;
  for await (const picture of pictures) {
    assertPictureHasSize(picture, size);
    yield 'data' in picture ? picture : rgbToYuv420(picture, reusablePictures[count++ % reusablePictures.length]);
  }
}

/** The bytes of pictures; `onPicture` is called for each before its bytes are yielded. @throws PictureMismatchError when there are no pictures */
export async function* iteratePictureBytesAndNotify(
  pictures: AsyncIterable<YuvPicture>,
  onPicture: () => void,
): AsyncGenerator<Uint8Array> {
  let count = 0;
  for await (const { data } of pictures) {
    onPicture();
    count += 1;
    yield data;
  }
  if (count === 0) throw new PictureMismatchError('no pictures came');
}

/** The bytes of exactly `frames` pictures in 4:2:0 of this size. @throws PictureMismatchError */
export async function* yuvBytesOfFrames(
  pictures: AsyncIterable<YuvPicture>,
  { width, height, frames }: Size & { frames: number },
): AsyncGenerator<Uint8Array> {
  let count = 0;
  for await (const picture of pictures) {
    if (picture.width !== width || picture.height !== height || picture.data.length !== (width * height * 3) / 2) {
      const actualPicture = `${picture.width}x${picture.height}, ${picture.data.length} bytes`;
      throw new PictureMismatchError(`a picture of ${width}x${height} in 4:2:0 was planned, not ${actualPicture}`);
    }
    if (count === frames) throw new PictureMismatchError(`more pictures came than the ${frames} planned`);
    count += 1;
    yield picture.data;
  }
  if (count < frames) throw new PictureMismatchError(`${count} pictures came, ${frames} were planned`);
}

/** Counts the pictures that an encoder takes, and compares them with the clips that it gives. */
export class EncoderPictureCounter {
  taken = 0;
  readonly count = (): void => {
    this.taken += 1;
  };

  /** Compares the number of clips with that of the pictures taken. @throws UnsupportedStreamError when they differ */
  assertAll({ length }: readonly EncodedClip[]): void {
    if (length !== this.taken)
      throw new UnsupportedStreamError('sample_units', `${this.taken} pictures went in, ${length} came out`);
  }
}

/** Repeats the last picture, because ffmpeg does not know how long the last one lasts. The output for the repetition is not used. */
export async function* padWithLastPicture(pictures: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  let lastPicture: Uint8Array | undefined;
  for await (const picture of pictures) {
    lastPicture = picture;
    yield picture;
  }
  if (lastPicture) yield lastPicture;
}

/** Groups of frames, each from one frame for which `isStart` is true up to the next. */
export async function* groupIntoGops<Frame>(
  frames: AsyncIterable<Frame>,
  isStart: (frame: Frame) => boolean,
): AsyncGenerator<Frame[]> {
  let gop: Frame[] = [];
  for await (const frame of frames) {
    if (isStart(frame) && gop.length > 0) {
      yield gop;
      gop = [];
    }
    gop.push(frame);
  }
  if (gop.length > 0) yield gop;
}
