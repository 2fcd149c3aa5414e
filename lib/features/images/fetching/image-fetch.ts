import { createHash } from 'node:crypto';
import type { Plan } from '#features/accounts/public.ts';
import type { ImageFailure } from '#features/timelines/public.ts';
import { timestamp } from '#kernel/shared/clock.ts';
import type { StoredPicture } from '#kernel/shared/stored-picture.ts';
import type { LeasedItem } from '#platform/leases/public.ts';

/** Source of an image: an address, or the storage key of an announced upload. */
export type ImageSource = { url: string } | { upload_key: string; sha256?: string | undefined };

/** A fetched image, or why fetching it failed. */
export type ImageOutcome =
  | { image: StoredPicture & { is_figure?: true | undefined; frames?: number | undefined } }
  | { error: ImageFailure };

/** Identity of an image fetch. */
export interface ImageFetchRef {
  account_id: string;
  fetch_id: string;
}

/** The work of fetching images of one timeline. Once it is done, its outcomes never change. */
export interface ImageFetch extends LeasedItem {
  id: string;
  account_id: string;
  timeline_id: string;
  /** The plan of the account when slides asked for the images; absent: a render did, and no slide shall have them. */
  plan?: Plan | undefined;
  status: 'queued' | 'processing' | 'done';
  sources: ImageSource[];
  /** By the place of the source. All are there when it is done. */
  outcomes: Readonly<Record<string, ImageOutcome>>;
  created_at: string;
}

/** The most images of one fetch: more are shared out, and fetched side by side. */
export const MAX_IMAGES_OF_FETCH = 20;

/** A fetch that no worker has taken yet. */
export const queuedFetch = (
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
  enqueued_at: timestamp(now),
  created_at: timestamp(now),
});

/**
 * The id of the fetch of an address for a render: all renders of one scope share it.
 * @param scope id of the batch, or of the render where it is of none
 */
export const fetchIdOf = (scope: string, url: string): string =>
  `${scope}-${createHash('sha256').update(url).digest('hex').slice(0, 32)}`;
