import type { StoredPicture } from '#kernel/shared/stored-picture.ts';
import { filesOfVideo, type StoredVideo } from './slide-video.ts';

/** The maximum number of states of a slide. */
export const MAX_SLIDE_STATES = 40;

/** The maximum length of the `text` of a state. */
export const MAX_SLIDE_STATE_TEXT_CHARACTERS = 300;

/** The latest second at which a state may appear: the longest time for which a slide may be shown. */
export const MAX_SLIDE_STATE_SECONDS = 300;

/**
 * One state of a slide whose picture changes while it is shown, as a slide of a deck does with each click. The first state is shown from
 * the start of the slide; the last is the same as `image`.
 */
export interface TimedSlideState {
  image: StoredPicture;
  /** Words that are new in this state. It appears with the sentence of the narration that contains them. Empty: none. */
  text: string;
  /** Time at which it appears, in seconds from the start of the slide. Absent: computed from the notes, or spaced evenly. */
  at?: number | undefined;
  /** Seconds after the previous state at which it appears by itself, unless `at` is set. Absent: in the deck, a click shows it. */
  after?: number | undefined;
}

/** A stored file with its size. */
type SizedFile = Pick<StoredPicture, 'key' | 'size_bytes'>;

/** The files of the pictures, the states, the video and the presenter of a slide; each file once, because states may share one. */
export function filesOfSlide({
  image,
  builds = [],
  pictures = [],
  video,
  presenter,
}: {
  image?: SizedFile | undefined;
  builds?: readonly { image: SizedFile }[] | undefined;
  pictures?: readonly { image?: SizedFile | undefined }[] | undefined;
  video?: StoredVideo | undefined;
  presenter?: StoredVideo | undefined;
}): SizedFile[] {
  const furtherPictures = pictures.flatMap((picture) => picture.image ?? []);
  const files = [
    ...(image ? [image] : []),
    ...builds.map((build) => build.image),
    ...furtherPictures,
    ...[video, presenter].flatMap((storedVideo) => (storedVideo ? filesOfVideo(storedVideo) : [])),
  ];
  return [...new Map(files.map((file) => [file.key, file])).values()];
}
