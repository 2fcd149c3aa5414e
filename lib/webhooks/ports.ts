import type { Page, PageRequest } from '../http/pagination.ts';
import type { Delivery, DeliveryTry, Webhook } from './webhook.ts';

export interface DeliveryFilter {
  status?: Delivery['status'] | undefined;
  event?: Delivery['event'] | undefined;
}

export interface WebhookStore {
  /** Counts the account's webhooks in the same transaction. @throws WriteConflict when it has as many as it may. */
  insert(webhook: Webhook): Promise<void>;
  find(accountId: string, webhookId: string): Promise<Webhook | undefined>;
  /** All of the account; strongly consistent. */
  all(accountId: string): Promise<Webhook[]>;
  list(accountId: string, page: PageRequest): Promise<Page<Webhook>>;
  /** Answers whether there was one. */
  remove(accountId: string, webhookId: string): Promise<boolean>;
  disable(accountId: string, webhookId: string, reason: string): Promise<void>;
  /** Puts another secret in the place of the one that `webhook` has. @throws WriteConflict if it has another one by now, or is gone. */
  replaceSecret(webhook: Webhook, secret: string, previous: NonNullable<Webhook['previous_secret']>): Promise<void>;

  /** Does nothing if it is there already. */
  insertDelivery(delivery: Delivery): Promise<void>;
  findDelivery(accountId: string, receiverId: string, deliveryId: string): Promise<Delivery | undefined>;
  /** Newest first. */
  listDeliveries(
    accountId: string,
    receiverId: string,
    filter: DeliveryFilter,
    page: PageRequest,
  ): Promise<Page<Delivery>>;
  /** Makes a delivery pending again, for a try at `at`. @throws WriteConflict if a try was noted meanwhile. */
  reopenDelivery(delivery: Delivery, at: string): Promise<void>;
  /** Adds a try to a delivery that has `delivery.tries.length` of them. @throws WriteConflict if another one was noted first. */
  recordTry(
    delivery: Delivery,
    done: { attempt: DeliveryTry; status: Delivery['status']; next_try_at: string },
  ): Promise<void>;
}

export interface DeliveryRef {
  account_id: string;
  receiver_id: string;
  delivery_id: string;
}

export interface DeliveryQueue {
  /** @param delaySeconds 0–900, what the queue can hold a message back. */
  send(ref: DeliveryRef, delaySeconds?: number): Promise<void>;
}

export interface PostAnswer {
  status: number;
  retry_after_seconds?: number | undefined;
  excerpt: string;
}

/** Posts to a receiver. Follows no redirect and connects to no refused address. @throws PostFault without an answer. */
export type PostToReceiver = (url: string, headers: Record<string, string>, body: string) => Promise<PostAnswer>;

export class PostFault extends Error {
  override name = 'PostFault';
}

/** The addresses that a host name has now; none when it has none. */
export type Resolve = (hostname: string) => Promise<string[]>;
