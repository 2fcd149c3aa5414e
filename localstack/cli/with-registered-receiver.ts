import { RENDER_EVENTS } from '#features/renders/events.ts';
import { ApiError } from '#front/client/api-error.ts';
import type { CliApiClient } from './cli-api-client.ts';
import { type LocalWebhookReceiver, startWebhookReceiver } from './local-webhook-receiver.ts';

const LOOPBACK_HOST = /^(?:localhost|127(?:\.\d+){3}|\[::1\])$/;

/**
 * Calls `use` with a receiver that is registered for all events, if the service runs on this machine and can therefore reach it, and
 * deletes the webhook afterwards. Otherwise `use` gets undefined, and must poll.
 * @throws ApiError if the registration fails for another reason than a forbidden address or the limit of webhooks; the errors of `use`
 */
export async function withRegisteredReceiver<Result>(
  client: Pick<CliApiClient, 'createWebhook' | 'deleteWebhook'>,
  baseUrl: string,
  use: (receiver: LocalWebhookReceiver | undefined) => Promise<Result>,
): Promise<Result> {
  if (!LOOPBACK_HOST.test(new URL(baseUrl).hostname)) return use(undefined);
  await using receiver = await startWebhookReceiver();
  const webhookId = await registerReceiver(client, receiver);
  if (webhookId === undefined) return use(undefined);
  try {
    return await use(receiver);
  } finally {
    // An error is ignored: a webhook that remains must not hide the result of the render.
    await client.deleteWebhook(webhookId).catch(() => undefined);
  }
}

/** Registers the receiver. @returns the id of its webhook; undefined if the service allows no receivers on this machine, or no more webhooks */
async function registerReceiver(
  client: Pick<CliApiClient, 'createWebhook'>,
  receiver: LocalWebhookReceiver,
): Promise<string | undefined> {
  try {
    const webhook = await client.createWebhook({
      url: receiver.url,
      events: [...RENDER_EVENTS],
      description: 'npm run render',
    });
    receiver.trust(webhook.signing_secret);
    return webhook.id;
  } catch (error) {
    const toleratedCodes = ['webhook_url_forbidden', 'webhook_limit_reached'];
    if (error instanceof ApiError && toleratedCodes.includes(error.code)) return undefined;
    throw error;
  }
}
