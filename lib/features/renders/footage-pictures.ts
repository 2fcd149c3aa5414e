import type { PictureStream } from '#engine/video/clips/clip.ts';
import type { SlideLayers } from '#engine/video/drawing/paint/slide-layers.ts';
import { createFootageCompositor, doesFootageFillSlide } from '#engine/video/footage/footage-layer.ts';
import type { YuvPicture } from '#engine/video/picture.ts';
import type { FrameRate } from '#engine/video/settings.ts';
import { posterImageOfSlideVideo } from '#features/timelines/public.ts';
import { NonRetryableRenderError } from './failure.ts';
import { slideAtPosition } from './frozen-slide.ts';
import { FileMissingError, type FootageReader } from './ports.ts';
import { slideForErrorUnlessIntroOrOutro, slideNameInMessage, type TimelineSnapshot } from './timeline-snapshot.ts';

/** Frames of the video of a slide, in the order of the time line. */
export interface FootageRange {
  /** Position of the slide in the snapshot. */
  slide: number;
  /** The second of the footage that the first frame shows. */
  from: number;
  frames: number;
}

/** Dependencies of the pictures of videos on slides. */
export interface FootagePictureDeps {
  reader: FootageReader;
  snapshot: TimelineSnapshot;
  fps: FrameRate;
  /** Draws a slide in layers, with a room for its video. */
  layersOf(slide: number): Promise<SlideLayers>;
  signal: AbortSignal;
}

/** Replaces a FileMissingError by the render's error for a video whose file no longer exists; other errors are returned unchanged. */
function unreadableVideoError(error: unknown, snapshot: TimelineSnapshot, slide: number): unknown {
  if (!(error instanceof FileMissingError)) return error;
  return new NonRetryableRenderError(
    'video_unreadable',
    `The video of ${slideNameInMessage(snapshot, slide)} is no longer there.`,
    { cause: error, failedSlide: slideForErrorUnlessIntroOrOutro(snapshot, slide) },
  );
}

/**
 * The pictures of a slide while its video plays, each in a separate buffer.
 * @throws NonRetryableRenderError `video_unreadable` for a video whose file no longer exists; Error for a slide without a video
 */
export async function* footagePictures(
  { reader, snapshot, fps, layersOf, signal }: FootagePictureDeps,
  { slide, from, frames }: FootageRange,
): AsyncGenerator<YuvPicture> {
  const { video } = slideAtPosition(snapshot, slide);
  if (!video) throw new Error(`slide ${slide} has no video`);
  const layers = await layersOf(slide);
  const composeOver = createFootageCompositor(layers);
  const { width, height } = layers.room;
  const excerpt = { from, frames, fps, size: { width, height }, focus: posterImageOfSlideVideo(video).focus };
  try {
    for await (const frame of reader.frames(video, excerpt, signal)) yield composeOver(frame);
  } catch (error) {
    throw unreadableVideoError(error, snapshot, slide);
  }
}

/**
 * The pictures of a slide while its video plays, as a stream for an encoder; undefined unless the video alone fills the slide and each
 * frame of the render shows the next frame of the video.
 * @throws NonRetryableRenderError `video_unreadable` for a video whose file no longer exists
 */
export async function footageStreamForEncoder(
  { reader, snapshot, fps, layersOf }: Omit<FootagePictureDeps, 'signal'>,
  { slide, from, frames }: FootageRange,
): Promise<PictureStream | undefined> {
  const { video } = slideAtPosition(snapshot, slide);
  if (video?.place !== 'full') return undefined;
  const layers = await layersOf(slide);
  if (!doesFootageFillSlide(layers)) return undefined;
  const { width, height } = layers.room;
  try {
    return await reader.stream(video, {
      from,
      frames,
      fps,
      size: { width, height },
      focus: posterImageOfSlideVideo(video).focus,
    });
  } catch (error) {
    throw unreadableVideoError(error, snapshot, slide);
  }
}
