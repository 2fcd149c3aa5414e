import type { RenderEvent } from '#features/renders/public.ts';
import type { RepositoryPage, RepositoryPageRequest } from '#kernel/contract/pagination.ts';
import type { PreparedIdempotentAnswer } from '#kernel/shared/prepared-idempotent-answer.ts';
import type { Tombstone } from '#platform/erasure/public.ts';
import type { ListDueEntries } from '#platform/recovery/public.ts';
import type { Delivery, DeliveryAttempt, DeliveryRef } from './delivery.ts';
import type { LongestWaitingDeliveryReservation, ReceiverSlot, ReceiverThrottle } from './receiver-throttle.ts';
import type { Webhook, WebhookChange } from './webhook.ts';

/** Filter of lists of deliveries; absent fields do not restrict. */
export interface DeliveryFilter {
  status?: Delivery['status'] | undefined;
  event?: Delivery['event'] | undefined;
}

/** The store of webhooks. */
export interface WebhookStore {
  /** Counts the account's webhooks in the same transaction. @throws WriteConflictError when the account has its maximum. */
  insert(webhook: Webhook, answer?: PreparedIdempotentAnswer): Promise<void>;
  find(accountId: string, webhookId: string): Promise<Webhook | undefined>;
  /** All webhooks of the account. Strongly consistent. */
  all(accountId: string): Promise<Webhook[]>;
  /** A page of webhooks, newest first. */
  list(accountId: string, page: RepositoryPageRequest): Promise<RepositoryPage<Webhook>>;
  /**
   * Removes a webhook and writes a tombstone in the same transaction.
   * @param webhook the webhook as it was read
   * @throws WriteConflictError when a client has changed or removed it since
   */
  remove(webhook: Webhook, tombstone: Tombstone): Promise<void>;
  /**
   * Disables a webhook. Changes nothing if it is not active.
   * @param failingSince if given, disables it only if its `failing_since` has this value
   */
  disable(accountId: string, webhookId: string, reason: string, failingSince?: string): Promise<void>;
  /**
   * Changes a webhook, as its next version.
   * @param webhook the webhook as it was read
   * @throws WriteConflictError when a client has changed or removed it since
   */
  change(webhook: Webhook, change: WebhookChange, answer?: PreparedIdempotentAnswer): Promise<Webhook>;
}

/** An item of the outbox that was not dispatched in time. */
export interface UndispatchedEvent {
  /** The key of the item, which may be malformed. */
  key: Readonly<{ PK: string; SK: string }>;
  /** Account of the event, from the key; empty if the key is malformed. */
  account_id: string;
  /** Id of the event, from the key; empty if the key is malformed. */
  event_id: string;
  /** Parses the event. @throws Error when the item is not a valid event. */
  event(): RenderEvent;
  /** Its sort key in the index of the sweeper. */
  listed_as: string;
  /** Number of times that the sweeper has dispatched it. */
  redriven: number;
  /** Time of the event; empty if the item has none. */
  created_at: string;
}

/** The outbox: events that are to be dispatched. */
export interface OutboxStore {
  /**
   * Creates the deliveries of an event, stores the body that they share and marks the event as dispatched, in one transaction.
   * @throws WriteConflictError when it was dispatched before, or there is no such event
   */
  dispatch(event: RenderEvent, body: string, deliveries: readonly Delivery[], at: string): Promise<void>;
  /** Events that were not dispatched, by the time of their next sweep. */
  listDue: ListDueEntries<UndispatchedEvent>;
  /**
   * Sets the time of the next sweep of an event; undefined: it is not swept again.
   * @throws WriteConflictError when another sweeper did so first
   */
  noteRedriven(entry: UndispatchedEvent, next: string | undefined): Promise<void>;
}

/** Data that an attempt reads just before it starts. Strongly consistent. */
export interface DeliveryContext {
  delivery: Delivery | undefined;
  /** Absent: the webhook was removed, or the receiver is a render's `webhook_url`. */
  webhook: Webhook | undefined;
  throttle: ReceiverThrottle;
  /** The bytes to post. Undefined: they are no longer stored. */
  body: string | undefined;
}

/** Result of an attempt, for the throttle of its receiver. */
export interface DeliveryOutcomeForThrottle extends Pick<DeliveryAttempt, 'outcome' | 'at'> {
  timedOut: boolean;
  /** True if the attempt took longer than SLOW_RECEIVER_SECONDS. */
  slow: boolean;
  /** True if a failure counts towards disabling the webhook: the attempt was neither of a progress event nor of a test. */
  counts?: boolean | undefined;
  /** The time of the next probe, if this was a timeout. */
  probe_at: string;
}

