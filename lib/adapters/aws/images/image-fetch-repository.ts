import { z } from 'zod';
import { PLAN_NAMES } from '#features/accounts/public.ts';
import {
  firstImageFetchCheckTime,
  type ImageFetch,
  type ImageFetchRef,
  type ImageFetchStore,
} from '#features/images/public.ts';
import { IMAGE_FAILURE_CODES, storedVideoSchema, VIDEO_FAILURE_CODES } from '#features/timelines/public.ts';
import { epochSecondsOfTimestamp } from '#kernel/shared/clock.ts';
import { WriteConflictError } from '#kernel/shared/errors.ts';
import { ITEM_LIFETIMES } from '#kernel/shared/lifetimes.ts';
import { storedPictureFieldSchemas } from '#kernel/shared/stored-picture.ts';
import { leasedItemFieldSchemas } from '#platform/leases/public.ts';
import { createItemCodec } from '../table/item.ts';
import { dueItemsIndex, tableKeys } from '../table/keys.ts';
import {
  ATTRIBUTES_REMOVED_AT_LEASE_END,
  changeLeasedWork,
  claimLeasedWork,
  type LeasedWorkKind,
  listDueWork,
  postponeLeasedWork,
  releaseFailedWork,
  renewWorkLease,
  scheduleNextWorkCheck,
} from '../table/leased-work.ts';
import type { Table } from '../table/table.ts';

const outcomeSchema = z.union([
  z.object({
    image: z.object({
      ...storedPictureFieldSchemas,
      is_figure: z.literal(true).optional(),
      found_focus: z.object({ x: z.number(), y: z.number() }).optional(),
      frames: z.int().optional(),
    }),
  }),
  z.object({ video: storedVideoSchema }),
  z.object({
    error: z.object({
      code: z.enum([...IMAGE_FAILURE_CODES, ...VIDEO_FAILURE_CODES]).catch('internal_error'),
      message: z.string(),
    }),
  }),
]);

const isVideoSchema = z.literal(true).optional();

const fetchCodec = createItemCodec<ImageFetch>('image_fetch').of(
  z.object({
    id: z.string(),
    account_id: z.string(),
    timeline_id: z.string(),
    plan: z.enum(PLAN_NAMES).optional(),
    status: z.enum(['queued', 'processing', 'done']),
    sources: z.array(
      z.union([
        z.object({ url: z.string(), is_video: isVideoSchema }),
        z.object({ upload_key: z.string(), sha256: z.string().optional(), is_video: isVideoSchema }),
        z.object({ copied: storedVideoSchema }),
      ]),
    ),
    outcomes: z.record(z.string(), outcomeSchema),
    ...leasedItemFieldSchemas,
    created_at: z.string(),
  }),
);

const IMAGE_FETCH_WORK_KIND: LeasedWorkKind<ImageFetch, ImageFetchRef> = {
  codec: fetchCodec,
  index: dueItemsIndex.imageFetches,
  key: ({ account_id, fetch_id }) => tableKeys.imageFetch(account_id, fetch_id),
  listedId: ({ fetch_id }) => fetch_id,
  refOf: ({ account_id, id }) => ({ account_id, fetch_id: id }),
};

/** Image fetches in the table. Those that are not done are in the sweeper's index. */
export function imageFetchRepository(table: Table): ImageFetchStore {
  const keyOf = ({ account_id, id }: Pick<ImageFetch, 'account_id' | 'id'>) => tableKeys.imageFetch(account_id, id);

  const doneUpdate = (outcomes: ImageFetch['outcomes']) => ({
    expression: `SET #status = :done, outcomes = :outcomes REMOVE ${ATTRIBUTES_REMOVED_AT_LEASE_END}`,
    values: { ':done': 'done', ':outcomes': outcomes },
  });

  return {
    async insert(fetch) {
      const item = fetchCodec.toItem(keyOf(fetch), fetch, {
        ...dueItemsIndex.imageFetches.attributes(fetch.id, firstImageFetchCheckTime(fetch)),
        expires_at_epoch: epochSecondsOfTimestamp(fetch.created_at) + ITEM_LIFETIMES.image_fetch.seconds,
      });
      try {
        await table.put(item, { onlyIfNew: true });
        return true;
      } catch (error) {
        if (error instanceof WriteConflictError) return false;
        throw error;
      }
    },

    async find({ account_id, fetch_id }: ImageFetchRef) {
      const item = await table.get(tableKeys.imageFetch(account_id, fetch_id));
      return item && fetchCodec.parse(item);
    },

    claim: (ref, claim) => claimLeasedWork(table, IMAGE_FETCH_WORK_KIND, ref, claim),
    renew: (fetch, leaseUntil) => renewWorkLease(table, IMAGE_FETCH_WORK_KIND, fetch, leaseUntil),
    record: (fetch, outcomes) =>
      changeLeasedWork(table, IMAGE_FETCH_WORK_KIND, fetch, {
        expression: 'SET outcomes = :outcomes',
        values: { ':outcomes': outcomes },
      }),
    complete: (fetch, outcomes) => changeLeasedWork(table, IMAGE_FETCH_WORK_KIND, fetch, doneUpdate(outcomes)),
    completeAbandoned: (seenFetch, outcomes) =>
      changeLeasedWork(table, IMAGE_FETCH_WORK_KIND, seenFetch, doneUpdate(outcomes), seenFetch.lease_until),
    release: (fetch) => releaseFailedWork(table, IMAGE_FETCH_WORK_KIND, fetch),
    postpone: (fetch, enqueuedAt, counts) =>
      postponeLeasedWork(table, IMAGE_FETCH_WORK_KIND, fetch, enqueuedAt, counts),
    listDue: (request) =>
      listDueWork(table, IMAGE_FETCH_WORK_KIND, request, (fetch, listed_as) => ({ fetch, listed_as })),
    noteCheck: ({ fetch, listed_as }, nextCheckAt, sentAt) =>
      scheduleNextWorkCheck(table, IMAGE_FETCH_WORK_KIND, { work: fetch, listedAs: listed_as }, nextCheckAt, sentAt),
  };
}
