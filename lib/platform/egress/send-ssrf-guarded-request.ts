import type { IncomingHttpHeaders } from 'node:http';
import type { Socket } from 'node:net';
import {
  ADDRESS_REFUSAL_MESSAGES,
  type LoopbackPermission,
  mayUrlResolveToLoopback,
  receiverUrlRefusal,
} from './address-rules.ts';
import { exchangeHttpOverConnection, readBodyPrefix } from './exchange.ts';
import { type ResolveHostName, resolveHostName } from './resolve-host-name.ts';
import { startSsrfGuardedConnection, waitUntilConnected } from './ssrf-guarded-connection.ts';
import {
  type ReachedRequestStage,
  requestTimeoutError,
  SsrfGuardedRequestError,
  toSsrfGuardedRequestError,
} from './ssrf-guarded-request-error.ts';

/** Request, permissions and limits of `sendSsrfGuardedRequest`. */
export interface SsrfGuardedRequestOptions {
  method: 'GET' | 'POST';
  headers: Readonly<Record<string, string>>;
  body?: string | undefined;
  allowLoopback: LoopbackPermission;
  /** Limit of the whole request: look-up, connection, TLS, headers and body. */
  timeoutMs: number;
  /** The connection is closed after this number of bytes of the answer's body. */
  maxBytes: number;
  /** Resolver of names; absent: the name servers of this machine. */
  resolve?: ResolveHostName | undefined;
  /** PEM of the authorities that are trusted instead of those of Node. */
  ca?: string | undefined;
}

/** The answer to a guarded request. */
export interface SsrfGuardedRequestAnswer {
  status: number;
  headers: IncomingHttpHeaders;
  /** At most `maxBytes` of the body. */
  bytes: Buffer;
  /** True if the body has more than `maxBytes`. */
  isCut: boolean;
}

/**
 * Sends one HTTP(S) request to an address of a client, over a new connection, by HTTP/1.1 or HTTP/2. TLS is verified, redirects are not
 * followed, and there is no connection to a refused address, whatever its name resolves to.
 * @throws SsrfGuardedRequestError without a complete answer
 */
export async function sendSsrfGuardedRequest(
  text: string,
  options: SsrfGuardedRequestOptions,
): Promise<SsrfGuardedRequestAnswer> {
  const { allowLoopback, timeoutMs, maxBytes, resolve = resolveHostName, ca, method, headers, body } = options;
  const refusal = receiverUrlRefusal(text, allowLoopback);
  if (refusal) throw new SsrfGuardedRequestError(ADDRESS_REFUSAL_MESSAGES[refusal], { isRefused: true });
  const url = new URL(text);
  let stage: ReachedRequestStage = 'connection';
  let socket: Socket | undefined;

  const perform = async (): Promise<SsrfGuardedRequestAnswer> => {
    socket = startSsrfGuardedConnection({ url, loopback: mayUrlResolveToLoopback(text, allowLoopback), resolve, ca });
    await waitUntilConnected(socket, url);
    stage = 'answer';
    const sent = body === undefined ? undefined : Buffer.from(body);
    const answer = await exchangeHttpOverConnection(socket, { url, method, headers, body: sent });
    stage = 'body';
    return { status: answer.status, headers: answer.headers, ...(await readBodyPrefix(answer.body, maxBytes)) };
  };

  const late = Promise.withResolvers<never>();
  const timer = setTimeout(() => late.reject(requestTimeoutError(stage, timeoutMs)), timeoutMs);
  try {
    return await Promise.race([perform(), late.promise]);
  } catch (error) {
    throw toSsrfGuardedRequestError(error);
  } finally {
    clearTimeout(timer);
    // A receiver may still send on a connection that has ended. Its error needs a listener, or it ends the process.
    socket?.on('error', () => undefined);
    socket?.destroy();
  }
}
