import type { RenderEvent } from '#features/renders/public.ts';
import type { Page, PageRequest } from '#kernel/contract/pagination.ts';
import type { PreparedAnswer } from '#kernel/shared/prepared-answer.ts';
import type { Tombstone } from '#platform/erasure/public.ts';
import type { ListDue } from '#platform/recovery/public.ts';
import type { Delivery, DeliveryAttempt, DeliveryRef } from './delivery.ts';
import type { ReceiverThrottle, Slot, StarvationGuard } from './receiver-throttle.ts';
import type { Webhook, WebhookChange } from './webhook.ts';

export interface DeliveryFilter {
  status?: Delivery['status'] | undefined;
  event?: Delivery['event'] | undefined;
}

export interface WebhookStore {
  /** Counts the account's webhooks in the same transaction. @throws WriteConflict when the account has its maximum. */
  insert(webhook: Webhook, answer?: PreparedAnswer): Promise<void>;
  find(accountId: string, webhookId: string): Promise<Webhook | undefined>;
  /** All webhooks of the account. Strongly consistent. */
  all(accountId: string): Promise<Webhook[]>;
  /** Newest first. */
  list(accountId: string, page: PageRequest): Promise<Page<Webhook>>;
  /** Removes a webhook that clients have not changed since; leaves a tombstone in the same transaction. @throws WriteConflict when they have, or it is gone. */
  remove(seen: Webhook, tombstone: Tombstone): Promise<void>;
  /**
   * Disables an active webhook; changes nothing where it is not active.
   * @param failingSince disables it only while it has been failing since then
   */
  disable(accountId: string, webhookId: string, reason: string, failingSince?: string): Promise<void>;
  /** Changes a webhook that clients have not changed since, as its next version. @throws WriteConflict when they have, or it is gone. */
  change(seen: Webhook, change: WebhookChange, answer?: PreparedAnswer): Promise<Webhook>;
}

/** An item of the outbox that was not dispatched in time. */
export interface UndispatchedEvent {
  /** Its raw key, which may be malformed. */
  key: Readonly<{ PK: string; SK: string }>;
  /** From the key; empty if the key is malformed. */
  account_id: string;
  event_id: string;
  /** @throws Error when the item is no event. */
  event(): RenderEvent;
  /** Its sort key in the index of the sweeper. */
  listed_as: string;
  /** Number of times that the sweeper has already sent it again. */
  redriven: number;
  /** Empty where the item has none. */
  created_at: string;
}

/** Events on their way to deliveries. */
export interface OutboxStore {
  /**
   * Creates the deliveries of an event, stores the body that they share and marks the event as dispatched, in one
   * transaction. @throws WriteConflict when it was dispatched before, or there is no such event.
   */
  dispatch(event: RenderEvent, body: string, deliveries: readonly Delivery[], at: string): Promise<void>;
  /** Events that were not dispatched, by the time of their next sweep. */
  listDue: ListDue<UndispatchedEvent>;
  /**
   * Sets the time of the next sweep of an event; undefined gives the event up.
   * @throws WriteConflict when another sweeper took it
   */
  noteRedriven(entry: UndispatchedEvent, next: string | undefined): Promise<void>;
}

/** State that an attempt reads just before it starts. Strongly consistent. */
export interface DeliveryContext {
  delivery: Delivery | undefined;
  /** Absent: the webhook was removed, or the receiver is a render's `webhook_url`. */
  webhook: Webhook | undefined;
  throttle: ReceiverThrottle;
  /** The bytes to post. Absent: they are no longer kept. */
  body: string | undefined;
}

/** Result of an attempt, for the throttle of its receiver. */
export interface SlotOutcome extends Pick<DeliveryAttempt, 'outcome' | 'at'> {
  timedOut: boolean;
  /** True if the attempt took longer than SLOW_SECONDS. */
  slow: boolean;
  /** A failure counts towards disabling the webhook: the attempt was neither of a progress nor of a test. */
  counts?: boolean | undefined;
  /** The time of the next probe, if this was a timeout. */
  probe_at: string;
}

