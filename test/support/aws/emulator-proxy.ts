import {
  Agent,
  createServer,
  type IncomingHttpHeaders,
  type IncomingMessage,
  request,
  type ServerResponse,
} from 'node:http';
import type { AddressInfo } from 'node:net';

/** A request on its way to the emulators. */
export interface ProxiedCall {
  method: string;
  path: string;
  headers: IncomingHttpHeaders;
  body: Buffer;
}

/** What is answered. `cutAt`: the connection breaks after that number of bytes of the body. */
export interface ProxiedAnswer {
  status: number;
  headers: IncomingHttpHeaders;
  body: Buffer;
  cutAt?: number;
}

/**
 * Decides about a call. @param send hands it on to the emulators
 * @returns the answer; undefined: the connection breaks
 */
export type Handle = (call: ProxiedCall, send: () => Promise<ProxiedAnswer>) => Promise<ProxiedAnswer | undefined>;

/** A place in front of the emulators through which all calls of a service go. */
export interface EmulatorProxy {
  endpoint: string;
  /** Its port refuses all connections from now on, and those that are open break. */
  refuse(): Promise<void>;
  /** Its port accepts connections again. */
  accept(): Promise<void>;
  stop(): Promise<void>;
}

/** Starts a proxy of the emulators at a port of this machine. Bodies are held whole: for small files only. */
export async function startEmulatorProxy(targetPort: number, handle: Handle): Promise<EmulatorProxy> {
  const agent = new Agent({ keepAlive: true });

  const send = (call: ProxiedCall, response: ServerResponse): Promise<ProxiedAnswer> =>
    new Promise((resolve, reject) => {
      const { method, path, headers, body } = call;
      const upstream = request({ host: '127.0.0.1', port: targetPort, method, path, headers, setHost: false, agent });
      upstream.on('error', reject);
      upstream.on('response', async (answer) => {
        const bytes = Buffer.concat(await answer.toArray().catch(() => []));
        resolve({ status: answer.statusCode ?? 502, headers: answer.headers, body: bytes });
      });
      response.on('close', () => upstream.destroy());
      upstream.end(body);
    });

  const server = createServer(async (incoming: IncomingMessage, response) => {
    const body = Buffer.concat(await incoming.toArray().catch(() => []));
    const { method = '', url: path = '', headers } = incoming;
    // The body is whole by here: it needs no chunks.
    const { 'transfer-encoding': _, ...sent } = headers;
    const call = { method, path, headers: { ...sent, 'content-length': String(body.length) }, body };
    const answer = await handle(call, () => send(call, response)).catch(() => undefined);
    if (!answer) {
      response.destroy();
      return;
    }
    response.writeHead(answer.status, answer.headers);
    if (answer.cutAt === undefined) response.end(answer.body);
    else response.write(answer.body.subarray(0, answer.cutAt), () => response.destroy());
  });
  server.requestTimeout = 0;
  server.keepAliveTimeout = 60_000;
  const listen = (port: number) => new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve));
  const refuse = async (): Promise<void> => {
    const closed = new Promise((resolve) => server.close(resolve));
    server.closeAllConnections();
    await closed;
  };
  await listen(0);
  const { port } = server.address() as AddressInfo;
  return {
    endpoint: `http://127.0.0.1:${port}`,
    refuse,
    accept: () => listen(port),
    async stop() {
      if (server.listening) await refuse();
      agent.destroy();
    },
  };
}
