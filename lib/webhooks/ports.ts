import type { Page, PageRequest } from '../contract/pagination.ts';
import type { RenderEvent } from '../renders/public.ts';
import type { PreparedAnswer } from '../shared/prepared-answer.ts';
import type { FirstInLine, Lane, Slot } from './receiver-throttle.ts';
import type { Delivery, DeliveryTry, Webhook } from './webhook.ts';

export interface DeliveryFilter {
  status?: Delivery['status'] | undefined;
  event?: Delivery['event'] | undefined;
}

export interface WebhookStore {
  /** Counts the account's webhooks in the same transaction. @throws WriteConflict when it has as many as it may. */
  insert(webhook: Webhook, answer?: PreparedAnswer): Promise<void>;
  find(accountId: string, webhookId: string): Promise<Webhook | undefined>;
  /** All of the account; strongly consistent. */
  all(accountId: string): Promise<Webhook[]>;
  list(accountId: string, page: PageRequest): Promise<Page<Webhook>>;
  /** Answers whether there was one. */
  remove(accountId: string, webhookId: string): Promise<boolean>;
  /** @param failingSince only while it has been failing since then. */
  disable(accountId: string, webhookId: string, reason: string, failingSince?: string): Promise<void>;
  /** Makes it active, as if nothing had failed. @throws WriteConflict if there is none. */
  enable(accountId: string, webhookId: string, answer?: PreparedAnswer): Promise<Webhook>;
  /** Puts another secret in the place of the one that `webhook` has. @throws WriteConflict if it has another one by now, or is gone. */
  replaceSecret(
    webhook: Webhook,
    secret: string,
    previous: NonNullable<Webhook['previous_secret']>,
    answer?: PreparedAnswer,
  ): Promise<void>;
}

/** An item of the outbox that nobody has dispatched in time. */
export interface UndispatchedEvent {
  /** Where it is in the table, however that is spelled. */
  key: Readonly<{ PK: string; SK: string }>;
  /** As its place in the table says; empty where that says nothing. */
  account_id: string;
  event_id: string;
  /** @throws Error when it is no event. */
  event(): RenderEvent;
  /** What it is listed under for the sweeper. */
  listed_as: string;
  /** How often the sweeper did so already. */
  redriven: number;
  /** Empty where the item has none. */
  created_at: string;
}

/** Events on their way to deliveries. */
export interface OutboxStore {
  /**
   * Makes the deliveries of an event, keeps the body that they share, and notes the event as dispatched: all in one
   * transaction, once. @throws WriteConflict if it was dispatched before, or there is no such event.
   */
  dispatch(event: RenderEvent, body: string, deliveries: readonly Delivery[], at: string): Promise<void>;
  /** Events that are to be swept by `now`, at most about `limit`. */
  undispatched(now: string, limit: number): Promise<UndispatchedEvent[]>;
  /** Puts the next sweep of an event off; with none, it is given up. @throws WriteConflict if somebody else saw to it. */
  noteRedriven(entry: UndispatchedEvent, next: string | undefined): Promise<void>;
}

/** What a try needs to know just before it begins. Strongly consistent. */
export interface Outlook {
  delivery: Delivery | undefined;
  /** The webhook; absent: it was removed, or the receiver is none. */
  webhook: Webhook | undefined;
  lane: Lane;
  /** The bytes to post; absent: they are no longer kept. */
  body: string | undefined;
}

/** What came of a try, for its receiver. */
export interface LaneOutcome extends Pick<DeliveryTry, 'outcome' | 'at'> {
  timedOut: boolean;
  /** It kept a worker waiting. */
  slow: boolean;
  /** A failure counts towards the disabling of the webhook: it was neither a progress nor a test. */
  counts?: boolean | undefined;
  /** After a timeout: not to be probed before then, if it is to be probed. */
  probe_at: string;
}

