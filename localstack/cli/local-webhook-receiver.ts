import { EventEmitter, once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { DeliveryRefusedError, parseVerifiedDelivery, type RenderDeliveryBody } from './parse-verified-delivery.ts';

/** The largest accepted body in bytes; deliveries of the service have less than 20 KB. */
const MAX_BODY_BYTES = 64 * 1024;

interface ReceiverEvents {
  /** A verified delivery, once for each `event_id`. */
  delivery: [RenderDeliveryBody];
  /** A delivery that could not be verified. */
  refused: [DeliveryRefusedError];
}

/** A receiver of webhook deliveries on this machine. */
export interface LocalWebhookReceiver extends AsyncDisposable {
  /** `http://127.0.0.1:<port>/webhooks` */
  readonly url: string;
  readonly events: EventEmitter<ReceiverEvents>;
  /** The verified deliveries in the order of arrival, each event once. */
  readonly deliveries: readonly RenderDeliveryBody[];
  readonly refusals: readonly DeliveryRefusedError[];
  /** Number of repeated deliveries of an event, which at-least-once delivery allows. */
  readonly duplicates: number;
  /** Sets the secret with which deliveries are verified. Before that, they are answered with 503, so that they are sent again. */
  trust(signingSecret: string): void;
  /** Resolves to the first past or future delivery for which `isWanted` is true. Rejects when `signal` aborts. */
  waitFor(isWanted: (delivery: RenderDeliveryBody) => boolean, signal: AbortSignal): Promise<RenderDeliveryBody>;
  close(): Promise<void>;
}

/** Starts a receiver on a free port of 127.0.0.1. */
export async function startWebhookReceiver(): Promise<LocalWebhookReceiver> {
  const events = new EventEmitter<ReceiverEvents>();
  const deliveriesById = new Map<string, RenderDeliveryBody>();
  const refusals: DeliveryRefusedError[] = [];
  let secret: string | undefined;
  let duplicates = 0;

  async function receive(request: IncomingMessage): Promise<number> {
    if (request.method !== 'POST') return 405;
    if (secret === undefined) return 503;
    const body = await readDeliveryRequestBody(request);
    if (body === undefined) return 413;
    const delivery = parseVerifiedDelivery(request.headers, body, secret);
    if (deliveriesById.has(delivery.event_id)) duplicates++;
    else {
      deliveriesById.set(delivery.event_id, delivery);
      events.emit('delivery', delivery);
    }
    return 200;
  }

  const answer = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    let status = 500;
    try {
      status = await receive(request);
    } catch (error) {
      if (error instanceof DeliveryRefusedError) {
        status = error.status;
        refusals.push(error);
        events.emit('refused', error);
      }
    }
    response.writeHead(status, { 'content-type': 'text/plain; charset=utf-8' }).end();
  };

  const server = createServer((request, response) => void answer(request, response));
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;

  const close = async (): Promise<void> => {
    if (!server.listening) return;
    server.close();
    server.closeAllConnections();
    await once(server, 'close');
  };

  return {
    url: `http://127.0.0.1:${port}/webhooks`,
    events,
    get deliveries() {
      return [...deliveriesById.values()];
    },
    refusals,
    get duplicates() {
      return duplicates;
    },
    trust(signingSecret) {
      secret = signingSecret;
    },
    async waitFor(isWanted, signal) {
      for (;;) {
        const delivery = [...deliveriesById.values()].find(isWanted);
        if (delivery) return delivery;
        await once(events, 'delivery', { signal });
      }
    },
    close,
    [Symbol.asyncDispose]: close,
  };
}

/** The body of a request; undefined if it is larger than any delivery. */
export async function readDeliveryRequestBody(request: IncomingMessage): Promise<Buffer | undefined> {
  const chunks: Buffer[] = [];
  let bodyBytes = 0;
  for await (const chunk of request as AsyncIterable<Buffer>) {
    bodyBytes += chunk.length;
    // A body that is too long is also read to its end, because the sender reads no answer before.
    if (bodyBytes <= MAX_BODY_BYTES) chunks.push(chunk);
  }
  return bodyBytes <= MAX_BODY_BYTES ? Buffer.concat(chunks) : undefined;
}
