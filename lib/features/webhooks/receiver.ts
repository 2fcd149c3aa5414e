import { createHash } from 'node:crypto';

/** An address that deliveries are sent to. `kind` is stored with `id`, because keys of the table have ids of both kinds in one position. */
export type Receiver =
  /** A registered webhook, whose secret is stored with the webhook. */
  | { kind: 'webhook'; id: string; url: string }
  /** The `webhook_url` of a render: `id` is that of the render, `secret` is encrypted. */
  | { kind: 'render'; id: string; url: string; secret: string };

/** Reference to a receiver in a message, without address and secret. `throttle` is the id of its throttle. */
export type ReceiverRef = { kind: 'webhook'; id: string } | { kind: 'render'; id: string; throttle: string };

/**
 * The throttle id (32 hexadecimal digits) of the `webhook_url` of a render. It is the same for all URLs of a host: otherwise a client
 * could evade the throttle by other paths or queries. A registered webhook has a throttle by its id.
 */
export const throttleIdOfRenderReceiver = (url: string): string =>
  createHash('sha256').update(new URL(url).host).digest('hex').slice(0, 32);

/** The reference to a receiver for a message. */
export const toReceiverRef = (receiver: Receiver): ReceiverRef =>
  receiver.kind === 'webhook'
    ? { kind: 'webhook', id: receiver.id }
    : { kind: 'render', id: receiver.id, throttle: throttleIdOfRenderReceiver(receiver.url) };
