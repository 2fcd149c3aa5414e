import { once } from 'node:events';
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { CommandError } from '#emulators/host/command-errors.ts';
import { type DeliveryEntry, deliveryEntry } from './delivery-log.ts';
import { DeliveryRefused, verifyDelivery } from './verify-delivery.ts';
import { readDeliveryBody } from './webhook-receiver.ts';

export interface ListenerOptions {
  /** A port of 127.0.0.1; 0: any free one. */
  port: number;
  /**
   * Secret (`whsec_…`) that deliveries are verified with. Absent: they are not verified. `later`: deliveries get 503 until
   * `trust` is called.
   */
  secret?: string | 'later' | undefined;
  /** For every request that could be a delivery. */
  heard(entry: DeliveryEntry): void;
}

export interface Listener extends AsyncDisposable {
  /** `http://127.0.0.1:<port>/webhooks`; it listens at every other path too. */
  readonly url: string;
  /** From now on deliveries are verified with this secret. */
  trust(secret: string): void;
}

/** Event ids that are remembered, to recognize duplicates. */
const REMEMBERED = 10_000;

/**
 * A receiver that tells of everything that comes. It acknowledges what it verified, and, as long as it knows no secret,
 * whatever comes; what does not verify is answered with 400 or 401. @throws CommandError when the port is taken.
 */
export async function startListener({ port, secret, heard }: ListenerOptions): Promise<Listener> {
  let trusted = secret === 'later' ? undefined : secret;
  const seen = new Set<string>();

  const judge = (headers: IncomingMessage['headers'], body: Buffer): { status: number; entry: DeliveryEntry } => {
    const now = new Date();
    const unverified = (reason: string) => deliveryEntry(body, now, { verified: false, reason, duplicate: false });
    if (trusted === undefined) return { status: 200, entry: unverified('no secret was given (--secret)') };
    try {
      const { event_id } = verifyDelivery(headers, body, trusted, now);
      const duplicate = seen.has(event_id);
      if (seen.size >= REMEMBERED) seen.clear();
      seen.add(event_id);
      return { status: 200, entry: deliveryEntry(body, now, { verified: true, reason: null, duplicate }) };
    } catch (error) {
      if (!(error instanceof DeliveryRefused)) throw error;
      return { status: error.status, entry: unverified(error.message) };
    }
  };

  const statusOf = async (request: IncomingMessage): Promise<number> => {
    if (request.method !== 'POST') return 405;
    if (secret === 'later' && trusted === undefined) return 503;
    const body = await readDeliveryBody(request);
    if (body === undefined) return 413;
    const { status, entry } = judge(request.headers, body);
    heard(entry);
    return status;
  };

  const server = createServer((request, response) => {
    statusOf(request).then(
      (status) => response.writeHead(status).end(),
      // The sender went away in the middle of it.
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
  const { port: taken } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${taken}/webhooks`,
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
