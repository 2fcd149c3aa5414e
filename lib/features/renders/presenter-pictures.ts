import { createPresenterCompositor } from '#engine/video/footage/create-presenter-compositor.ts';
import { presenterCrop } from '#engine/video/footage/presenter-crop.ts';
import { presenterBox } from '#engine/video/footage/presenter-look.ts';
import type { PictureDimensions } from '#engine/video/format.ts';
import type { YuvPicture } from '#engine/video/picture.ts';
import type { FrameRate } from '#engine/video/settings.ts';
import { effectivePresenterLookOf } from '#features/timelines/public.ts';
import { NonRetryableRenderError } from './failure.ts';
import type { FootageRange } from './footage-pictures.ts';
import { slideAtPosition } from './frozen-slide.ts';
import { FileMissingError, type FootageReader } from './ports.ts';
import { slideForError, slideNameInMessage, type TimelineSnapshot } from './timeline-snapshot.ts';

/** Dependencies of the pictures of presenters. */
export interface PresenterPictureDeps {
  reader: FootageReader;
  snapshot: TimelineSnapshot;
  fps: FrameRate;
  /** Size of the video. */
  size: PictureDimensions;
  /** Colour of the ring, `#rrggbb`, and pixels at the bottom that are left to captions. */
  color: string;
  below: number;
  signal: AbortSignal;
}

/** A presenter for some frames: the frames of the recording, and a function that lays one into a picture, which it changes. */
export interface PresenterFrames {
  frames: AsyncIterable<YuvPicture>;
  lay(picture: YuvPicture, frame: YuvPicture): void;
}

/** The presenter of a slide, from a second of the recording on. @throws Error for a slide without a presenter */
export function presenterFrames(
  { reader, snapshot, fps, size, color, below, signal }: PresenterPictureDeps,
  { slide, from, frames }: FootageRange,
): PresenterFrames {
  const { presenter, video } = slideAtPosition(snapshot, slide);
  if (!presenter) throw new Error(`slide ${slide} has no presenter`);
  const look = effectivePresenterLookOf(presenter, video !== undefined);
  const box = presenterBox(look, size, below);
  const room = { width: box.width, height: box.height };
  const excerpt = { from, frames, fps, size: room, ...presenterCrop(presenter, presenter, box) };
  async function* readFrames(): AsyncGenerator<YuvPicture> {
    try {
      yield* reader.frames(presenter as NonNullable<typeof presenter>, excerpt, signal);
    } catch (error) {
      if (!(error instanceof FileMissingError)) throw error;
      throw new NonRetryableRenderError(
        'video_unreadable',
        `The presenter of ${slideNameInMessage(snapshot, slide)} is no longer there.`,
        {
          cause: error,
          failedSlide: slideForError(snapshot, slide),
        },
      );
    }
  }
  return { frames: readFrames(), lay: createPresenterCompositor(look, box, color) };
}

/**
 * Lays the frames of a presenter over the pictures below. Each result is a separate buffer. If the recording has fewer frames, its last
 * frame is repeated.
 * @throws Error for a recording without frames
 */
export async function* layPresenterOverPictures(
  under: AsyncIterable<YuvPicture>,
  { frames, lay }: PresenterFrames,
): AsyncGenerator<YuvPicture> {
  const presenterIterator = frames[Symbol.asyncIterator]();
  let lastFrame: YuvPicture | undefined;
  try {
    for await (const below of under) {
      const next = await presenterIterator.next();
      if (!next.done) lastFrame = next.value;
      if (!lastFrame) throw new Error('the recording of a presenter has no frames');
      const picture = { ...below, data: Uint8Array.from(below.data) };
      lay(picture, lastFrame);
      yield picture;
    }
  } finally {
    await presenterIterator.return?.();
  }
}
