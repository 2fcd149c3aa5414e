import { plusSeconds } from '#kernel/shared/clock.ts';
import { ITEM_LIFETIMES } from '#kernel/shared/lifetimes.ts';
import type { RenderResult } from './render.ts';

/**
 * The finished files of a render, by the content address of all that decides them: a later render of the same account to which
 * nothing differs gets copies of them. The files are those of the render that made them, and end with it.
 */
export interface StoredVideo {
  /** Content address (SHA-256, hex). */
  name: string;
  files: RenderResult;
  made_at: string;
}

/** The largest video that is copied, in bytes. S3 copies about 100 MB in a second; a larger one is joined again. */
export const MAX_COPIED_BYTES = 2 ** 30;

/** Reports whether a video is young enough to be copied. The files of a render are kept for days longer, so they outlast the copying. */
export const isStoredVideoFresh = ({ made_at }: StoredVideo, now: Date): boolean =>
  plusSeconds(new Date(made_at), ITEM_LIFETIMES.film.seconds) > now;

/** Finds videos. A video is stored by the transaction that completes its render. */
export interface StoredVideoStore {
  /** The video with this content address. Strongly consistent. */
  find(accountId: string, name: string): Promise<StoredVideo | undefined>;
}
