import type { z } from 'zod';
import type { Principal } from '../accounts/account.ts';
import { type BeforeCommit, unannounced } from '../before-commit.ts';
import { type Clock, timestamp } from '../clock.ts';
import { ServiceError, WriteConflict } from '../errors.ts';
import type { deliveryAnswer } from './contract.ts';
import { findWebhook } from './manage-webhooks.ts';
import type { DeliveryQueue, WebhookStore } from './ports.ts';
import type { Delivery } from './webhook.ts';

/** A delivery as clients see it. */
export const deliveryView = (delivery: Delivery): z.output<typeof deliveryAnswer> => ({
  id: delivery.id,
  webhook_id: delivery.receiver_id,
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
  created_at: delivery.created_at,
});

const CONFLICT_TRIES = 3;

/**
 * Sends a delivery again: it becomes pending for one more try now, whatever came of the ones before. Killed before the
 * message is sent, it stands as pending and can be sent again the same way.
 */
export async function redeliver(
  { store, queue, clock }: { store: WebhookStore; queue: DeliveryQueue; clock: Clock },
  principal: Principal,
  { id, did }: { id: string; did: string },
  beforeCommit: BeforeCommit<Delivery> = unannounced,
): Promise<Delivery> {
  const webhook = await findWebhook(store, principal, id);
  if (webhook.status === 'disabled')
    throw new ServiceError('webhook_disabled', 'This webhook is disabled: nothing is sent to it.');
  for (let attempt = 1; ; attempt++) {
    const delivery = await store.findDelivery(principal.account_id, id, did);
    if (!delivery) throw new ServiceError('delivery_not_found', 'This webhook has no such delivery.');
    const at = timestamp(clock());
    const reopened: Delivery = { ...delivery, status: 'pending', next_try_at: at };
    await beforeCommit(reopened);
    try {
      await store.reopenDelivery(delivery, at);
    } catch (error) {
      // A try was noted in between: decide again on what is there now.
      if (!(error instanceof WriteConflict) || attempt >= CONFLICT_TRIES) throw error;
      continue;
    }
    await queue.send({ account_id: principal.account_id, receiver_id: id, delivery_id: did });
    return reopened;
  }
}
