import { once } from 'node:events';
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { CommandError } from '#emulators/host/command-errors.ts';
import { createReceivedDeliveryLogEntry, type ReceivedDeliveryLogEntry } from './delivery-log.ts';
import { readDeliveryRequestBody } from './local-webhook-receiver.ts';
import { DeliveryRefusedError, parseVerifiedDelivery } from './parse-verified-delivery.ts';

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
  onEntry(entry: ReceivedDeliveryLogEntry): void;
}

/** A running server that receives webhook deliveries, verifies them and reports them. */
export interface WebhookListener extends AsyncDisposable {
  /** `http://127.0.0.1:<port>/webhooks`; all other paths accept deliveries as well. */
  readonly url: string;
  /** Sets the secret with which deliveries are verified from now on. */
  trust(secret: string): void;
}

/** The largest number of event ids that are remembered in order to recognize duplicates. */
const MAX_REMEMBERED_IDS = 10_000;

/**
 * Starts a receiver of webhooks that reports each delivery. It acknowledges verified deliveries, and all deliveries if it has no secret;
 * deliveries that cannot be verified are answered with 400 or 401.
 * @throws CommandError if the port is in use
 */
export async function startWebhookListener({
  port,
  secret,
  onEntry,
}: WebhookListenerOptions): Promise<WebhookListener> {
  let trustedSecret = secret === 'later' ? undefined : secret;
  const seenEventIds = new Set<string>();

  const verify = (
    headers: IncomingMessage['headers'],
    body: Buffer,
  ): { status: number; entry: ReceivedDeliveryLogEntry } => {
    const now = new Date();
    const unverifiedEntry = (reason: string) =>
      createReceivedDeliveryLogEntry(body, now, { verified: false, reason, duplicate: false });
    if (trustedSecret === undefined) return { status: 200, entry: unverifiedEntry('no secret was given (--secret)') };
    try {
      const { event_id } = parseVerifiedDelivery(headers, body, trustedSecret, now);
      const duplicate = seenEventIds.has(event_id);
      if (seenEventIds.size >= MAX_REMEMBERED_IDS) seenEventIds.clear();
      seenEventIds.add(event_id);
      return {
        status: 200,
        entry: createReceivedDeliveryLogEntry(body, now, { verified: true, reason: null, duplicate }),
      };
    } catch (error) {
      if (!(error instanceof DeliveryRefusedError)) throw error;
      return { status: error.status, entry: unverifiedEntry(error.message) };
    }
  };

  /** Reads and reports a delivery. @returns the status of the answer */
  const receiveDelivery = async (request: IncomingMessage): Promise<number> => {
    if (request.method !== 'POST') return 405;
    if (secret === 'later' && trustedSecret === undefined) return 503;
    const body = await readDeliveryRequestBody(request);
    if (body === undefined) return 413;
    const { status, entry } = verify(request.headers, body);
    onEntry(entry);
    return status;
  };

  const server = createServer((request, response) => {
    receiveDelivery(request).then(
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
    trust(newSecret) {
      trustedSecret = newSecret;
    },
    async [Symbol.asyncDispose]() {
      server.close();
      server.closeAllConnections();
      await once(server, 'close');
    },
  };
}
