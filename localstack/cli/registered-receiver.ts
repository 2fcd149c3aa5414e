import { ApiError } from '#front/client/api-error.ts';
import type { ApiClient } from './api-client.ts';
import { startWebhookReceiver, type WebhookReceiver } from './webhook-receiver.ts';

const LOOPBACK = /^(?:localhost|127(?:\.\d+){3}|\[::1\])$/;

/**
 * Lets `use` work with a receiver that is registered for all events, where the service can reach one of this machine,
 * and removes the registration afterwards; elsewhere `use` gets none and polls.
 */
export async function withReceiver<Result>(
  client: Pick<ApiClient, 'createWebhook' | 'deleteWebhook'>,
  baseUrl: string,
  use: (receiver: WebhookReceiver | undefined) => Promise<Result>,
): Promise<Result> {
  if (!LOOPBACK.test(new URL(baseUrl).hostname)) return use(undefined);
  await using receiver = await startWebhookReceiver();
  const webhookId = await register(client, receiver);
  if (webhookId === undefined) return use(undefined);
  try {
    return await use(receiver);
  } finally {
    // Best effort: a registration that stays must not hide the result of the render.
    await client.deleteWebhook(webhookId).catch(() => undefined);
  }
}

/** The id of the new webhook; undefined where the service allows no receivers of this machine, or no more of them. */
async function register(
  client: Pick<ApiClient, 'createWebhook'>,
  receiver: WebhookReceiver,
): Promise<string | undefined> {
  try {
    const webhook = await client.createWebhook({
      url: receiver.url,
      events: ['render.progress', 'render.completed', 'render.failed'],
      description: 'npm run render',
    });
    receiver.trust(webhook.signing_secret);
    return webhook.id;
  } catch (error) {
    const refused = ['webhook_url_forbidden', 'webhook_limit_reached'];
    if (error instanceof ApiError && refused.includes(error.code)) return undefined;
    throw error;
  }
}
