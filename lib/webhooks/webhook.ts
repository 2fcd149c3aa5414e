import type { RenderEventName } from '../renders/public.ts';

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
  /** The signing secret, sealed. */
  secret: string;
  /** The secret before the last rotation, sealed. Both sign until `until`. */
  previous_secret?: { sealed: string; until: string } | undefined;
  last_delivery?: { status: 'succeeded' | 'failed'; at: string } | undefined;
  /** When the first try failed since the last success. Absent: the last try succeeded, or there was none. */
  failing_since?: string | undefined;
  /** The number of failed tries since then, without those of `render.progress` and of tests. */
  failing_tries?: number | undefined;
  created_at: string;
}

/** A webhook is disabled after FAILING_SECONDS without a success, if at least FAILING_TRIES tries failed. */
export const FAILING_SECONDS = 5 * 86_400;
/** The tries of one delivery: two short outages with days of silence in between do not disable a webhook. */
export const FAILING_TRIES = 10;

/** After a rotation the old secret signs beside the new one for this many seconds. */
export const ROTATION_SECONDS = 24 * 3600;
