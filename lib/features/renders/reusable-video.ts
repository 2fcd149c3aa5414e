import { addSeconds } from '#kernel/shared/clock.ts';
import { ITEM_LIFETIMES } from '#kernel/shared/lifetimes.ts';
import type { RenderResultFiles } from './render.ts';

/**
 * A cache entry for the finished files of a render, under the content address of everything on which they depend. A later render of the
 * same account with the same address gets copies of the files. The files belong to the render that made them, and are removed with it.
 */
export interface ReusableVideo {
  /** Content address (SHA-256, hex). */
  name: string;
  files: RenderResultFiles;
  made_at: string;
}

/** Largest video that is copied, in bytes. S3 copies about 100 MB per second; a larger video is assembled again. */
export const MAX_COPIED_VIDEO_BYTES = 2 ** 30;

/** Reports whether a video is young enough to be copied. Its files are kept for days longer, so that they exist until they are copied. */
export const isReusableVideoFresh = ({ made_at }: ReusableVideo, now: Date): boolean =>
  addSeconds(new Date(made_at), ITEM_LIFETIMES.film.seconds) > now;

/** Finds reusable videos. The transaction that completes a render stores its video. */
export interface ReusableVideoFinder {
  /** Finds the entry with a content address; strongly consistent. */
  find(accountId: string, name: string): Promise<ReusableVideo | undefined>;
}
