import { type Clock, timestamp } from '#kernel/shared/clock.ts';
import type { Ticket, WorkState } from '#platform/fair-queue/public.ts';
import type { ImageFetchRef } from './image-fetch.ts';
import type { ImageFetchStore } from './ports.ts';

/** The ticket of an image fetch, without its message. It sorts by when slides asked for the images, or by the age of the render. */
export function fetchTicket({ account_id, fetch_id }: ImageFetchRef): Omit<Ticket, 'message'> {
  // Without the prefix of the ids of renders and batches, which are ULIDs like the ids of other fetches.
  const [, ulid = fetch_id] = fetch_id.split('_');
  return { account_id, pool: 'fetching', id: ulid };
}

/** Reads the state of an image fetch; `ended` also if it has expired since. */
export async function fetchState(
  { imageFetches, clock }: { imageFetches: Pick<ImageFetchStore, 'find'>; clock: Clock },
  ref: ImageFetchRef,
): Promise<WorkState> {
  const fetch = await imageFetches.find(ref);
  if (!fetch || fetch.status === 'done') return 'ended';
  const isLeased = fetch.lease_until !== undefined && fetch.lease_until > timestamp(clock());
  return isLeased ? 'working' : 'idle';
}
