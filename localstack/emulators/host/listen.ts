import type { Server } from 'node:http';
import { createServer, type Server as NetServer } from 'node:net';
import { StartError } from './start-error.ts';

export interface Listening {
  port: number;
  /** Takes no more connections. */
  refuse(): void;
  /** Frees the port and drops what connections are left. Idempotent. */
  close(): Promise<void>;
}

/** Systems without IPv6 lack ::1; everything works on 127.0.0.1 there. */
const NO_SUCH_ADDRESS = new Set(['EADDRNOTAVAIL', 'EAFNOSUPPORT']);

/**
 * Lets an HTTP server answer on one port of several loopback addresses; the first must be there, the others may not
 * exist on this machine. Port 0 takes a free one. Throws `StartError`, naming `variable`, when the port is taken.
 */
export async function listenOn(
  server: Server,
  options: { port: number; hosts: readonly [string, ...string[]]; variable: string },
): Promise<Listening> {
  const [first, ...others] = options.hosts;
  for (let attempt = 0; ; attempt++) {
    const open: NetServer[] = [];
    try {
      const port = await listen(server, first, options.port);
      open.push(server);
      for (const host of others) {
        // Its own socket, whose connections the one HTTP server serves.
        const door = createServer({ noDelay: true, allowHalfOpen: true }, (socket) =>
          server.emit('connection', socket),
        );
        const there = await listen(door, host, port).catch((error: NodeJS.ErrnoException) => {
          if (!NO_SUCH_ADDRESS.has(error.code ?? '')) throw error;
        });
        if (there !== undefined) open.push(door);
      }
      let refusing: Promise<unknown> | undefined;
      const refuse = () => {
        refusing ??= closeAll(open);
        return refusing;
      };
      return {
        port,
        refuse: () => void refuse(),
        async close() {
          const closed = refuse();
          server.closeAllConnections();
          await closed;
        },
      };
    } catch (error) {
      await closeAll(open);
      if ((error as NodeJS.ErrnoException).code !== 'EADDRINUSE') throw error;
      // A free port of one address may be taken on another: with port 0 the next one is tried.
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
