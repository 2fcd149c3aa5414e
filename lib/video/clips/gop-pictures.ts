import { UnsupportedStreamError } from '../unsupported-stream-error.ts';
import type { EncodedClip } from './clip.ts';

/** Counts the pictures that an encoder takes, against the clips that come of them. */
export class PictureCounter {
  taken = 0;
  readonly count = (): void => {
    this.taken += 1;
  };

  /** @throws GuardError */
  assertAll({ length }: readonly EncodedClip[]): void {
    if (length !== this.taken)
      throw new UnsupportedStreamError('sample_units', `${this.taken} pictures went in, ${length} came out`);
  }
}

/** How long the last picture lasts is not known to ffmpeg: it comes once more, and what is made of that is not used. */
export async function* withLastTwice(pictures: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  let last: Uint8Array | undefined;
  for await (const picture of pictures) {
    last = picture;
    yield picture;
  }
  if (last) yield last;
}

/** Frames in groups that begin where `begins` says so. */
export async function* gopsOf<Frame>(
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
