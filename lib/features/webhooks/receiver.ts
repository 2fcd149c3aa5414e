import { createHash } from 'node:crypto';

/** Receiver of deliveries. Ids of both kinds are stored in the same place of a key; the kind is stored next to them. */
export type Receiver =
  /** A registered webhook, which keeps its own secret. */
  | { kind: 'webhook'; id: string; url: string }
  /** The `webhook_url` of a render: the id is the render's, the secret is sealed. */
  | { kind: 'render'; id: string; url: string; secret: string };

/** A receiver as messages name it, without address and secret. `throttle` is the id of its throttle. */
export type ReceiverRef = { kind: 'webhook'; id: string } | { kind: 'render'; id: string; throttle: string };

/**
 * The throttle id of a URL without a webhook. It covers the host, because a client could otherwise evade the throttle with
 * another path or query.
 */
export const throttleId = (url: string): string =>
  createHash('sha256').update(new URL(url).host).digest('hex').slice(0, 32);

/** Names a receiver for a message. */
export const receiverRef = (receiver: Receiver): ReceiverRef =>
  receiver.kind === 'webhook'
    ? { kind: 'webhook', id: receiver.id }
    : { kind: 'render', id: receiver.id, throttle: throttleId(receiver.url) };
