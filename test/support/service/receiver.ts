import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Webhook } from 'standardwebhooks';

export interface Received {
  event: string;
  event_id: string;
  headers: Record<string, string>;
  raw: string;
  data: { id: string; status: string; progress: number };
}

/** A receiver on this machine that keeps what it gets. */
export async function startReceiver(answer: (count: number) => number = () => 200) {
  const received: Received[] = [];
  const server = createServer(async (request, response) => {
    const raw = Buffer.concat(await request.toArray()).toString();
    const { event, event_id, data } = JSON.parse(raw) as Received;
    received.push({ event, event_id, data, raw, headers: request.headers as Record<string, string> });
    response.writeHead(answer(received.length)).end();
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/hook`,
    received,
    of: (renderId: string) => received.filter(({ data }) => data.id === renderId),
    async stop() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

/** @throws when the official Standard Webhooks library does not accept the delivery. */
export const verify = ({ raw, headers }: Received, secret: string): unknown => new Webhook(secret).verify(raw, headers);