/** The store of deliveries. Every change is a conditional write. */
interface DeliveryRecords {
  /** Inserts the delivery of a test, which has its attempt and its own body. */
  insertDelivery(delivery: Delivery, answer?: PreparedIdempotentAnswer): Promise<void>;
  findDelivery(accountId: string, receiverId: string, deliveryId: string): Promise<Delivery | undefined>;
  findDeliveries(refs: readonly DeliveryRef[]): Promise<Delivery[]>;
  /** A page of the deliveries to a receiver, newest first. */
  listDeliveries(
    accountId: string,
    receiverId: string,
    filter: DeliveryFilter,
    page: RepositoryPageRequest,
  ): Promise<RepositoryPage<Delivery>>;
  /**
   * Failed deliveries of events that were created at `since` or later, oldest first, without those of `render.progress`
   * and of tests. A page may have fewer items than its limit, even none, and still be followed by another.
   */
  failedSince(
    accountId: string,
    receiverId: string,
    since: Date,
    page: RepositoryPageRequest,
  ): Promise<RepositoryPage<Delivery>>;
  /**
   * Makes a delivery pending again, with the schedule of a new one.
   * @throws WriteConflictError when it was restarted or an attempt was recorded meanwhile
   */
  restartDelivery(
    delivery: Delivery,
    times: { next_try_at: string; sweep_at: string },
    answer?: PreparedIdempotentAnswer,
  ): Promise<void>;
  /**
   * Adds an attempt to those of a delivery. When there are more than MAX_STORED_DELIVERY_ATTEMPTS, the oldest is removed.
   * @throws WriteConflictError when it was restarted or another attempt was recorded meanwhile
   */
  recordAttempt(
    delivery: Delivery,
    done: { attempt: DeliveryAttempt; status: Delivery['status']; next_try_at: string; sweep_at: string },
  ): Promise<void>;
  /** Ends a pending delivery without an attempt. @throws WriteConflictError when it changed meanwhile. */
  dropDelivery(delivery: Delivery, reason: string): Promise<void>;
  /** Pending deliveries by the time of their next sweep. */
  listDueDeliveries: ListDueEntries<Delivery>;
  /** Sets the time of the next sweep of a pending delivery. @throws WriteConflictError when another sweeper did so first. */
  postponeSweep(delivery: Delivery, next: string, redriven: number): Promise<void>;
  /**
   * Defers a pending delivery without counting an attempt. Messages for its former time are then ignored.
   * @throws WriteConflictError when it was deferred or an attempt was recorded meanwhile
   */
  deferDelivery(delivery: Delivery, times: { deferred_until: string; sweep_at: string }): Promise<void>;
}

/** The store of the throttles of receivers. Every change is a conditional write. */
export interface ReceiverThrottleStore {
  /** Reads everything that an attempt needs. */
  loadContext(ref: DeliveryRef): Promise<DeliveryContext>;
  /** The throttles of the receivers of deliveries, in the order of the deliveries. */
  throttles(refs: readonly DeliveryRef[]): Promise<ReceiverThrottle[]>;
  /**
   * Takes a slot of a receiver.
   * @param throttle the throttle as it was read
   * @param evenDisabled true to take a slot even of a disabled webhook
   * @throws WriteConflictError when the slot was taken meanwhile, or the receiver became half-open or was disabled or removed
   */
  takeSlot(
    ref: DeliveryRef,
    throttle: ReceiverThrottle,
    index: number,
    slot: ReceiverSlot,
    now: Date,
    evenDisabled?: boolean,
  ): Promise<void>;
  /** Sets the starvation guard. @throws WriteConflictError when a delivery that has waited longer has it, or there is no throttle. */
  setGuard(ref: DeliveryRef, guard: LongestWaitingDeliveryReservation, now: Date): Promise<void>;
  /**
   * Releases a slot, and stores the outcome if there is one. Changes nothing when the lease ended and another worker took the slot.
   * @returns the webhook; undefined when it was removed, the slot was lost, or the receiver is a render's `webhook_url`
   */
  releaseSlot(
    ref: DeliveryRef,
    index: number,
    slot: ReceiverSlot,
    outcome?: DeliveryOutcomeForThrottle,
  ): Promise<Webhook | undefined>;
}

/** The store of deliveries and of the throttles of their receivers. */
export interface DeliveryStore extends DeliveryRecords, ReceiverThrottleStore {}

/** The queues of deliveries, one for normal and one for slow receivers. */
export interface DeliveryQueue {
  /** Sends a message. @param delaySeconds 0–900: the longest delay of the queue */
  send(ref: DeliveryRef, delaySeconds?: number): Promise<void>;
  /** Sends many messages in few requests. @throws Error when some could not be sent. */
  sendAll(refs: readonly DeliveryRef[]): Promise<void>;
}

/** The response of a receiver. */
export interface ReceiverResponse {
  status: number;
  retry_after_seconds?: number | undefined;
  /** The beginning of the response: at most 2,048 bytes of UTF-8. */
  excerpt: string;
}

/** Posts to a receiver. Follows no redirect and connects to no refused address. @throws NoReceiverResponseError without a response. */
export type PostToReceiver = (url: string, headers: Record<string, string>, body: string) => Promise<ReceiverResponse>;

/** The error if there was no response. Clients see the message, so it reveals nothing about the network of the service. */
export class NoReceiverResponseError extends Error {
  override name = 'NoReceiverResponseError';
  /** True if the attempt exceeded its time. */
  readonly isTimeout: boolean;

  constructor(message: string, { isTimeout = false, cause }: { isTimeout?: boolean; cause?: unknown } = {}) {
    super(message, { cause });
    this.isTimeout = isTimeout;
  }
}

/** Resolves a host name to its present addresses; an empty list if it has none. */
export type ResolveHostAddresses = (hostname: string) => Promise<string[]>;