/** Deliveries, and what is under way to their receivers. Every change is a conditional write. */
export interface DeliveryStore {
  /** One that is posted at once, with its body: a test. */
  insertDelivery(delivery: Delivery, answer?: PreparedAnswer): Promise<void>;
  findDelivery(accountId: string, receiverId: string, deliveryId: string): Promise<Delivery | undefined>;
  findDeliveries(refs: readonly DeliveryRef[]): Promise<Delivery[]>;
  /** Newest first. */
  listDeliveries(
    accountId: string,
    receiverId: string,
    filter: DeliveryFilter,
    page: PageRequest,
  ): Promise<Page<Delivery>>;
  /**
   * Failed deliveries of events that were made at `since` or later, the oldest first; without those of `render.progress`,
   * which is stale by now, and without tests. A page may hold fewer than its limit, even none, and still have a next one.
   */
  failedSince(accountId: string, receiverId: string, since: Date, page: PageRequest): Promise<Page<Delivery>>;
  /**
   * Makes a delivery pending again, with all the tries that a new one has.
   * @throws WriteConflict if a try was noted, or it was reopened, meanwhile.
   */
  reopenDelivery(
    delivery: Delivery,
    times: { next_try_at: string; sweep_at: string },
    answer?: PreparedAnswer,
  ): Promise<void>;
  /**
   * Adds a try to those that `delivery` has, of which the oldest may go.
   * @throws WriteConflict if another one was noted first, or it was reopened.
   */
  recordTry(
    delivery: Delivery,
    done: { attempt: DeliveryTry; status: Delivery['status']; next_try_at: string; sweep_at: string },
  ): Promise<void>;
  /** Ends a pending delivery without a try. @throws WriteConflict if it is not as it was. */
  dropDelivery(delivery: Delivery, reason: string): Promise<void>;

  /** Pending deliveries that are to be swept by `now`, at most about `limit`. */
  lapsedDeliveries(now: string, limit: number): Promise<Delivery[]>;
  /** Puts the next sweep of a pending delivery off. @throws WriteConflict if somebody else saw to it. */
  postponeSweep(delivery: Delivery, next: string, redriven: number): Promise<void>;
  /**
   * Puts a pending delivery off without a try: from then on it waits for the message of another turn.
   * @throws WriteConflict if somebody else saw to it.
   */
  putOff(delivery: Delivery, times: { put_off_until: string; sweep_at: string }): Promise<void>;

  outlook(ref: DeliveryRef): Promise<Outlook>;
  /** The lanes of deliveries, in their order. */
  lanes(refs: readonly DeliveryRef[]): Promise<Lane[]>;
  /**
   * @param evenDisabled a slot of a webhook also while that is disabled
   * @throws WriteConflict if the slot is taken by now, or the lane is another one (probed, disabled, removed).
   */
  takeSlot(ref: DeliveryRef, lane: Lane, index: number, slot: Slot, now: Date, evenDisabled?: boolean): Promise<void>;
  /** Notes who is to get the next place. @throws WriteConflict if another one is, who has waited longer; or there is no such lane. */
  noteFirst(ref: DeliveryRef, first: FirstInLine, now: Date): Promise<void>;
  /** Gives a slot back; with an outcome that is noted. Gives back the webhook, unless it was removed or there is none. */
  leaveSlot(ref: DeliveryRef, index: number, slot: Slot, outcome?: LaneOutcome): Promise<Webhook | undefined>;
}

/** Where a delivery is, and what belongs to it: all that a try needs is found by it in one read. */
export interface DeliveryRef {
  account_id: string;
  receiver_id: string;
  delivery_id: string;
  /** The event, which keeps the body. */
  render_id: string;
  event_id: string;
  /** The lane of a receiver that is no webhook. */
  lane?: string | undefined;
  /** The time that the message was sent for: it counts only as long as the delivery waits for that very one. */
  turn: string;
  /** It goes by the queue for slow receivers. */
  slow?: boolean | undefined;
}

export interface DeliveryQueue {
  /** @param delaySeconds 0–900, what the queue can hold a message back. */
  send(ref: DeliveryRef, delaySeconds?: number): Promise<void>;
  /** Sends many in few requests. @throws Error when not all could be sent. */
  sendAll(refs: readonly DeliveryRef[]): Promise<void>;
}

export interface PostAnswer {
  status: number;
  retry_after_seconds?: number | undefined;
  /** The beginning of the answer: at most 2,048 bytes of UTF-8. */
  excerpt: string;
}

/** Posts to a receiver. Follows no redirect and connects to no refused address. @throws PostFault without an answer. */
export type PostToReceiver = (url: string, headers: Record<string, string>, body: string) => Promise<PostAnswer>;

export class PostFault extends Error {
  override name = 'PostFault';
  /** The time of the try was over. */
  readonly isTimeout: boolean;

  constructor(message: string, { isTimeout = false, cause }: { isTimeout?: boolean; cause?: unknown } = {}) {
    super(message, { cause });
    this.isTimeout = isTimeout;
  }
}

/** The addresses that a host name has now; none when it has none. */
export type Resolve = (hostname: string) => Promise<string[]>;
