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
  /** The one before it, sealed: until then both sign. */
  previous_secret?: { sealed: string; until: string } | undefined;
  last_delivery?: { status: 'succeeded' | 'failed'; at: string } | undefined;
  /** When the first try failed since the last one that succeeded; absent: the last one succeeded, or there was none. */
  failing_since?: string | undefined;
  /** How many failed since then; as there, tries of `render.progress` and of tests do not count. */
  failing_tries?: number | undefined;
  created_at: string;
}

/** A webhook to which every try failed for so long, in seconds, is disabled, if there were at least so many tries. */
export const FAILING_SECONDS = 5 * 86_400;
/** As many as a delivery has: a receiver that gets little is not disabled for two blips with days of silence in between. */
export const FAILING_TRIES = 10;

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
  /** The render that the event is about; of a test a render that never was. */
  render_id: string;
  /** Of `render.progress`: how far the render was, in percent. */
  progress?: number | undefined;
  /** The exact bytes that are posted and signed, the same at every try; absent: the event keeps them for all its receivers. */
  body?: string | undefined;
  status: (typeof DELIVERY_STATUSES)[number];
  /** The last KEPT_TRIES of them, the oldest first. */
  tries: DeliveryTry[];
  /** How many there were in all; absent: those in `tries`. */
  tries_made?: number | undefined;
  /** How many of those were made before it was last sent again by hand, when the schedule of its tries began anew. */
  tries_before?: number | undefined;
  next_try_at: string;
  /** While its receiver has no place for it, or its message came early: when it looks again. */
  put_off_until?: string | undefined;
  /** While it is pending: from then on the sweeper sees to it, whatever became of its message. */
  sweep_at?: string | undefined;
  /** How often the sweeper sent a message for it since the last try. */
  redriven?: number | undefined;
  /** Why it ended although no try of it was the last. */
  dropped?: string | undefined;
  created_at: string;
}

/** With 2 KB of each answer a delivery stays far under the 400 KB of an item, however often it is sent again. */
export const KEPT_TRIES = 20;

export const triesMade = ({ tries, tries_made }: Pick<Delivery, 'tries' | 'tries_made'>): number =>
  tries_made ?? tries.length;

export interface DeliveryTry {
  at: string;
  outcome: 'succeeded' | 'failed';
  response_status?: number | undefined;
  duration_ms: number;
  /** Why there was no answer, in words that name nothing of our own network. */
  fault?: string | undefined;
  /** The beginning of the answer: at most 2,048 bytes of UTF-8. */
  response_excerpt?: string | undefined;
}
