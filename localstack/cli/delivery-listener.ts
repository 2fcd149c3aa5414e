import { once } from 'node:events';
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { CommandError } from '#emulators/host/command-errors.ts';
import { createDeliveryLogEntry, type DeliveryLogEntry } from './delivery-log.ts';
import { DeliveryRefusedError, verifyDelivery } from './verify-delivery.ts';
import { readDeliveryBody } from './webhook-receiver.ts';

/** Options of `startWebhookListener`. */
export interface WebhookListenerOptions {
  /** A port of 127.0.0.1; 0: any free one. */
  port: number;
  /**
   * The signing secret (`whsec_…`). Absent: deliveries are not verified. `later`: deliveries are answered with 503 until
   * `trust` is called.
   */
  secret?: string | 'later' | undefined;
  /** Called for each POST with a body that is not too large. */
  heard(entry: DeliveryLogEntry): void;
}

/** A running receiver. */
export interface WebhookListener extends AsyncDisposable {
  /** `http://127.0.0.1:<port>/webhooks`; all other paths accept deliveries as well. */
  readonly url: string;
  /** Sets the secret with which deliveries are verified from now on. */
  trust(secret: string): void;
}

/** The largest number of event ids that are remembered in order to recognize duplicates. */
const MAX_REMEMBERED = 10_000;

/**
 * Starts a receiver of webhooks that reports each delivery. It acknowledges verified deliveries, and all deliveries if it has no secret;
 * deliveries that cannot be verified are answered with 400 or 401.
 * @throws CommandError if the port is in use
 */
export async function startWebhookListener({ port, secret, heard }: WebhookListenerOptions): Promise<WebhookListener> {
  let trusted = secret === 'later' ? undefined : secret;
  const seen = new Set<string>();

  const verify = (headers: IncomingMessage['headers'], body: Buffer): { status: number; entry: DeliveryLogEntry } => {
    const now = new Date();
    const unverified = (reason: string) =>
      createDeliveryLogEntry(body, now, { verified: false, reason, duplicate: false });
    if (trusted === undefined) return { status: 200, entry: unverified('no secret was given (--secret)') };
    try {
      const { event_id } = verifyDelivery(headers, body, trusted, now);
      const duplicate = seen.has(event_id);
      if (seen.size >= MAX_REMEMBERED) seen.clear();
      seen.add(event_id);
      return { status: 200, entry: createDeliveryLogEntry(body, now, { verified: true, reason: null, duplicate }) };
    } catch (error) {
      if (!(error instanceof DeliveryRefusedError)) throw error;
      return { status: error.status, entry: unverified(error.message) };
    }
  };

  const statusOf = async (request: IncomingMessage): Promise<number> => {
    if (request.method !== 'POST') return 405;
    if (secret === 'later' && trusted === undefined) return 503;
    const body = await readDeliveryBody(request);
    if (body === undefined) return 413;
    const { status, entry } = verify(request.headers, body);
    heard(entry);
    return status;
  };

  const server = createServer((request, response) => {
    statusOf(request).then(
      (status) => response.writeHead(status).end(),
      // The sender has closed the connection.
      () => response.destroy(),
    );
  });
  server.listen(port, '127.0.0.1');
  try {
    await once(server, 'listening');
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'EADDRINUSE')
      throw new CommandError(`Port ${port} is taken; name another with --port.`);
    throw error;
  }
  const { port: actualPort } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${actualPort}/webhooks`,
    trust(next) {
      trusted = next;
    },
    async [Symbol.asyncDispose]() {
      server.close();
      server.closeAllConnections();
      await once(server, 'close');
    },
  };
}
