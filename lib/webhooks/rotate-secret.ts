import type { Principal } from '../accounts/public.ts';
import { plusSeconds, timestamp } from '../shared/clock.ts';
import { WriteConflict } from '../shared/errors.ts';
import { noAnswer, type PrepareAnswer } from '../shared/prepared-answer.ts';
import { findWebhook, type WebhookDeps } from './manage-webhooks.ts';
import { formatSecret, SECRET_BYTES } from './signature.ts';
import { ROTATION_SECONDS, type Webhook } from './webhook.ts';

export interface Rotated {
  webhook: Webhook;
  /** The new secret, in the clear. */
  secret: string;
  /** How long the old one signs along. */
  until: string;
}

const CONFLICT_TRIES = 5;

/**
 * Gives a webhook a new secret, in the clear this once. For a day the one before it signs along; an even older one that
 * still did no longer does.
 */
export async function rotateSecret(
  deps: WebhookDeps,
  principal: Principal,
  id: string,
  prepareAnswer: PrepareAnswer<Rotated> = noAnswer,
): Promise<Rotated> {
  for (let attempt = 1; ; attempt++) {
    const webhook = await findWebhook(deps.store, principal, id);
    const secret = formatSecret(deps.random(SECRET_BYTES));
    const until = timestamp(plusSeconds(deps.clock(), ROTATION_SECONDS));
    const sealed = await deps.secrets.seal(secret, principal.account_id);
    const answer = await prepareAnswer({ webhook, secret, until });
    try {
      await deps.store.replaceSecret(webhook, sealed, { sealed: webhook.secret, until }, answer);
      return { webhook, secret, until };
    } catch (error) {
      // Rotated by somebody else in between, or gone.
      if (!(error instanceof WriteConflict) || attempt >= CONFLICT_TRIES) throw error;
    }
  }
}
