import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';
import { SLOW_RECEIVER_SECONDS } from '#features/webhooks/receiver-throttle.ts';

/** A receiver of webhooks that takes everything, and takes its time: its second delivery comes from the queue for slow ones. */
export interface SlowReceiver extends AsyncDisposable {
  url: string;
  /** Resolves when this number of deliveries has been answered. */
  hasAnswered(deliveries: number): Promise<void>;
}

/** Listens on a free port of 127.0.0.1. */
export async function startSlowReceiver(): Promise<SlowReceiver> {
  let answered = 0;
  const server = createServer(async (request, response) => {
    request.resume();
    await wait(SLOW_RECEIVER_SECONDS * 1000 + 500);
    response.end();
    answered += 1;
    server.emit('answered');
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/slow`,
    async hasAnswered(deliveries) {
      while (answered < deliveries) await once(server, 'answered');
    },
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}
