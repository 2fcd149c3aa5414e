import type { z } from 'zod';
import type { Principal } from '#features/accounts/public.ts';
import { entityTagOfVersion } from '#kernel/contract/entity-tag-text.ts';
import { type Clock, formatUtcTimestamp } from '#kernel/shared/clock.ts';
import { ServiceError, WriteConflictError } from '#kernel/shared/errors.ts';
import { hasSameJsonContent } from '#kernel/shared/has-same-json-content.ts';
import { newId } from '#kernel/shared/ids.ts';
import { checkPrecondition, type ExpectedResourceState, type Precondition } from '#kernel/shared/precondition.ts';
import {
  type PreparedIdempotentAnswer,
  type PrepareIdempotentAnswer,
  prepareNoIdempotentAnswer,
} from '#kernel/shared/prepared-idempotent-answer.ts';
import { retryOnConflict } from '#kernel/shared/retry-on-conflict.ts';
import type { SecretBox } from '#kernel/shared/secret-box.ts';
import type { LoopbackPermission } from '#platform/egress/public.ts';
import { createRemovalTombstone } from '#platform/erasure/public.ts';
import { checkReceiverUrl } from './check-receiver-url.ts';
import type { createWebhookContract, updateWebhookContract, webhookAnswerSchema } from './contract.ts';
import type { ResolveHostAddresses, WebhookStore } from './ports.ts';
import { formatWebhookSecret, WEBHOOK_SECRET_BYTES } from './signature.ts';
import {
  WEBHOOKS_PER_ACCOUNT,
  type Webhook,
  type WebhookChange,
  webhookAfterChange,
  webhookVersion,
} from './webhook.ts';

/** Attempts of a change in which the client sends no version. */
const CONFLICT_ATTEMPTS = 8;

/** Dependencies of managing webhooks. */
export interface WebhookDeps {
  store: WebhookStore;
  secrets: SecretBox;
  clock: Clock;
  /** Returns as many random bytes as the argument says. */
  random: (bytes: number) => Uint8Array;
  resolve: ResolveHostAddresses;
  allowLoopback: LoopbackPermission;
}

/** A webhook in the form of answers. */
export const toWebhookAnswer = (webhook: Webhook): z.output<typeof webhookAnswerSchema> => ({
  id: webhook.id,
  url: webhook.url,
  events: webhook.events,
  description: webhook.description,
  status: webhook.status,
  disabled_reason: webhook.disabled_reason ?? null,
  last_delivery: webhook.last_delivery ?? null,
  version: webhookVersion(webhook),
  created_at: webhook.created_at,
});

/**
 * Registers a webhook. Its secret is returned in the clear only here; the encrypted secret is stored.
 * @throws ServiceError `webhook_url_forbidden`, `webhook_limit_reached`
 */
export async function createWebhook(
  deps: WebhookDeps,
  principal: Principal,
  body: z.output<NonNullable<(typeof createWebhookContract)['body']>>,
  prepareAnswer: PrepareIdempotentAnswer<{ webhook: Webhook; secret: string }> = prepareNoIdempotentAnswer,
): Promise<{ webhook: Webhook; secret: string }> {
  await checkReceiverUrl(deps, body.url, 'url');
  const now = deps.clock();
  const secret = formatWebhookSecret(deps.random(WEBHOOK_SECRET_BYTES));
  const webhook: Webhook = {
    id: newId('webhook', now),
    account_id: principal.account_id,
    ...body,
    status: 'active',
    secret: await deps.secrets.seal(secret, principal.account_id),
    created_at: formatUtcTimestamp(now),
  };
  const answer = await prepareAnswer({ webhook, secret });
  try {
    await deps.store.insert(webhook, answer);
  } catch (error) {
    if (!(error instanceof WriteConflictError)) throw error;
    throw new ServiceError(
      'webhook_limit_reached',
      `An account has at most ${WEBHOOKS_PER_ACCOUNT} webhooks. Delete one that is no longer needed.`,
    );
  }
  return { webhook, secret };
}

const webhookNotFoundError = () =>
  new ServiceError('webhook_not_found', 'There is no such webhook. GET /webhooks lists those of the account.');

/** Finds a webhook of the account. @throws ServiceError `webhook_not_found`, also for another account's webhook. */
export async function requireWebhook(
  store: Pick<WebhookStore, 'find'>,
  principal: Principal,
  id: string,
): Promise<Webhook> {
  const webhook = await store.find(principal.account_id, id);
  if (!webhook) throw webhookNotFoundError();
  return webhook;
}

