import { createServer } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import { Webhook } from 'standardwebhooks';

/** An event that came, with a right signature. */
export interface VerifiedEvent {
  event: string;
  event_id: string;
  render_id: string;
  /** What the render was at the event. */
  status: string;
}

export interface VerifyingReceiver {
  url: string;
  /** Every delivery that was acknowledged, in the order in which they came: an event may come more than once. */
  received: VerifiedEvent[];
  /** Requests whose signature, headers or body were not right; they were answered with 400. */
  wrong: string[];
  useSecret(secret: string): void;
  /** The port refuses all connections from now on. */
  refuse(): Promise<void>;
  /** The port accepts connections again. */
  accept(): Promise<void>;
  stop(): Promise<void>;
}

/** A receiver on this machine that believes nothing without its signature, and whose port can refuse for a while. */
export async function startVerifyingReceiver(): Promise<VerifyingReceiver> {
  let verifier: Webhook | undefined;
  const received: VerifiedEvent[] = [];
  const wrong: string[] = [];
  const sockets = new Set<Socket>();
  const server = createServer(async (request, response) => {
    const raw = Buffer.concat(await request.toArray().catch(() => [])).toString();
    try {
      if (!verifier) throw new Error('it came before the secret was known');
      const headers = request.headers as Record<string, string>;
      const { event, event_id, data } = verifier.verify(raw, headers) as {
        event: string;
        event_id: string;
        data: { id: string; status: string };
      };
      if (headers['webhook-id'] !== event_id) throw new Error('its headers name another event');
      received.push({ event, event_id, render_id: data.id, status: data.status });
      response.writeHead(200).end();
    } catch (error) {
      // A connection that broke off in the middle of its request is not a wrong request.
      if (!request.complete) return;
      wrong.push(String(error));
      response.writeHead(400).end();
    }
  });
  server.on('connection', (socket) => {
    sockets.add(socket);
    socket.once('close', () => sockets.delete(socket));
  });
  const listen = (port: number) => new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve));
  const refuse = async (): Promise<void> => {
    const closed = new Promise((resolve) => server.close(resolve));
    for (const socket of sockets) socket.resetAndDestroy();
    await closed;
  };
  await listen(0);
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}/hook`,
    received,
    wrong,
    useSecret(secret) {
      verifier = new Webhook(secret);
    },
    refuse,
    accept: () => listen(port),
    async stop() {
      if (server.listening) await refuse();
    },
  };
}
