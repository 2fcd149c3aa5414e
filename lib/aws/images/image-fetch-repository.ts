import { z } from 'zod';
import { PLANS } from '../../accounts/public.ts';
import { firstImageLook, type ImageFetch, type ImageFetchRef, type ImageFetchStore } from '../../images/public.ts';
import { lookAfterLease } from '../../leases/lease-rules.ts';
import { leasedItemFields } from '../../leases/leased-item.ts';
import { epochSeconds } from '../../shared/clock.ts';
import { WriteConflict } from '../../shared/errors.ts';
import { ITEM_LIFETIMES } from '../../shared/lifetimes.ts';
import { storedPictureFields } from '../../shared/stored-picture.ts';
import { IMAGE_FAILURES } from '../../timelines/public.ts';
import { dueEntries } from '../table/due-items.ts';
import { itemCodec } from '../table/item.ts';
import { gsi2, keys } from '../table/keys.ts';
import { nextLookAtWork, postponementOfWork, releaseOfWork } from '../table/leased-item.ts';
import type { Table } from '../table/table.ts';

const outcome = z.union([
  z.object({ image: z.object({ ...storedPictureFields, is_figure: z.literal(true).optional() }) }),
  z.object({ error: z.object({ code: z.enum(IMAGE_FAILURES), message: z.string() }) }),
]);

const fetchCodec = itemCodec<ImageFetch>('image_fetch').of(
  z.object({
    id: z.string(),
    account_id: z.string(),
    timeline_id: z.string(),
    plan: z.enum(PLANS).optional(),
    status: z.enum(['queued', 'processing', 'done']),
    sources: z.array(
      z.union([z.object({ url: z.string() }), z.object({ upload_key: z.string(), sha256: z.string().optional() })]),
    ),
    outcomes: z.record(z.string(), outcome),
    ...leasedItemFields,
    created_at: z.string(),
  }),
);

/** Takes a fetch out of the index of the sweeper, and ends its lease. */
const END = 'SET #status = :done, outcomes = :outcomes REMOVE lease_until, GSI2PK, GSI2SK';

/** Image fetches in the table. One that is not done is in the index of the sweeper. */
export function imageFetchRepository(table: Table): ImageFetchStore {
  const keyOf = ({ account_id, id }: Pick<ImageFetch, 'account_id' | 'id'>) => keys.imageFetch(account_id, id);

  /** A write that only the worker of the last claim may make. @param leaseUntil the lease that must not have been renewed */
  async function settle(
    { attempt, ...fetch }: ImageFetch,
    change: string,
    own: Record<string, unknown>,
    leaseUntil?: string,
  ): Promise<void> {
    await table.update({
      Key: keyOf(fetch),
      UpdateExpression: change,
      ConditionExpression: `attempt = :attempt AND #status = :processing${leaseUntil === undefined ? '' : ' AND lease_until = :lease'}`,
      ExpressionAttributeNames: { '#status': 'status' },
      ExpressionAttributeValues: {
        ':attempt': attempt,
        ':processing': 'processing',
        ...own,
        ...(leaseUntil === undefined ? {} : { ':lease': leaseUntil }),
      },
    });
  }

  return {
    async insert(fetch) {
      const item = fetchCodec.toItem(keyOf(fetch), fetch, {
        ...gsi2.imageFetches.attributes(fetch.id, firstImageLook(fetch)),
        expires_at_epoch: epochSeconds(fetch.created_at) + ITEM_LIFETIMES.image_fetch.seconds,
      });
      try {
        await table.put(item, { onlyIfNew: true });
        return true;
      } catch (error) {
        if (error instanceof WriteConflict) return false;
        throw error;
      }
    },

    async find({ account_id, fetch_id }: ImageFetchRef) {
      const item = await table.get(keys.imageFetch(account_id, fetch_id));
      return item && fetchCodec.parse(item);
    },

    async claim({ account_id, fetch_id }, { now, lease_until, message_id, max_claims }) {
      const item = await table.update({
        Key: keys.imageFetch(account_id, fetch_id),
        UpdateExpression:
          'SET #status = :processing, lease_until = :until, message_id = :message, GSI2SK = :look REMOVE sent_again ADD attempt :one',
        ConditionExpression:
          '(attempt < claims_allowed OR (attribute_not_exists(claims_allowed) AND attempt < :limit)) AND (#status = :queued OR (#status = :processing AND lease_until < :now)) AND item_format = :format',
        ExpressionAttributeNames: { '#status': 'status' },
        ExpressionAttributeValues: {
          ':processing': 'processing',
          ':queued': 'queued',
          ':until': lease_until,
          ':message': message_id,
          ':look': gsi2.imageFetches.attributes(fetch_id, lookAfterLease(lease_until)).GSI2SK,
          ':now': now,
          ':one': 1,
          ':limit': max_claims,
          ':format': fetchCodec.stamp.item_format,
        },
      });
      return fetchCodec.parse(item);
    },

    renew: (fetch, leaseUntil) =>
      settle(fetch, 'SET lease_until = :until, GSI2SK = :look', {
        ':until': leaseUntil,
        ':look': gsi2.imageFetches.attributes(fetch.id, lookAfterLease(leaseUntil)).GSI2SK,
      }),

    record: (fetch, outcomes) => settle(fetch, 'SET outcomes = :outcomes', { ':outcomes': outcomes }),

    complete: (fetch, outcomes) => settle(fetch, END, { ':done': 'done', ':outcomes': outcomes }),
    completeAbandoned: (seen, outcomes) =>
      settle(seen, END, { ':done': 'done', ':outcomes': outcomes }, seen.lease_until),

    release: (fetch) => settle(fetch, releaseOfWork.expression, releaseOfWork.values),

    async postpone(fetch, at, counts) {
      const { expression, values } = postponementOfWork(at, counts);
      await settle(fetch, expression, values);
    },

    listDue: (request) =>
      dueEntries(table, gsi2.imageFetches, request, fetchCodec, (fetch, listed_as) => ({ fetch, listed_as })),

    async noteLook({ fetch, listed_as }, next, sentAt) {
      const { GSI2SK } = gsi2.imageFetches.attributes(fetch.id, next);
      const { expression, condition, values } = nextLookAtWork(fetch, listed_as, GSI2SK, sentAt);
      await table.update({
        Key: keyOf(fetch),
        UpdateExpression: expression,
        ConditionExpression: condition,
        ExpressionAttributeValues: values,
      });
    },
  };
}
