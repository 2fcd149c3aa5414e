import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server, type ServerResponse, request as send } from 'node:http';
import type { AddressInfo } from 'node:net';

/** An answer that tells of a fault. */
export interface Fault {
  status: number;
  /** Method, path and, of a call to AWS, the operation. */
  what: string;
  body: string;
}

/** The way to the emulator, and what was answered on it. */
export interface RecordingProxy extends AsyncDisposable {
  /** `http://127.0.0.1:<port>` */
  url: string;
  port: number;
  /** Calls of AWS that were refused for want of a right. */
  refused: Fault[];
  /** Answers of API Gateway, and of AWS, with a status of 500 or more. */
  failed: Fault[];
  /** How many answers there were. */
  count(): number;
  /** `http://localhost:<port>`: leads to the API of a stage, as its own domain would. */
  domain: string;
  /** @param path of the emulator, where the API is that `domain` leads to; starts with `/restapis/` */
  leadDomainTo(path: string): void;
}

/** Requests to the deployed API, below this path of the emulator. */
const API = '/restapis/';
/** Says that the client came over TLS. */
const SCHEME = 'x-forwarded-proto';
/** Bytes of a fault's body that are kept. */
const KEPT = 2000;

const OPTIONS = {
  // As long as a worker may wait for a message, and longer than clients keep a connection.
  keepAliveTimeout: 60_000,
  requestTimeout: 0,
  // Tests send heads of 30 kB. What is too large is for the emulator to say.
  maxHeaderSize: 256 * 1024,
};

/** Headers as they came, one by one: joined by name, a credential that was sent twice would look like one. */
const withScheme = (rawHeaders: readonly string[]): string[] => {
  const kept = rawHeaders.flatMap((name, place) =>
    place % 2 === 0 && name.toLowerCase() !== SCHEME ? [name, rawHeaders[place + 1] ?? ''] : [],
  );
  return [...kept, SCHEME, 'https'];
};

async function listen(server: Server): Promise<number> {
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return (server.address() as AddressInfo).port;
}

async function close(server: Server): Promise<void> {
  const closed = once(server, 'close');
  server.close();
  server.closeAllConnections();
  await closed;
}

/**
 * Listens on a free port and passes all on to the emulator on `port`, as a proxy that ends TLS would: the bucket's policy
 * refuses requests that came without. The head `host` stays, because signatures cover it.
 */
export async function startRecordingProxy(port: number): Promise<RecordingProxy> {
  const refused: Fault[] = [];
  const failed: Fault[] = [];
  let count = 0;
  let behindDomain = '';
  const pass = (incoming: IncomingMessage, outgoing: ServerResponse, url: string) => {
    const { method = 'GET', headers, rawHeaders } = incoming;
    const passed = send({ host: '127.0.0.1', port, method, path: url, headers: withScheme(rawHeaders) }, (answer) => {
      const status = answer.statusCode ?? 502;
      count += 1;
      outgoing.writeHead(status, answer.rawHeaders);
      const kept: Buffer[] = [];
      const ofApi = url.startsWith(API);
      if (status >= 500 || (status === 403 && !ofApi)) answer.on('data', (chunk: Buffer) => kept.push(chunk));
      answer.on('end', () => {
        const body = Buffer.concat(kept).toString().slice(0, KEPT);
        const what = `${method} ${url} ${headers['x-amz-target'] ?? ''}`.trimEnd();
        if (status >= 500) failed.push({ status, what, body });
        if (status === 403 && !ofApi) refused.push({ status, what, body });
      });
      answer.pipe(outgoing);
    });
    passed.on('error', () => outgoing.destroy());
    incoming.on('error', () => passed.destroy());
    outgoing.on('close', () => passed.destroy());
    incoming.pipe(passed);
  };
  const servers = [
    createServer(OPTIONS, (incoming, outgoing) => pass(incoming, outgoing, incoming.url ?? '/')),
    createServer(OPTIONS, (incoming, outgoing) => pass(incoming, outgoing, `${behindDomain}${incoming.url ?? '/'}`)),
  ];
  const ports = await Promise.all(servers.map(listen));
  const [own = 0, ofDomain = 0] = ports;
  return {
    url: `http://127.0.0.1:${own}`,
    port: own,
    domain: `http://localhost:${ofDomain}`,
    leadDomainTo(path) {
      behindDomain = path;
    },
    refused,
    failed,
    count: () => count,
    async [Symbol.asyncDispose]() {
      await Promise.all(servers.map(close));
    },
  };
}
