import type { HeadInFootage } from '#engine/video/footage/find-human-face-in-frames.ts';
import { footageSeconds } from '#engine/video/footage/footage.ts';
import { type ToneRangesByPicturePart, tonesOfFootagePart } from '#engine/video/footage/footage-tones.ts';
import type { StoredPicture } from '#kernel/shared/stored-picture.ts';
import type { ImageFit, ImageFocus, MeasuredImage, SlideImage } from './slide-image.ts';
import { displayOfImage } from './slide-image.ts';

/** Places of a video on its slide. */
export const VIDEO_PLACES = ['full', 'left', 'right', 'framed', 'background'] as const;
/** Times of a video relative to the speech of its slide. */
export const VIDEO_PLAY_TIMINGS = ['with_slide', 'before_speech', 'after_speech'] as const;
/** The maximum volume of a video: a linear gain, twice as loud as speech. */
export const MAX_VIDEO_VOLUME = 2;

/** Display and sound of a video, as they were requested. */
export interface VideoOptions {
  /** Absent: as for images, by what its poster shows. */
  fit?: ImageFit | undefined;
  focus?: ImageFocus | undefined;
  /** The part that is played, in seconds. `to` absent: up to its end. Absent: all of it. */
  trim?: { from: number; to?: number | undefined } | undefined;
  /** Linear; 1 is as loud as speech. */
  volume: number;
  muted: boolean;
  /** True if it starts again at its end, while its slide is shown. */
  loop: boolean;
  plays: (typeof VIDEO_PLAY_TIMINGS)[number];
  place: (typeof VIDEO_PLACES)[number];
}

/** The sound of a video: FLAC with 48 kHz and the loudness of speech. */
export interface VideoSound {
  key: string;
  sha256: string;
  size_bytes: number;
  samples: number;
  channels: 1 | 2;
}

/** The files of a video that the service made of a client's file. */
export interface StoredVideo {
  /** Storage key of its footage. */
  key: string;
  sha256: string;
  size_bytes: number;
  /** Bytes of the index, with which the footage starts. */
  index_bytes: number;
  /** Pixels. */
  width: number;
  height: number;
  /** Frames per second, and number of frames. */
  fps: number;
  frames: number;
  /** Absent: it is silent. */
  sound?: VideoSound | undefined;
  poster: StoredPicture & MeasuredImage;
  /** The head of somebody in it; absent: none was found. */
  face?: HeadInFootage | undefined;
  /** Its tones over time (`footageTones`), for the shade below text on it; absent: it was stored before they were kept. */
  tones?: string | undefined;
}

/** A slide's video. */
export interface SlideVideo extends StoredVideo, VideoOptions {}

/** Reasons why fetching or decoding the video of a slide failed. */
export const VIDEO_FAILURE_CODES = [
  'video_invalid',
  'video_too_large',
  'url_forbidden',
  'entitlement_required',
  'internal_error',
] as const;

/** A failure to fetch or to decode the video of a slide. */
export interface VideoFailure {
  code: (typeof VIDEO_FAILURE_CODES)[number];
  message: string;
}

/** A request for the video of a slide: it is being fetched and decoded, or has failed. */
export interface SlideVideoRequest extends VideoOptions {
  /** A fetch, and the index of the video in it. */
  from: { fetch: string; index: number };
  /** Reason of the failure; absent while it is being made ready. */
  error?: VideoFailure | undefined;
}

/** The options of a video or of a request for one. */
export const videoOptionsOf = ({
  fit,
  focus,
  trim,
  volume,
  muted,
  loop,
  plays,
  place,
}: VideoOptions): VideoOptions => ({
  ...(fit === undefined ? {} : { fit }),
  ...(focus === undefined ? {} : { focus }),
  ...(trim === undefined ? {} : { trim }),
  volume,
  muted,
  loop,
  plays,
  place,
});

/** The part of a video that is played, in seconds: at least one frame. */
export function playedRangeOfVideoInSeconds({ trim, fps, frames }: Pick<SlideVideo, 'trim' | 'fps' | 'frames'>): {
  from: number;
  to: number;
} {
  const end = footageSeconds({ fps, frames });
  const from = Math.min(trim?.from ?? 0, end - 1 / fps);
  return { from, to: Math.max(from + 1 / fps, Math.min(trim?.to ?? end, end)) };
}

/** The seconds for which a video plays once. */
export function playedVideoSeconds(video: Pick<SlideVideo, 'trim' | 'fps' | 'frames'>): number {
  const { from, to } = playedRangeOfVideoInSeconds(video);
  return to - from;
}

/** The poster of a video as the picture of its slide. */
export const posterImageOfSlideVideo = ({ poster, fit, focus, place }: SlideVideo): SlideImage => ({
  ...poster,
  ...displayOfImage({ fit: fit ?? (place === 'background' ? 'cover' : undefined), focus, alt: '' }, poster),
});

/** The tones of the part of a video that is played; undefined if they were not kept. */
export const playedTonesOfVideo = ({ tones, ...video }: SlideVideo): ToneRangesByPicturePart | undefined =>
  tones === undefined ? undefined : tonesOfFootagePart({ ...video, tones }, playedRangeOfVideoInSeconds(video));

/** The storage keys and bytes of the files of a video. */
export const filesOfVideo = ({
  key,
  size_bytes,
  sound,
  poster,
}: StoredVideo): { key: string; size_bytes: number }[] => [{ key, size_bytes }, ...(sound ? [sound] : []), poster];
