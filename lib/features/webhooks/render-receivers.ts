import { forEachConcurrent } from '#kernel/shared/concurrency.ts';
import { checkReceiverUrl } from './check-receiver-url.ts';
import type { WebhookDeps } from './manage-webhooks.ts';
import { formatWebhookSecret, WEBHOOK_SECRET_BYTES } from './signature.ts';

/** An address that a client sent for the events of a render. */
export interface RequestedReceiver {
  url: string;
  /** Path of the address in the request: `rows[3].webhook_url`. */
  param: string;
}

/** The secrets of receivers that were prepared. */
export interface RenderReceiverSecrets {
  /** The new secret in the clear; undefined when every address is that of a webhook. */
  secret: string | undefined;
  /** The encrypted secrets, by address. */
  sealed: ReadonlyMap<string, string>;
}

/** Number of addresses that are checked at the same time. */
const CONCURRENT_CHECKS = 16;

/**
 * Prepares the `webhook_url` of renders: checks the addresses, and makes one new secret for those that are not the address of an active
 * webhook of the account. An address of an active webhook uses the secret of the webhook. Disabled webhooks are ignored.
 * @throws ServiceError `webhook_url_forbidden`, with the first refused address as `param`
 */
export async function prepareRenderReceiverSecrets(
  deps: WebhookDeps,
  accountId: string,
  requestedReceivers: readonly RequestedReceiver[],
): Promise<RenderReceiverSecrets> {
  const paramByUrl = new Map<string, string>();
  for (const { url, param } of requestedReceivers) if (!paramByUrl.has(url)) paramByUrl.set(url, param);
  if (paramByUrl.size === 0) return { secret: undefined, sealed: new Map() };
  await forEachConcurrent(paramByUrl, CONCURRENT_CHECKS, ([url, param]) => checkReceiverUrl(deps, url, param));
  const secretByWebhookUrl = new Map(
    (await deps.store.all(accountId)).flatMap(({ status, url, secret }) =>
      status === 'active' ? [[url, secret]] : [],
    ),
  );
  const needsNewSecret = [...paramByUrl.keys()].some((url) => !secretByWebhookUrl.has(url));
  const secret = needsNewSecret ? formatWebhookSecret(deps.random(WEBHOOK_SECRET_BYTES)) : undefined;
  const sealedNewSecret = secret === undefined ? '' : await deps.secrets.seal(secret, accountId);
  return {
    secret,
    sealed: new Map([...paramByUrl.keys()].map((url) => [url, secretByWebhookUrl.get(url) ?? sealedNewSecret])),
  };
}

/**
 * Prepares the `webhook_url` of one render.
 * @returns the encrypted secret that signs events of the render while no active webhook has this URL. It is a copy of the secret of the
 * webhook that has the URL now; else a new secret, which is also returned in the clear
 * @throws ServiceError `webhook_url_forbidden` with the `param` `webhook_url`
 */
export async function prepareRenderReceiverSecret(
  deps: WebhookDeps,
  accountId: string,
  url: string,
): Promise<{ secret: string | undefined; sealed: string }> {
  const { secret, sealed } = await prepareRenderReceiverSecrets(deps, accountId, [{ url, param: 'webhook_url' }]);
  return { secret, sealed: sealed.get(url) ?? '' };
}
