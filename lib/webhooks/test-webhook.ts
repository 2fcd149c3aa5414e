import type { Principal } from '../accounts/account.ts';
import { type BeforeCommit, unannounced } from '../before-commit.ts';
import { type Clock, timestamp } from '../clock.ts';
import { newId } from '../ids.ts';
import type { RenderEventName } from '../renders/events.ts';
import type { SecretBox } from '../secrets.ts';
import { attempt, signingSecrets } from './attempt.ts';
import { findWebhook } from './manage-webhooks.ts';
import type { DeliveryStore, PostToReceiver, WebhookStore } from './ports.ts';
import type { Delivery, DeliveryTry } from './webhook.ts';

export interface TestTools {
  webhooks: Pick<WebhookStore, 'find'>;
  deliveries: Pick<DeliveryStore, 'insertDelivery'>;
  secrets: SecretBox;
  post: PostToReceiver;
  clock: Clock;
  /** The `data` of an event of this kind: a render that never was. */
  sampleData(event: RenderEventName, accountId: string, at: Date): Promise<{ id: string }>;
}

export interface Tested {
  delivery: Delivery;
  noted: DeliveryTry;
}

/**
 * Posts one event to a receiver while the client waits, whether the receiver wants events of this kind or is disabled.
 * There is one try; what came of it is kept among the receiver's deliveries.
 */
export async function testWebhook(
  tools: TestTools,
  principal: Principal,
  id: string,
  event: RenderEventName,
  beforeCommit: BeforeCommit<Tested> = unannounced,
): Promise<Tested> {
  const webhook = await findWebhook(tools.webhooks, principal, id);
  const now = tools.clock();
  const created_at = timestamp(now);
  const event_id = newId('event', now);
  const data = await tools.sampleData(event, principal.account_id, now);
  const delivery: Delivery & { body: string } = {
    id: newId('delivery', now),
    account_id: principal.account_id,
    receiver_id: id,
    url: webhook.url,
    event,
    event_id,
    render_id: data.id,
    body: JSON.stringify({ event, event_id, created_at, data }),
    status: 'pending',
    tries: [],
    next_try_at: created_at,
    created_at,
  };
  const { noted } = await attempt(tools, delivery, await signingSecrets(tools.secrets, webhook, now));
  await beforeCommit({ delivery, noted });
  await tools.deliveries.insertDelivery({ ...delivery, status: noted.outcome, tries: [noted] });
  return { delivery, noted };
}
