import { forEachConcurrent } from '#kernel/shared/concurrency.ts';
import { checkReceiver } from './check-receiver.ts';
import type { WebhookDeps } from './manage-webhooks.ts';
import { formatSecret, SECRET_BYTES } from './signature.ts';

/** An address that a client named for the events of a render, and where in its request. */
export interface NamedReceiver {
  url: string;
  /** Place of the address in the request: `rows[3].webhook_url`. */
  param: string;
}

/** The sealed secrets of receivers by their addresses. */
export interface PreparedReceivers {
  /** The new secret in the clear; undefined when every address has that of a webhook. */
  secret: string | undefined;
  sealed: ReadonlyMap<string, string>;
}

/** Names of hosts that are looked up at a time. */
const MAX_LOOKUPS = 16;

/**
 * Prepares the `webhook_url` of renders: checks the addresses, and makes one secret for those that are not the address of an
 * active webhook of the account. For that of a webhook, the secret of the webhook signs. A disabled webhook gets nothing and
 * replaces no address.
 * @throws ServiceError `webhook_url_forbidden`, pointing at the first address that was refused
 */
export async function prepareRenderReceivers(
  deps: WebhookDeps,
  accountId: string,
  named: readonly NamedReceiver[],
): Promise<PreparedReceivers> {
  const params = new Map<string, string>();
  for (const { url, param } of named) if (!params.has(url)) params.set(url, param);
  if (params.size === 0) return { secret: undefined, sealed: new Map() };
  await forEachConcurrent(params, MAX_LOOKUPS, ([url, param]) => checkReceiver(deps, url, param));
  const registered = new Map(
    (await deps.store.all(accountId)).flatMap(({ status, url, secret }) =>
      status === 'active' ? [[url, secret]] : [],
    ),
  );
  const isNew = [...params.keys()].some((url) => !registered.has(url));
  const secret = isNew ? formatSecret(deps.random(SECRET_BYTES)) : undefined;
  const own = secret === undefined ? '' : await deps.secrets.seal(secret, accountId);
  return { secret, sealed: new Map([...params.keys()].map((url) => [url, registered.get(url) ?? own])) };
}

/**
 * Prepares the `webhook_url` of one render.
 * @returns the sealed secret for the render's events if no active webhook has this URL when the render ends: a new one
 * (also in the clear), or a copy of the webhook's
 * @throws ServiceError `webhook_url_forbidden`, pointing at `webhook_url`
 */
export async function prepareRenderReceiver(
  deps: WebhookDeps,
  accountId: string,
  url: string,
): Promise<{ secret: string | undefined; sealed: string }> {
  const { secret, sealed } = await prepareRenderReceivers(deps, accountId, [{ url, param: 'webhook_url' }]);
  return { secret, sealed: sealed.get(url) ?? '' };
}