/** Deliveries. Every change is a conditional write. */
interface DeliveryRecords {
  /** Inserts a delivery that was tried already, with its own body: a test. */
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
   * Failed deliveries of events that were created at `since` or later, oldest first, without those of `render.progress`
   * and of tests. A page may hold fewer than its limit, even none, and still have a next one.
   */
  failedSince(accountId: string, receiverId: string, since: Date, page: PageRequest): Promise<Page<Delivery>>;
  /**
   * Makes a delivery pending again, with the schedule of a new one.
   * @throws WriteConflict when an attempt was recorded, or it was restarted, meanwhile
   */
  restartDelivery(
    delivery: Delivery,
    times: { next_try_at: string; sweep_at: string },
    answer?: PreparedAnswer,
  ): Promise<void>;
  /**
   * Adds an attempt to those that `delivery` has; the oldest may go.
   * @throws WriteConflict when another attempt was recorded first, or it was restarted
   */
  recordAttempt(
    delivery: Delivery,
    done: { attempt: DeliveryAttempt; status: Delivery['status']; next_try_at: string; sweep_at: string },
  ): Promise<void>;
  /** Ends a pending delivery without an attempt. @throws WriteConflict when it changed meanwhile. */
  dropDelivery(delivery: Delivery, reason: string): Promise<void>;
  /** Pending deliveries by the time of their next sweep. */
  listDueDeliveries: ListDue<Delivery>;
  /** Sets the time of the next sweep of a pending delivery. @throws WriteConflict when another sweeper took it. */
  postponeSweep(delivery: Delivery, next: string, redriven: number): Promise<void>;
  /**
   * Defers a pending delivery without an attempt: it then waits for the message of another time.
   * @throws WriteConflict when it was deferred, or tried, meanwhile
   */
  deferDelivery(delivery: Delivery, times: { deferred_until: string; sweep_at: string }): Promise<void>;
}

/** The throttles of receivers. Every change is a conditional write. */
export interface ThrottleStore {
  loadContext(ref: DeliveryRef): Promise<DeliveryContext>;
  /** The throttles of deliveries, in their order. */
  throttles(refs: readonly DeliveryRef[]): Promise<ReceiverThrottle[]>;
  /**
   * @param throttle as it was read
   * @param evenDisabled takes a slot of a disabled webhook too
   * @throws WriteConflict when the slot was taken meanwhile, or the receiver became half-open, disabled or was removed
   */
  takeSlot(
    ref: DeliveryRef,
    throttle: ReceiverThrottle,
    index: number,
    slot: Slot,
    now: Date,
    evenDisabled?: boolean,
  ): Promise<void>;
  /** Sets the starvation guard. @throws WriteConflict when a delivery has it that has waited longer, or there is no throttle. */
  setGuard(ref: DeliveryRef, guard: StarvationGuard, now: Date): Promise<void>;
  /**
   * Releases a slot, and stores the outcome if there is one. Changes nothing when the lease ended and another took it.
   * @returns the webhook; undefined when it was removed, the slot was lost, or the receiver is a render's `webhook_url`
   */
  releaseSlot(ref: DeliveryRef, index: number, slot: Slot, outcome?: SlotOutcome): Promise<Webhook | undefined>;
}

export interface DeliveryStore extends DeliveryRecords, ThrottleStore {}

export interface DeliveryQueue {
  /** @param delaySeconds 0–900: the longest delay of the queue */
  send(ref: DeliveryRef, delaySeconds?: number): Promise<void>;
  /** Sends many messages in few requests. @throws Error when some could not be sent. */
  sendAll(refs: readonly DeliveryRef[]): Promise<void>;
}

export interface PostAnswer {
  status: number;
  retry_after_seconds?: number | undefined;
  /** The beginning of the response: at most 2,048 bytes of UTF-8. */
  excerpt: string;
}

/** Posts to a receiver. Follows no redirect and connects to no refused address. @throws PostFault without a response. */
export type PostToReceiver = (url: string, headers: Record<string, string>, body: string) => Promise<PostAnswer>;

/** There was no response. The message is shown to clients: it names nothing of our network. */
export class PostFault extends Error {
  override name = 'PostFault';
  /** The time for the attempt had passed. */
  readonly isTimeout: boolean;

  constructor(message: string, { isTimeout = false, cause }: { isTimeout?: boolean; cause?: unknown } = {}) {
    super(message, { cause });
    this.isTimeout = isTimeout;
  }
}

/** The present addresses of a host name; none when it has none. */
export type ResolveHostAddresses = (hostname: string) => Promise<string[]>;
