import { once } from 'node:events';
import { isIP, Socket } from 'node:net';
import { RequestFilteringHttpAgent, RequestFilteringHttpsAgent } from 'request-filtering-agent';
import { hostOfUrl, LOOPBACK_ADDRESSES, portOfUrl, unmappedIpAddress } from './address-rules.ts';
import { createSsrfGuardedLookup, type ResolveHostName } from './resolve-host-name.ts';

/**
 * Longest time for the connection to one address of a name, in milliseconds. Node's default of 250 ms is too short for a distant receiver,
 * and for a lost first packet, which is sent again after a second.
 */
const ATTEMPT_TIMEOUT_MS = 2_500;

/** Target of a connection, and what it may reach and trust. */
export interface SsrfGuardedConnectionOptions {
  /** A URL that `receiverUrlRefusal` allows. */
  url: URL;
  /** True if its host may be this machine. */
  loopback: boolean;
  resolve: ResolveHostName;
  /** PEM of the authorities that are trusted instead of those of Node. */
  ca?: string | undefined;
}

/**
 * Starts a connection through the filtering agent. The agent checks a literal address before it connects, and every address of a name
 * between look-up and connection. So a name that changes its address after a check (DNS rebinding) is also refused. TLS is verified even if
 * the environment disables that, and HTTP/2 and HTTP/1.1 are offered by ALPN. Each connection has a new agent without a pool, TLS sessions
 * or a proxy, so that nothing is reused.
 * @throws TypeError if the agent makes something other than a socket
 */
export function startSsrfGuardedConnection({ url, loopback, resolve, ca }: SsrfGuardedConnectionOptions): Socket {
  const filter = {
    allowIPAddressList: loopback ? LOOPBACK_ADDRESSES : [],
    keepAlive: false,
  };
  const host = unmappedIpAddress(hostOfUrl(url));
  const target = {
    host,
    port: portOfUrl(url),
    lookup: createSsrfGuardedLookup(resolve),
    autoSelectFamilyAttemptTimeout: ATTEMPT_TIMEOUT_MS,
  };
  const tls = {
    // A name may end in a dot, which SNI does not allow.
    servername: isIP(host) === 0 ? host.replace(/\.+$/, '') : '',
    ALPNProtocols: ['h2', 'http/1.1'],
    // Certificates are verified even with NODE_TLS_REJECT_UNAUTHORIZED=0.
    rejectUnauthorized: true,
    minVersion: 'TLSv1.2',
    ca,
  } as const;
  const socket =
    url.protocol === 'https:'
      ? new RequestFilteringHttpsAgent({ ...filter, maxCachedSessions: 0 }).createConnection({ ...target, ...tls })
      : new RequestFilteringHttpAgent(filter).createConnection(target);
  if (!(socket instanceof Socket)) throw new TypeError('The agent gave no socket.');
  return socket;
}

/** Resolves when requests can be sent; over TLS, when the handshake is done and the certificate was verified. */
export const waitUntilConnected = (socket: Socket, url: URL): Promise<unknown> =>
  once(socket, url.protocol === 'https:' ? 'secureConnect' : 'connect');
