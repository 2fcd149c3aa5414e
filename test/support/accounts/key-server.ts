import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A web server on this machine that publishes what it is asked to, and remembers who asked for what. */
export interface KeyServer {
  /** `http://127.0.0.1:<port>` */
  base: string;
  /** Address of the key set. */
  url: URL;
  /** Paths, one a request. */
  requests: string[];
  /** The key set, or whatever else is to be answered. */
  answer: object | ((request: IncomingMessage, response: ServerResponse) => void);
  close(): Promise<void>;
}

export async function startKeyServer(answer: KeyServer['answer']): Promise<KeyServer> {
  const server = createServer((request, response) => {
    state.requests.push(request.url ?? '');
    if (typeof state.answer === 'function') state.answer(request, response);
    else response.setHeader('content-type', 'application/jwk-set+json').end(JSON.stringify(state.answer));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const base = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const state: KeyServer = {
    base,
    url: new URL(`${base}/jwks.json`),
    requests: [],
    answer,
    async close() {
      const closed = new Promise((resolve) => server.close(resolve));
      server.closeAllConnections();
      await closed;
    },
  };
  return state;
}
