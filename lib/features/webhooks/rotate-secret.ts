import type { Principal } from '#features/accounts/public.ts';
import { addSeconds, formatUtcTimestamp } from '#kernel/shared/clock.ts';
import type { Precondition } from '#kernel/shared/precondition.ts';
import { type PrepareIdempotentAnswer, prepareNoIdempotentAnswer } from '#kernel/shared/prepared-idempotent-answer.ts';
import { changeWebhook, type WebhookDeps } from './manage-webhooks.ts';
import { formatWebhookSecret, WEBHOOK_SECRET_BYTES } from './signature.ts';
import { PREVIOUS_SECRET_VALID_SECONDS, type Webhook } from './webhook.ts';

/** Result of a rotation. */
export interface RotatedSecret {
  webhook: Webhook;
  /** The new secret, in the clear. */
  secret: string;
  /** Time until which the old secret also signs. */
  until: string;
}

/**
 * Gives a webhook a new secret, which is returned in the clear only here. The previous secret also signs for a day; an older one stops
 * signing at once.
 * @throws ServiceError `webhook_not_found`, `version_conflict`, `precondition_failed`
 */
export async function rotateWebhookSecret(
  deps: WebhookDeps,
  principal: Principal,
  id: string,
  prepareAnswer: PrepareIdempotentAnswer<RotatedSecret> = prepareNoIdempotentAnswer,
  precondition: Precondition = {},
): Promise<RotatedSecret> {
  const newSecret = { secret: '', until: '' };
  const webhook = await changeWebhook(
    deps.store,
    principal,
    id,
    { precondition },
    async ({ secret: sealed }) => {
      newSecret.secret = formatWebhookSecret(deps.random(WEBHOOK_SECRET_BYTES));
      newSecret.until = formatUtcTimestamp(addSeconds(deps.clock(), PREVIOUS_SECRET_VALID_SECONDS));
      return {
        secret: await deps.secrets.seal(newSecret.secret, principal.account_id),
        previous_secret: { sealed, until: newSecret.until },
      };
    },
    (after) => prepareAnswer({ webhook: after, ...newSecret }),
  );
  return { webhook, ...newSecret };
}
