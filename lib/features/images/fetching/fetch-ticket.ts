import { type Clock, formatUtcTimestamp } from '#kernel/shared/clock.ts';
import type { FairQueueTicket, TicketWorkState } from '#platform/fair-queue/public.ts';
import type { ImageFetchRef } from './image-fetch.ts';
import type { ImageFetchStore } from './ports.ts';

/** The ticket of an image fetch, without its message. Tickets sort by the time of the fetch's request, or of its render or batch. */
export function imageFetchTicket({ account_id, fetch_id }: ImageFetchRef): Omit<FairQueueTicket, 'message'> {
  // The id of a fetch for a render starts with the id of the render or batch. The prefix is cut off, because tickets sort by ULIDs.
  const [, ulid = fetch_id] = fetch_id.split('_');
  return { account_id, pool: 'fetching', id: ulid };
}

/** Reads the state of an image fetch; `ended` also when its item has expired. */
export async function readImageFetchWorkState(
  { imageFetches, clock }: { imageFetches: Pick<ImageFetchStore, 'find'>; clock: Clock },
  ref: ImageFetchRef,
): Promise<TicketWorkState> {
  const fetch = await imageFetches.find(ref);
  if (!fetch || fetch.status === 'done') return 'ended';
  const isLeased = fetch.lease_until !== undefined && fetch.lease_until > formatUtcTimestamp(clock());
  return isLeased ? 'working' : 'idle';
}
