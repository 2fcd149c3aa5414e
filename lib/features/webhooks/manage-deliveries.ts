import type { z } from 'zod';
import type { Principal } from '#features/accounts/public.ts';
import {
  type CursorScope,
  decodeCursor,
  encodeCursor,
  idPositionSchemaOf,
  listAnswerOfPage,
  nameCursorPositionSchema,
} from '#kernel/contract/pagination.ts';
import { addSeconds, type Clock, formatUtcTimestamp } from '#kernel/shared/clock.ts';
import { runIgnoringUnavailability, ServiceError, WriteConflictError } from '#kernel/shared/errors.ts';
import { type PrepareIdempotentAnswer, prepareNoIdempotentAnswer } from '#kernel/shared/prepared-idempotent-answer.ts';
import { retryOnConflict } from '#kernel/shared/retry-on-conflict.ts';
import type { deliveryAnswerSchema, replayAnswerSchema } from './contract.ts';
import type { Delivery } from './delivery.ts';
import { enqueueDeliveries } from './enqueue-deliveries.ts';
import { requireWebhook } from './manage-webhooks.ts';
import type { DeliveryFilter, DeliveryQueue, DeliveryStore, WebhookStore } from './ports.ts';
import { deliverySweepTime } from './retry-schedule.ts';

/** A delivery in the form of answers. */
export const toDeliveryAnswer = (delivery: Delivery): z.output<typeof deliveryAnswerSchema> => ({
  id: delivery.id,
  webhook_id: delivery.receiver.kind === 'webhook' ? delivery.receiver.id : null,
  event: delivery.event,
  event_id: delivery.event_id,
  is_test: delivery.body !== undefined,
  render_id: delivery.body === undefined ? delivery.render_id : null,
  payload: delivery.body ?? null,
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

/** A page of the deliveries to a receiver. @throws ServiceError `invalid_cursor`. */
export async function pageOfDeliveries(
  {
    deliveries,
    scopeOf,
  }: { deliveries: Pick<DeliveryStore, 'listDeliveries'>; scopeOf: (name: string) => CursorScope },
  principal: Principal,
  receiverId: string,
  { limit, cursor, ...filter }: DeliveryFilter & { limit: number; cursor?: string | undefined },
) {
  const scope = scopeOf(
    `deliveries:${principal.account_id}:${receiverId}:${filter.status ?? ''}:${filter.event ?? ''}`,
  );
  const after = decodeCursor(cursor, scope, nameCursorPositionSchema);
  const page = await deliveries.listDeliveries(principal.account_id, receiverId, filter, { limit, after });
  return listAnswerOfPage(page, scope, toDeliveryAnswer);
}

/** The number of attempts to restart a delivery that changes at the same time. */
const CONFLICT_ATTEMPTS = 3;

/** Dependencies of redelivering and replaying. */
export interface ManageDeliveriesDeps {
  webhooks: Pick<WebhookStore, 'find'>;
  deliveries: Pick<DeliveryStore, 'findDelivery' | 'restartDelivery' | 'failedSince' | 'throttles'>;
  queue: DeliveryQueue;
  clock: Clock;
}

/** Checks that a webhook exists and is active. @throws ServiceError `webhook_not_found`, `webhook_disabled`. */
async function assertWebhookActive(
  webhooks: Pick<WebhookStore, 'find'>,
  principal: Principal,
  id: string,
): Promise<void> {
  const webhook = await requireWebhook(webhooks, principal, id);
  if (webhook.status === 'disabled')
    throw new ServiceError(
      'webhook_disabled',
      'This webhook is disabled: nothing is sent to it. POST /webhooks/{id}/enable enables it.',
    );
}

/**
 * The times of a delivery whose next attempt is now. They always differ from its present times, so that an attempt in progress detects that
 * the delivery was restarted.
 */
function timesFromNow({ next_try_at }: Delivery, now: Date) {
  const attemptTime = formatUtcTimestamp(now) === next_try_at ? addSeconds(now, 0.001) : now;
  return { next_try_at: formatUtcTimestamp(attemptTime), sweep_at: deliverySweepTime(attemptTime, now) };
}

const withRestart = (delivery: Delivery, times: ReturnType<typeof timesFromNow>): Delivery => ({
  ...delivery,
  ...times,
  deferred_until: undefined,
  status: 'pending',
  dropped: undefined,
});

/**
 * Sends a delivery again, to a webhook or a render's own address: it becomes pending, with an attempt now and the full schedule of
 * retries. If the process is killed before the message is sent, the sweeper sends it.
 * @param ids the id of the receiver, whose existence the caller has checked, and of the delivery
 * @throws ServiceError `delivery_not_found`
 */
export async function redeliverEvent(
  { deliveries, queue, clock }: Omit<ManageDeliveriesDeps, 'webhooks'>,
  principal: Principal,
  { id, did }: { id: string; did: string },
  prepareAnswer: PrepareIdempotentAnswer<Delivery> = prepareNoIdempotentAnswer,
): Promise<Delivery> {
  // A conflict means that an attempt was recorded in between: read the delivery again.
  const pendingDelivery = await retryOnConflict({ attempts: CONFLICT_ATTEMPTS }, async () => {
    const delivery = await deliveries.findDelivery(principal.account_id, id, did);
    if (!delivery)
      throw new ServiceError(
        'delivery_not_found',
        'There is no such delivery. GET /webhooks/{id}/deliveries lists those of the last 30 days.',
      );
    const times = timesFromNow(delivery, clock());
    const restartedDelivery = withRestart(delivery, times);
    await deliveries.restartDelivery(delivery, times, await prepareAnswer(restartedDelivery));
    return restartedDelivery;
  });
  // If the queue is unavailable, the sweeper sends the message.
  await runIgnoringUnavailability(() => enqueueDeliveries({ deliveries, queue }, [pendingDelivery]));
  return pendingDelivery;
}

/**
 * Sends a delivery to a webhook again.
 * @throws ServiceError `webhook_not_found`, `webhook_disabled`, `delivery_not_found`.
 */
export async function redeliverToWebhook(
  deps: ManageDeliveriesDeps,
  principal: Principal,
  ids: { id: string; did: string },
  prepareAnswer: PrepareIdempotentAnswer<Delivery> = prepareNoIdempotentAnswer,
): Promise<Delivery> {
  await assertWebhookActive(deps.webhooks, principal, ids.id);
  return redeliverEvent(deps, principal, ids, prepareAnswer);
}

/** The maximum number of deliveries that one request replays; the next request continues after them. */
const MAX_REPLAYED_DELIVERIES = 500;
/** Number of deliveries that are restarted at the same time. */
const CONCURRENT_RESTARTS = 10;

/**
 * Sends all failed deliveries of a webhook again whose events were created at `since` or later, oldest first, except tests and those of
 * `render.progress`, which are out of date. Each is restarted by a conditional write, so that two requests at the same time do not replay a
 * delivery twice. If the process is killed, the remaining deliveries are still failed, and the sweeper sends the messages of the restarted
 * ones.
 * @param cursor the position at which the previous request ended, so that deliveries that have failed again are not replayed twice
 * @param limit the maximum number of deliveries to replay
 * @returns the number of replayed deliveries, and the cursor of the next request if there are more
 * @throws ServiceError `webhook_not_found`, `webhook_disabled`, `invalid_cursor`
 */
export async function replayFailedDeliveries(
  { webhooks, deliveries, queue, clock, scopeOf }: ManageDeliveriesDeps & { scopeOf: (name: string) => CursorScope },
  principal: Principal,
  id: string,
  since: Date,
  cursor?: string,
  limit = MAX_REPLAYED_DELIVERIES,
): Promise<z.output<typeof replayAnswerSchema>> {
  const scope = scopeOf(`replay:${principal.account_id}:${id}`);
  const after = decodeCursor(cursor, scope, idPositionSchemaOf('delivery'), 'cursor');
  await assertWebhookActive(webhooks, principal, id);
  const { items: failedDeliveries, next } = await deliveries.failedSince(principal.account_id, id, since, {
    limit,
    after,
  });
  let replayed = 0;
  for (let i = 0; i < failedDeliveries.length; i += CONCURRENT_RESTARTS) {
    const outcomes = await Promise.allSettled(
      failedDeliveries.slice(i, i + CONCURRENT_RESTARTS).map(async (delivery) => {
        const times = timesFromNow(delivery, clock());
        await deliveries.restartDelivery(delivery, times);
        return withRestart(delivery, times);
      }),
    );
    const restartedDeliveries = outcomes.flatMap((outcome) => (outcome.status === 'fulfilled' ? [outcome.value] : []));
    await runIgnoringUnavailability(() => enqueueDeliveries({ deliveries, queue }, restartedDeliveries));
    replayed += restartedDeliveries.length;
    // A conflict means that another request has restarted the delivery.
    for (const outcome of outcomes)
      if (outcome.status === 'rejected' && !(outcome.reason instanceof WriteConflictError)) throw outcome.reason;
  }
  const next_cursor = next === undefined ? null : encodeCursor(next, scope);
  return { replayed, has_more: next !== undefined, next_cursor };
}
