import type { Principal } from '../accounts/public.ts';
import { plusSeconds, timestamp } from '../shared/clock.ts';
import { type PrepareAnswer, prepareNoAnswer } from '../shared/prepared-answer.ts';
import { retryOnConflict } from '../shared/retry-on-conflict.ts';
import { findWebhook, type WebhookDeps } from './manage-webhooks.ts';
import { formatSecret, SECRET_BYTES } from './signature.ts';
import { ROTATION_SECONDS, type Webhook } from './webhook.ts';

export interface RotatedSecret {
  webhook: Webhook;
  /** The new secret, in the clear. */
  secret: string;
  /** Until when the old one signs too. */
  until: string;
}

const CONFLICT_ATTEMPTS = 5;

/**
 * Gives a webhook a new secret, shown in the clear only this once. The one before it signs too for a day; an even older
 * one stops signing.
 * @throws ServiceError `webhook_not_found`
 */
export function rotateSecret(
  deps: WebhookDeps,
  principal: Principal,
  id: string,
  prepareAnswer: PrepareAnswer<RotatedSecret> = prepareNoAnswer,
): Promise<RotatedSecret> {
  // A conflict means that another request rotated the secret in between, or removed the webhook.
  return retryOnConflict({ attempts: CONFLICT_ATTEMPTS }, async () => {
    const webhook = await findWebhook(deps.store, principal, id);
    const secret = formatSecret(deps.random(SECRET_BYTES));
    const until = timestamp(plusSeconds(deps.clock(), ROTATION_SECONDS));
    const sealed = await deps.secrets.seal(secret, principal.account_id);
    const answer = await prepareAnswer({ webhook, secret, until });
    await deps.store.replaceSecret(webhook, sealed, { sealed: webhook.secret, until }, answer);
    return { webhook, secret, until };
  });
}
