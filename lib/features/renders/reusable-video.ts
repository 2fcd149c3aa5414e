import { plusSeconds } from '#kernel/shared/clock.ts';
import { ITEM_LIFETIMES } from '#kernel/shared/lifetimes.ts';
import type { RenderResult } from './render.ts';

/**
 * Cache entry with the finished files of a render, under the content address of everything that they depend on. A later render of
 * the same account with the same content address gets copies of them. The files belong to the render that made them, and are
 * removed with it.
 */
export interface ReusableVideo {
  /** Content address (SHA-256, hex). */
  name: string;
  files: RenderResult;
  made_at: string;
}

/** Largest video that is copied, in bytes. S3 copies about 100 MB in a second; a larger one is joined again. */
export const MAX_COPIED_BYTES = 2 ** 30;

/** Reports whether a video is young enough to be copied. The files of a render are kept for days longer, so they outlast the copying. */
export const isReusableVideoFresh = ({ made_at }: ReusableVideo, now: Date): boolean =>
  plusSeconds(new Date(made_at), ITEM_LIFETIMES.film.seconds) > now;

/** Finds reusable videos. The transaction that completes a render stores its video. */
export interface ReusableVideoStore {
  /** The video with this content address. Strongly consistent. */
  find(accountId: string, name: string): Promise<ReusableVideo | undefined>;
}
