import { createHash } from 'node:crypto';
import type { Plan } from '#features/accounts/public.ts';
import type { ImageFailure, MeasuredImage, StoredVideo, VideoFailure } from '#features/timelines/public.ts';
import { formatUtcTimestamp } from '#kernel/shared/clock.ts';
import type { StoredPicture } from '#kernel/shared/stored-picture.ts';
import type { LeasedItem } from '#platform/leases/public.ts';

/** A client's image or video: an address, or the storage key of an announced upload. */
export type ClientMediaSource = ({ url: string } | { upload_key: string; sha256?: string | undefined }) & {
  /** True for a video, which is alone in its fetch. Absent: an image. */
  is_video?: true | undefined;
};

/** Source of an image or a video: a file that a client sends, or a stored video that is copied, which is alone in its fetch, too. */
export type MediaFetchSource = ClientMediaSource | { copied: StoredVideo };

/** A fetched image or video, or the failure of its fetch. */
export type MediaFetchOutcome =
  | { image: StoredPicture & MeasuredImage & { frames?: number | undefined } }
  | { video: StoredVideo }
  | { error: ImageFailure | VideoFailure };

/** Identifies an image fetch. */
export interface ImageFetchRef {
  account_id: string;
  fetch_id: string;
}

/** The work of fetching images of one timeline. When it is done, its outcomes no longer change. */
export interface ImageFetch extends LeasedItem {
  id: string;
  account_id: string;
  timeline_id: string;
  /** The plan of the account when slides requested the images. Absent: a render requested them, and they are not named in slides. */
  plan?: Plan | undefined;
  status: 'queued' | 'processing' | 'done';
  sources: MediaFetchSource[];
  /** Outcomes by the position of their source. Complete when the fetch is done. */
  outcomes: Readonly<Record<string, MediaFetchOutcome>>;
  created_at: string;
}

/** The maximum number of images of one fetch; more are distributed over several fetches, which can run at the same time. */
export const MAX_IMAGES_OF_FETCH = 20;

/** Makes a new image fetch with the status `queued`. */
export const queuedImageFetch = (
  {
    id,
    account_id,
    timeline_id,
    plan,
    sources,
  }: Pick<ImageFetch, 'id' | 'account_id' | 'timeline_id' | 'plan' | 'sources'>,
  now: Date,
): ImageFetch => ({
  id,
  account_id,
  timeline_id,
  ...(plan === undefined ? {} : { plan }),
  status: 'queued',
  sources,
  outcomes: {},
  attempt: 0,
  enqueued_at: formatUtcTimestamp(now),
  created_at: formatUtcTimestamp(now),
});

/**
 * The id of the image fetch of an address for renders. All renders of a batch share the fetch.
 * @param scope id of the batch; of the render, if it belongs to no batch
 */
export const imageFetchIdForRenders = (scope: string, url: string): string =>
  `${scope}-${createHash('sha256').update(url).digest('hex').slice(0, 32)}`;
