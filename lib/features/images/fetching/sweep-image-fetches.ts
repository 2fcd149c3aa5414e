import { addSeconds, formatUtcTimestamp } from '#kernel/shared/clock.ts';
import { nextSweeperCheck, sweepWorkDecision } from '#platform/leases/public.ts';
import type { RecoverySweep } from '#platform/recovery/public.ts';
import {
  countUnpostponedImageFetchClaims,
  endAbandonedImageFetch,
  type FetchImagesDeps,
  IMAGE_ATTEMPT_LIMITS,
} from './fetch-images.ts';
import type { ImageFetch } from './image-fetch.ts';
import type { UnfinishedImageFetch } from './ports.ts';

/** Seconds after which the message of a waiting fetch may never have been sent. A request has 29 seconds. */
const WAITING_SECONDS = 60;

/** Time of the sweeper's first check of a fetch whose message was sent at `enqueued_at`. */
export const firstImageFetchCheckTime = ({ enqueued_at }: Pick<ImageFetch, 'enqueued_at'>): string =>
  formatUtcTimestamp(addSeconds(new Date(enqueued_at), WAITING_SECONDS));

/**
 * Continues image fetches that a crash interrupted, and ends those whose last worker died.
 * @due 60 s after its message; at the end of its lease
 */
export const imageFetchesSweep = (deps: FetchImagesDeps): RecoverySweep<UnfinishedImageFetch> => ({
  name: 'image-fetches',
  listDue: (request) => deps.fetches.listDue(request),
  async take(due) {
    const now = deps.clock();
    const { fetch } = due;
    const work = { ...fetch, isWaiting: fetch.status === 'queued', claims: countUnpostponedImageFetchClaims(fetch) };
    const rules = { now, patienceSeconds: WAITING_SECONDS };
    const decision = sweepWorkDecision(work, { ...rules, maxClaims: IMAGE_ATTEMPT_LIMITS.claims });
    await deps.fetches.noteCheck(
      due,
      nextSweeperCheck(work, decision, rules),
      decision === 'send' ? formatUtcTimestamp(now) : undefined,
    );
    if (decision === 'fail') await endAbandonedImageFetch(deps, fetch);
    if (decision === 'send') await deps.queue.send({ account_id: fetch.account_id, fetch_id: fetch.id });
  },
  describe: ({ fetch: { account_id, id } }) => ({ account_id, fetch_id: id }),
});
