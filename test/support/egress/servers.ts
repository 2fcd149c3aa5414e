import { once } from 'node:events';
import http from 'node:http';
import http2 from 'node:http2';
import https from 'node:https';
import net, { type AddressInfo, type Server, type Socket } from 'node:net';
import type { Certificate } from './certificates.ts';

export interface Listening {
  port: number;
  /** How many connections came so far. */
  connections(): number;
  /** Cuts the connections that are open. */
  cut(): void;
  close(): Promise<void>;
}

/** Servers of one test file: what they hold open is cut when they are closed. */
export async function listen(server: Server, host = '127.0.0.1', port = 0): Promise<Listening> {
  const sockets = new Set<Socket>();
  let connections = 0;
  server.on('connection', (socket: Socket) => {
    connections++;
    sockets.add(socket);
    socket.on('error', () => undefined);
    socket.on('close', () => sockets.delete(socket));
  });
  server.on('tlsClientError', () => undefined);
  const cut = (): void => {
    for (const socket of sockets) socket.destroy();
  };
  server.listen(port, host);
  await once(server, 'listening');
  return {
    port: (server.address() as AddressInfo).port,
    connections: () => connections,
    cut,
    async close() {
      server.close();
      cut();
      await once(server, 'close');
    },
  };
}

export const httpServer = (handle: http.RequestListener): Server => http.createServer(handle);

/** HTTP/1.1 over TLS, and nothing else. */
export const httpsServer = (certificate: Certificate, handle: http.RequestListener): Server =>
  https.createServer({ ...certificate }, handle);

/** HTTP/2, and HTTP/1.1 for those who offer no other. */
export const http2Server = (
  certificate: Certificate,
  handle: (request: http2.Http2ServerRequest, response: http2.Http2ServerResponse) => void,
  allowHTTP1 = true,
): Server => http2.createSecureServer({ ...certificate, allowHTTP1 }, handle);

/** Speaks whatever `act` does. */
export const tcpServer = (act: (socket: Socket) => void): Server => net.createServer(act);
