import type { StoredPicture } from '#kernel/shared/stored-picture.ts';

/** States that a slide may have. */
export const MAX_BUILDS = 40;

/** Characters of the words that a state brings in. */
export const MAX_BUILD_TEXT = 300;

/** Seconds at which a state may come, at most: as long as a slide may be shown. */
export const MAX_BUILD_SECONDS = 300;

/**
 * One state of a slide whose picture changes while it is shown, as a deck does by clicks. The first is there from the start of the slide;
 * the last shows what `image` shows.
 */
export interface SlideBuild {
  image: StoredPicture;
  /** Words that it shows first, which identify the sentence that it comes with; empty: none. */
  text: string;
  /** Seconds from the start of the slide. Absent: it is timed by the notes, or evenly. */
  at?: number | undefined;
  /** Seconds after the state before it at which it comes by itself, unless `at` says when. Absent: a click brings it. */
  after?: number | undefined;
}

/** A stored file with its size. */
type SizedFile = Pick<StoredPicture, 'key' | 'size_bytes'>;

/** The pictures that belong to a slide, each file once: states may share one. */
export function picturesOf({
  image,
  builds = [],
}: {
  image?: SizedFile | undefined;
  builds?: { image: SizedFile }[] | undefined;
}): SizedFile[] {
  const files = [...(image ? [image] : []), ...builds.map((build) => build.image)];
  return [...new Map(files.map((file) => [file.key, file])).values()];
}