/** The error for a webhook that was changed meanwhile. @param version the version that the client sent; absent: none */
const versionConflictError = (version: number | undefined) =>
  new ServiceError(
    'version_conflict',
    'The webhook has changed meanwhile; read it again.',
    version === undefined ? {} : { param: 'version' },
  );

/** Reads a webhook and writes on condition that no client has changed it since; repeats both after a conflict. */
const writeUnchangedWebhook = <Result>(
  store: Pick<WebhookStore, 'find'>,
  principal: Principal,
  id: string,
  { version, precondition = {} }: ExpectedResourceState,
  write: (webhook: Webhook) => Promise<Result>,
): Promise<Result> =>
  retryOnConflict(
    { attempts: version === undefined ? CONFLICT_ATTEMPTS : 1, exhausted: () => versionConflictError(version) },
    async () => {
      const webhook = await requireWebhook(store, principal, id);
      if (version !== undefined && webhookVersion(webhook) !== version) throw versionConflictError(version);
      checkPrecondition(precondition, [entityTagOfVersion({ version: webhookVersion(webhook) })]);
      return write(webhook);
    },
  );

/**
 * Reads a webhook and applies the change that `decide` returns, as its next version, in one conditional write. `decide` may run several
 * times. If it returns undefined, nothing is written.
 * @throws ServiceError `webhook_not_found`, `version_conflict`, `precondition_failed`
 */
export const changeWebhook = (
  store: Pick<WebhookStore, 'change' | 'find'>,
  principal: Principal,
  id: string,
  expected: ExpectedResourceState,
  decide: (webhook: Webhook) => Promise<WebhookChange> | WebhookChange | undefined,
  prepareAnswer: (after: Webhook) => Promise<PreparedIdempotentAnswer | undefined> = prepareNoIdempotentAnswer,
): Promise<Webhook> =>
  writeUnchangedWebhook(store, principal, id, expected, async (webhook) => {
    const change = await decide(webhook);
    if (change === undefined) return webhook;
    const answer = await prepareAnswer(webhookAfterChange(webhook, change));
    return store.change(webhook, change, answer);
  });

/**
 * Changes address, events and description of a webhook; its secret and its deliveries stay. Pending deliveries are sent to the new
 * address. A disabled webhook stays disabled.
 * @throws ServiceError `webhook_not_found`, `webhook_url_forbidden`, `version_conflict`, `precondition_failed`
 */
export async function updateWebhook(
  deps: Pick<WebhookDeps, 'store' | 'resolve' | 'allowLoopback'>,
  principal: Principal,
  id: string,
  { version, ...change }: z.output<NonNullable<(typeof updateWebhookContract)['body']>>,
  precondition: Precondition = {},
): Promise<Webhook> {
  if (change.url !== undefined) await checkReceiverUrl(deps, change.url, 'url');
  return changeWebhook(deps.store, principal, id, { version, precondition }, (webhook) =>
    hasSameJsonContent(webhook, { ...webhook, ...change })
      ? undefined
      : // A sent `url` resets the count of failures, so one that is not new is left out.
        { ...change, url: change.url === webhook.url ? undefined : change.url },
  );
}

/**
 * Makes a disabled webhook active again; an active one stays active. Pending deliveries continue; those that were dropped meanwhile can
 * be replayed.
 * @throws ServiceError `webhook_not_found`, `version_conflict`, `precondition_failed`
 */
export const enableWebhook = (
  store: Pick<WebhookStore, 'change' | 'find'>,
  principal: Principal,
  id: string,
  prepareAnswer: PrepareIdempotentAnswer<Webhook> = prepareNoIdempotentAnswer,
  precondition: Precondition = {},
): Promise<Webhook> =>
  changeWebhook(store, principal, id, { precondition }, () => ({ status: 'active' as const }), prepareAnswer);

/**
 * Removes a webhook and writes a tombstone in the same transaction; because of it, the sweeper removes the deliveries later.
 * @throws ServiceError `webhook_not_found`, `version_conflict`, `precondition_failed`
 */
export const deleteWebhook = (
  { store, clock }: Pick<WebhookDeps, 'store' | 'clock'>,
  principal: Principal,
  id: string,
  precondition: Precondition = {},
): Promise<void> =>
  writeUnchangedWebhook(store, principal, id, { precondition }, (webhook) =>
    store.remove(webhook, createRemovalTombstone(principal.account_id, { kind: 'receiver', receiver_id: id }, clock())),
  );
