import type { RenderEventName } from '../renders/events.ts';

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
  /** The one before it, sealed: until then both sign. */
  previous_secret?: { sealed: string; until: string } | undefined;
  last_delivery?: { status: 'succeeded' | 'failed'; at: string } | undefined;
  created_at: string;
}

/** After a rotation the old secret goes on signing, beside the new one, for so long, in seconds. */
export const ROTATION_SECONDS = 24 * 3600;

export const DELIVERY_STATUSES = ['pending', 'succeeded', 'failed'] as const;

/** One event on its way to one receiver. */
export interface Delivery {
  id: string;
  account_id: string;
  /** A webhook's id, or the render's id where the receiver is the render's own `webhook_url`. */
  receiver_id: string;
  url: string;
  /** Sealed secret of a receiver that is not registered; a registered one keeps its own. */
  secret?: string | undefined;
  event: RenderEventName;
  event_id: string;
  /** The exact bytes that are posted and signed, the same at every try. */
  body: string;
  status: (typeof DELIVERY_STATUSES)[number];
  tries: DeliveryTry[];
  next_try_at: string;
  created_at: string;
}

export interface DeliveryTry {
  at: string;
  outcome: 'succeeded' | 'failed';
  response_status?: number | undefined;
  duration_ms: number;
  /** Why there was no answer, in words that name nothing of our own network. */
  fault?: string | undefined;
  /** The first bytes of the answer. */
  response_excerpt?: string | undefined;
}
