import type { Server } from 'node:http';
import { createServer, type Server as NetServer } from 'node:net';
import { StartError } from './start-error.ts';

/** A listening server. */
export interface ListeningServer {
  port: number;
  /** Accepts no more connections. */
  refuse(): void;
  /** Frees the port and closes the remaining connections. May be called again. */
  close(): Promise<void>;
}

/** Error codes of a system without IPv6, where 127.0.0.1 is enough. */
const NO_SUCH_ADDRESS = new Set(['EADDRNOTAVAIL', 'EAFNOSUPPORT']);

/**
 * Makes an HTTP server listen on the same port of several loopback addresses. The first must exist on this machine, the
 * others need not. Port 0 stands for any free one.
 * @throws StartError that names `variable`, if the port is taken
 */
export async function listenOnLoopbackAddresses(
  server: Server,
  options: { port: number; hosts: readonly [string, ...string[]]; variable: string },
): Promise<ListeningServer> {
  const [firstHost, ...otherHosts] = options.hosts;
  for (let attempt = 0; ; attempt++) {
    const openServers: NetServer[] = [];
    try {
      const port = await listen(server, firstHost, options.port);
      openServers.push(server);
      for (const host of otherHosts) {
        // Another socket, whose connections the same HTTP server serves.
        const extraServer = createServer({ noDelay: true, allowHalfOpen: true }, (socket) =>
          server.emit('connection', socket),
        );
        const listeningPort = await listen(extraServer, host, port).catch((error: NodeJS.ErrnoException) => {
          if (!NO_SUCH_ADDRESS.has(error.code ?? '')) throw error;
        });
        if (listeningPort !== undefined) openServers.push(extraServer);
      }
      let closePromise: Promise<unknown> | undefined;
      const refuse = () => {
        closePromise ??= closeAll(openServers);
        return closePromise;
      };
      return {
        port,
        refuse: () => void refuse(),
        async close() {
          const allClosed = refuse();
          server.closeAllConnections();
          await allClosed;
        },
      };
    } catch (error) {
      await closeAll(openServers);
      if ((error as NodeJS.ErrnoException).code !== 'EADDRINUSE') throw error;
      // A port that is free on one address may be taken on another: with port 0, the next one is tried.
      if (options.port === 0 && attempt < 5) continue;
      throw new StartError(`Port ${options.port} is taken; stop what uses it or set ${options.variable}`);
    }
  }
}

const closeAll = (servers: readonly NetServer[]): Promise<unknown> =>
  Promise.all(servers.map((server) => new Promise((resolve) => server.close(resolve))));

function listen(server: NetServer, host: string, port: number): Promise<number> {
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen({ host, port, ipv6Only: host.includes(':') }, () => {
      server.off('error', reject);
      const address = server.address();
      if (address !== null && typeof address === 'object') resolve(address.port);
      else reject(new Error('The server has no port'));
    });
  });
}
