import type { z } from 'zod';
import type { Principal } from '../accounts/public.ts';
import type { Loopback } from '../egress/address-rules.ts';
import { tombstoneFor } from '../erasure/tombstone.ts';
import { type Clock, timestamp } from '../shared/clock.ts';
import { ServiceError, WriteConflict } from '../shared/errors.ts';
import { newId } from '../shared/ids.ts';
import { type PrepareAnswer, prepareNoAnswer } from '../shared/prepared-answer.ts';
import type { SecretBox } from '../shared/secret-box.ts';
import { checkReceiver } from './check-receiver.ts';
import type { createWebhookContract, webhookAnswer } from './contract.ts';
import type { ResolveHostAddresses, WebhookStore } from './ports.ts';
import { formatSecret, SECRET_BYTES } from './signature.ts';
import { WEBHOOKS_PER_ACCOUNT, type Webhook } from './webhook.ts';

export interface WebhookDeps {
  store: WebhookStore;
  secrets: SecretBox;
  clock: Clock;
  random: (bytes: number) => Uint8Array;
  resolve: ResolveHostAddresses;
  allowLoopback: Loopback;
}

/** A webhook as clients see it. */
export const webhookView = (webhook: Webhook): z.output<typeof webhookAnswer> => ({
  id: webhook.id,
  url: webhook.url,
  events: webhook.events,
  description: webhook.description,
  status: webhook.status,
  disabled_reason: webhook.disabled_reason ?? null,
  last_delivery: webhook.last_delivery ?? null,
  created_at: webhook.created_at,
});

/**
 * Registers a receiver. The secret is returned in the clear only this once; its sealed form is stored.
 * @throws ServiceError `webhook_url_forbidden`, `webhook_limit_reached`
 */
export async function createWebhook(
  deps: WebhookDeps,
  principal: Principal,
  body: z.output<NonNullable<(typeof createWebhookContract)['body']>>,
  prepareAnswer: PrepareAnswer<{ webhook: Webhook; secret: string }> = prepareNoAnswer,
): Promise<{ webhook: Webhook; secret: string }> {
  await checkReceiver(deps, body.url, 'url');
  const now = deps.clock();
  const secret = formatSecret(deps.random(SECRET_BYTES));
  const webhook: Webhook = {
    id: newId('webhook', now),
    account_id: principal.account_id,
    ...body,
    status: 'active',
    secret: await deps.secrets.seal(secret, principal.account_id),
    created_at: timestamp(now),
  };
  const answer = await prepareAnswer({ webhook, secret });
  try {
    await deps.store.insert(webhook, answer);
  } catch (error) {
    if (!(error instanceof WriteConflict)) throw error;
    throw new ServiceError(
      'webhook_limit_reached',
      `An account has at most ${WEBHOOKS_PER_ACCOUNT} webhooks. Delete one that is no longer needed.`,
    );
  }
  return { webhook, secret };
}

const notFound = () =>
  new ServiceError('webhook_not_found', 'There is no such webhook. GET /webhooks lists those of the account.');

/** Finds a webhook of the account. @throws ServiceError `webhook_not_found`, also for another account's webhook. */
export async function findWebhook(
  store: Pick<WebhookStore, 'find'>,
  principal: Principal,
  id: string,
): Promise<Webhook> {
  const webhook = await store.find(principal.account_id, id);
  if (!webhook) throw notFound();
  return webhook;
}

/**
 * Makes a disabled webhook active again; an active one stays active. Pending deliveries go on; those that ended meanwhile
 * can be replayed.
 * @throws ServiceError `webhook_not_found`.
 */
export async function enableWebhook(
  store: Pick<WebhookStore, 'enable' | 'find'>,
  principal: Principal,
  id: string,
  prepareAnswer: PrepareAnswer<Webhook> = prepareNoAnswer,
): Promise<Webhook> {
  const webhook = await findWebhook(store, principal, id);
  const answer = await prepareAnswer({ ...webhook, status: 'active', disabled_reason: undefined });
  try {
    return await store.enable(principal.account_id, id, answer);
  } catch (error) {
    if (!(error instanceof WriteConflict)) throw error;
    throw notFound();
  }
}

/**
 * Removes a webhook. Its tombstone, in the same transaction, has the sweeper remove its deliveries, which nothing shows any
 * more. @throws ServiceError `webhook_not_found`.
 */
export async function deleteWebhook(
  { store, clock }: Pick<WebhookDeps, 'store' | 'clock'>,
  principal: Principal,
  id: string,
): Promise<void> {
  const tombstone = tombstoneFor(principal.account_id, { kind: 'receiver', receiver_id: id }, clock());
  if (!(await store.remove(principal.account_id, id, tombstone))) throw notFound();
}
