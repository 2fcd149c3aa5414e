import type { z } from 'zod';
import type { Principal } from '../accounts/public.ts';
import { decodeCursor, encodeCursor, pageAnswer } from '../contract/pagination.ts';
import { type Clock, plusSeconds, timestamp } from '../shared/clock.ts';
import { ServiceError, WriteConflict } from '../shared/errors.ts';
import { noAnswer, type PrepareAnswer } from '../shared/prepared-answer.ts';
import type { deliveryAnswer, replayAnswer } from './contract.ts';
import { findWebhook } from './manage-webhooks.ts';
import type { DeliveryFilter, DeliveryQueue, DeliveryStore, WebhookStore } from './ports.ts';
import { sweepTime } from './retry-schedule.ts';
import { sendOn } from './send-on.ts';
import type { Delivery } from './webhook.ts';

/** A delivery as clients see it. */
export const deliveryView = (delivery: Delivery): z.output<typeof deliveryAnswer> => ({
  id: delivery.id,
  webhook_id: delivery.secret === undefined ? delivery.receiver_id : null,
  event: delivery.event,
  event_id: delivery.event_id,
  status: delivery.status,
  tries: delivery.tries.map((attempt) => ({
    at: attempt.at,
    outcome: attempt.outcome,
    response_status: attempt.response_status ?? null,
    duration_ms: attempt.duration_ms,
    error: attempt.fault ?? null,
    response_excerpt: attempt.response_excerpt ?? null,
  })),
  next_try_at: delivery.status === 'pending' ? delivery.next_try_at : null,
  failure_reason: delivery.dropped ?? null,
  created_at: delivery.created_at,
});

/** A page of what was sent to a receiver. @throws ServiceError `invalid_cursor`. */
export async function deliveriesPage(
  deliveries: Pick<DeliveryStore, 'listDeliveries'>,
  principal: Principal,
  receiverId: string,
  { limit, cursor, ...filter }: DeliveryFilter & { limit: number; cursor?: string | undefined },
) {
  const scope = `deliveries:${principal.account_id}:${receiverId}:${filter.status ?? ''}:${filter.event ?? ''}`;
  const after = cursor === undefined ? undefined : decodeCursor(cursor, scope);
  const page = await deliveries.listDeliveries(principal.account_id, receiverId, filter, { limit, after });
  return pageAnswer(page, scope, deliveryView);
}

const CONFLICT_TRIES = 3;

export interface ManageDeliveriesDeps {
  webhooks: Pick<WebhookStore, 'find'>;
  deliveries: Pick<DeliveryStore, 'findDelivery' | 'reopenDelivery' | 'failedSince' | 'lanes'>;
  queue: DeliveryQueue;
  clock: Clock;
}

async function activeWebhook(webhooks: Pick<WebhookStore, 'find'>, principal: Principal, id: string): Promise<void> {
  const webhook = await findWebhook(webhooks, principal, id);
  if (webhook.status === 'disabled')
    throw new ServiceError('webhook_disabled', 'This webhook is disabled: nothing is sent to it.');
}

/**
 * The times of a delivery whose next try is to be made now. They are never the ones that it has: by them a try that is
 * under way sees that the delivery was asked for again.
 */
function atOnce({ next_try_at }: Delivery, now: Date) {
  const at = timestamp(now) === next_try_at ? plusSeconds(now, 0.001) : now;
  return { next_try_at: timestamp(at), sweep_at: sweepTime(at, now) };
}

const reopenedAt = (delivery: Delivery, times: ReturnType<typeof atOnce>): Delivery => ({
  ...delivery,
  ...times,
  put_off_until: undefined,
  status: 'pending',
  dropped: undefined,
});

/**
 * Sends a delivery again, whoever receives it: it becomes pending, with a try now and all the later ones that a new
 * delivery has, whatever came of the ones before. Killed before its message is sent, it stands as pending, and the sweeper
 * sends one.
 * @param place the receiver, which the caller has found to be there, and the delivery
 * @throws ServiceError `delivery_not_found`.
 */
export async function reopen(
  { deliveries, queue, clock }: Omit<ManageDeliveriesDeps, 'webhooks'>,
  principal: Principal,
  { id, did }: { id: string; did: string },
  prepareAnswer: PrepareAnswer<Delivery> = noAnswer,
): Promise<Delivery> {
  for (let attempt = 1; ; attempt++) {
    const delivery = await deliveries.findDelivery(principal.account_id, id, did);
    if (!delivery) throw new ServiceError('delivery_not_found', 'There is no such delivery.');
    const times = atOnce(delivery, clock());
    const reopened = reopenedAt(delivery, times);
    const answer = await prepareAnswer(reopened);
    try {
      await deliveries.reopenDelivery(delivery, times, answer);
    } catch (error) {
      // A try was noted in between: decide again on what is there now.
      if (!(error instanceof WriteConflict) || attempt >= CONFLICT_TRIES) throw error;
      continue;
    }
    await sendOn({ deliveries, queue }, [reopened]);
    return reopened;
  }
}

/**
 * Sends a delivery of a webhook again.
 * @throws ServiceError `webhook_not_found`, `webhook_disabled`, `delivery_not_found`.
 */
export async function redeliver(
  deps: ManageDeliveriesDeps,
  principal: Principal,
  place: { id: string; did: string },
  prepareAnswer: PrepareAnswer<Delivery> = noAnswer,
): Promise<Delivery> {
  await activeWebhook(deps.webhooks, principal, place.id);
  return reopen(deps, principal, place, prepareAnswer);
}

/** One request replays at most so many; the next one goes on after them. */
const REPLAY_MOST = 500;
const PART = 10;

/**
 * Sends all failed deliveries of a webhook again whose events were made at `since` or later, the oldest first; a progress
 * is stale by now, and a test was answered for. Each is taken by a conditional write, so that two requests at once replay
 * none twice; killed, the rest is still there as failed, and what was reopened without a message the sweeper sends on.
 * @param cursor where the request before this one ended: what failed again since then is not taken a second time.
 * @returns how many, and where the next request is to go on, if there is more.
 * @throws ServiceError `webhook_not_found`, `webhook_disabled`, `invalid_cursor`.
 */
export async function replayFailed(
  { webhooks, deliveries, queue, clock }: ManageDeliveriesDeps,
  principal: Principal,
  id: string,
  since: Date,
  cursor?: string,
  most = REPLAY_MOST,
): Promise<z.output<typeof replayAnswer>> {
  const scope = `replay:${principal.account_id}:${id}`;
  const after = cursor === undefined ? undefined : decodeCursor(cursor, scope, 'cursor');
  await activeWebhook(webhooks, principal, id);
  const page = { limit: most, after };
  const { items: chosen, next } = await deliveries.failedSince(principal.account_id, id, since, page);
  let replayed = 0;
  for (let i = 0; i < chosen.length; i += PART) {
    const part = await Promise.allSettled(
      chosen.slice(i, i + PART).map(async (delivery) => {
        const times = atOnce(delivery, clock());
        await deliveries.reopenDelivery(delivery, times);
        return reopenedAt(delivery, times);
      }),
    );
    const reopened = part.flatMap((done) => (done.status === 'fulfilled' ? [done.value] : []));
    await sendOn({ deliveries, queue }, reopened);
    replayed += reopened.length;
    // Reopened by another request meanwhile: then it is on its way already.
    for (const done of part)
      if (done.status === 'rejected' && !(done.reason instanceof WriteConflict)) throw done.reason;
  }
  const next_cursor = next === undefined ? null : encodeCursor(next, scope);
  return { replayed, has_more: next !== undefined, next_cursor };
}
