import type { ImageFetch } from '#features/images/fetching/image-fetch.ts';
import type { ImageFetchStore, UnfinishedImageFetch } from '#features/images/fetching/ports.ts';
import { firstImageFetchCheckTime } from '#features/images/fetching/sweep-image-fetches.ts';
import { WriteConflictError } from '#kernel/shared/errors.ts';
import { sweeperCheckAfterLease } from '#platform/leases/lease-rules.ts';
import { copyStored } from './copy.ts';
import { duePage } from './due-page.ts';

/** Image fetches in memory, under the conditions of the table. `stored` has them by their id. */
export function memoryImageFetches(): ImageFetchStore & { stored: ReadonlyMap<string, ImageFetch> } {
  const stored = new Map<string, ImageFetch>();
  const checks = new Map<string, string>();
  const keep = (fetch: ImageFetch, check?: string): ImageFetch => {
    stored.set(fetch.id, copyStored(fetch));
    if (check !== undefined) checks.set(fetch.id, `${check}#${fetch.id}`);
    if (fetch.status === 'done') checks.delete(fetch.id);
    return copyStored(fetch);
  };
  const refuse = (why: string): never => {
    throw new WriteConflictError(`condition: ${why}`);
  };
  const held = ({ id, attempt }: ImageFetch): ImageFetch => {
    const present = stored.get(id);
    return present?.attempt === attempt && present.status === 'processing' ? present : refuse('another claim');
  };
  const waiting = ({ lease_until: _, ...fetch }: ImageFetch): ImageFetch => ({ ...fetch, status: 'queued' });
  const ended = ({ lease_until: _, ...fetch }: ImageFetch, outcomes: ImageFetch['outcomes']): ImageFetch => ({
    ...fetch,
    status: 'done',
    outcomes,
  });
  return {
    stored,
    async insert(fetch) {
      if (stored.has(fetch.id)) return false;
      keep(fetch, firstImageFetchCheckTime(fetch));
      return true;
    },
    async find({ account_id, fetch_id }) {
      const fetch = stored.get(fetch_id);
      return fetch?.account_id === account_id ? copyStored(fetch) : undefined;
    },
    async claim({ fetch_id }, { now, lease_until, message_id, max_claims }) {
      const fetch = stored.get(fetch_id) ?? refuse('there is none');
      const isFree = fetch.status === 'queued' || (fetch.status === 'processing' && (fetch.lease_until ?? '') < now);
      if (!isFree || fetch.attempt >= (fetch.claims_allowed ?? max_claims)) refuse('it cannot be claimed');
      const { sent_again: _, ...rest } = fetch;
      const claimed: ImageFetch = {
        ...rest,
        status: 'processing',
        lease_until,
        message_id,
        attempt: fetch.attempt + 1,
      };
      return keep(claimed, sweeperCheckAfterLease(lease_until));
    },
    async renew(fetch, lease_until) {
      keep({ ...held(fetch), lease_until });
    },
    async record(fetch, outcomes) {
      keep({ ...held(fetch), outcomes });
    },
    async complete(fetch, outcomes) {
      keep(ended(held(fetch), outcomes));
    },
    async completeAbandoned(seen, outcomes) {
      const present = held(seen);
      if (present.lease_until !== seen.lease_until) refuse('its worker lives');
      keep(ended(present, outcomes));
    },
    async release(fetch) {
      const present = held(fetch);
      keep({ ...waiting(present), failures: (present.failures ?? 0) + 1 });
    },
    async postpone(fetch, at, counts) {
      keep({ ...waiting(held(fetch)), enqueued_at: at, ...counts });
    },
    async listDue(page) {
      const listed = [...checks].flatMap(([id, listed_as]) => {
        const fetch = stored.get(id);
        return fetch ? [{ listed_as, entry: { fetch, listed_as } }] : [];
      });
      return duePage<UnfinishedImageFetch>(listed, page);
    },
    async noteCheck({ fetch, listed_as }, next, sentAt) {
      const present = stored.get(fetch.id);
      if (!present || checks.get(fetch.id) !== listed_as || present.enqueued_at !== fetch.enqueued_at)
        return refuse('another sweeper was first');
      const sent = sentAt === undefined ? {} : { enqueued_at: sentAt, sent_again: (present.sent_again ?? 0) + 1 };
      keep({ ...present, ...sent }, next);
    },
  };
}
