import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Webhook } from 'standardwebhooks';

/** What a receiver does with its requests while it is in trouble; afterwards it answers 200 like a healthy one. */
export type Trouble = 'none' | 'error' | 'hang' | 'reset';

export interface Arrival {
  /** Milliseconds since the epoch. */
  at: number;
  acknowledged: boolean;
}

export interface Receiver {
  trouble: Trouble;
  url: string;
  /** What came, by event id. */
  arrivals: Map<string, Arrival[]>;
  /** Requests whose signature, or whose headers next to the body, were not right. */
  wrong: string[];
  /** Most requests at once. */
  most: number;
  useSecret(secret: string): void;
  stop(): Promise<void>;
}

interface Envelope {
  event: string;
  event_id: string;
}

/** A receiver on this machine. @param seconds how long it is in trouble, from its first request on. */
export async function startReceiver(trouble: Trouble, seconds: number): Promise<Receiver> {
  let verifier: Webhook | undefined;
  let open = 0;
  let first: number | undefined;
  const receiver: Omit<Receiver, 'url'> = {
    trouble,
    arrivals: new Map(),
    wrong: [],
    most: 0,
    useSecret(secret) {
      verifier = new Webhook(secret);
    },
    async stop() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
  const check = (raw: string, headers: Record<string, string>): string | undefined => {
    const { event, event_id } = JSON.parse(raw) as Envelope;
    try {
      verifier?.verify(raw, headers);
      if (headers['x-service-event'] !== event || headers['x-service-event-id'] !== event_id)
        throw new Error('its headers name another event');
    } catch (error) {
      receiver.wrong.push(`${event_id}: ${error}`);
    }
    return event_id;
  };
  const server: Server = createServer(async (request, response) => {
    open += 1;
    receiver.most = Math.max(receiver.most, open);
    response.once('close', () => {
      open -= 1;
    });
    const at = Date.now();
    const raw = Buffer.concat(await request.toArray().catch(() => [])).toString();
    if (raw === '') return;
    const id = check(raw, request.headers as Record<string, string>) ?? '';
    first ??= at;
    const acknowledged = trouble === 'none' || at - first >= seconds * 1000;
    receiver.arrivals.set(id, [...(receiver.arrivals.get(id) ?? []), { at, acknowledged }]);
    if (acknowledged) response.writeHead(200).end();
    else if (trouble === 'error') response.writeHead(500).end('not yet');
    else if (trouble === 'reset') request.socket.resetAndDestroy();
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return Object.assign(receiver, { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/hook` });
}

/** Among 20 receivers, 6 answer 500 at first, 2 hang, 2 reset the connection and 10 are healthy. */
export function troubleOf(index: number, count: number): Trouble {
  const place = index / count;
  if (place < 0.3) return 'error';
  if (place < 0.4) return 'hang';
  return place < 0.5 ? 'reset' : 'none';
}
