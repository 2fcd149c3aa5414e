import type { RenderEventName } from '#features/renders/public.ts';
import { MAX_DELIVERY_ATTEMPTS } from './retry-schedule.ts';

/** The maximum number of webhooks of an account. */
export const WEBHOOKS_PER_ACCOUNT = 20;

/** A registered receiver of events. */
export interface Webhook {
  id: string;
  account_id: string;
  url: string;
  events: RenderEventName[];
  description: string;
  status: 'active' | 'disabled';
  disabled_reason?: string | undefined;
  /** The signing secret, encrypted. */
  secret: string;
  /** The secret before the last rotation, encrypted. Both sign until `until`. */
  previous_secret?: { sealed: string; until: string } | undefined;
  last_delivery?: { status: 'succeeded' | 'failed'; at: string } | undefined;
  /** Time of the first failed attempt since the last success. Absent if the last attempt succeeded, or before the first one. */
  failing_since?: string | undefined;
  /** The number of failed attempts since then, without those of `render.progress` and of tests. */
  failing_tries?: number | undefined;
  /** Number of the version, which every change by a client increases. Absent: 1. */
  version?: number | undefined;
  created_at: string;
}

/** Change of a webhook by a client; absent fields stay. A new address or enabling the webhook resets its failures. */
export interface WebhookChange {
  url?: string | undefined;
  events?: RenderEventName[] | undefined;
  description?: string | undefined;
  status?: 'active';
  /** The new secret, encrypted; only together with the previous one. */
  secret?: string;
  previous_secret?: NonNullable<Webhook['previous_secret']>;
}

/** Version of a webhook, from 1. */
export const webhookVersion = ({ version = 1 }: Pick<Webhook, 'version'>): number => version;

/** Reports whether a change resets the count of failures of a webhook. */
export const doesWebhookChangeResetFailures = ({ url, status }: WebhookChange): boolean =>
  url !== undefined || status !== undefined;

/** A webhook after a change, as its next version. */
export function webhookAfterChange(webhook: Webhook, change: WebhookChange): Webhook {
  const { failing_since, failing_tries, disabled_reason, ...unchangedFields } = webhook;
  const changedFields = Object.fromEntries(Object.entries(change).filter(([, value]) => value !== undefined));
  return {
    ...unchangedFields,
    ...(change.status === undefined ? { disabled_reason } : {}),
    ...(doesWebhookChangeResetFailures(change) ? {} : { failing_since, failing_tries }),
    ...changedFields,
    version: webhookVersion(webhook) + 1,
  };
}

/** A webhook is disabled after this many seconds without a success, if at least FAILED_ATTEMPTS_UNTIL_WEBHOOK_DISABLED attempts failed. */
export const SECONDS_UNTIL_WEBHOOK_DISABLED = 5 * 86_400;
/**
 * The minimum number of failed attempts after which a webhook may be disabled. It equals the attempts of one delivery, so that two short
 * outages with days without events in between do not disable a webhook.
 */
export const FAILED_ATTEMPTS_UNTIL_WEBHOOK_DISABLED = MAX_DELIVERY_ATTEMPTS;

/** After a rotation the old secret also signs for this many seconds. */
export const PREVIOUS_SECRET_VALID_SECONDS = 24 * 3600;
