import { lookup as dnsLookup, type LookupAddress } from 'node:dns';
import http, { type IncomingHttpHeaders } from 'node:http';
import https from 'node:https';
import { isIP, type LookupFunction } from 'node:net';
import { isRefusedAddress, mayBeLoopback, refusalOf } from './address-rules.ts';

export interface GuardedRequest {
  method: 'GET' | 'POST';
  headers: Readonly<Record<string, string>>;
  body?: string | undefined;
  /** The local stack: also http, and of the private addresses those spelled as this machine. */
  allowLoopback: boolean;
  /** Over all: name, connection, headers and body. */
  timeoutMs: number;
  /** The connection is closed after so many bytes of the answer's body. */
  maxBytes: number;
}

export interface GuardedAnswer {
  status: number;
  headers: IncomingHttpHeaders;
  /** At most `maxBytes` of the body. */
  bytes: Buffer;
  /** The body has more than `maxBytes`. */
  isCut: boolean;
}

/** There was no answer. The message names nothing of our own network: it may be shown. */
export class GuardedFault extends Error {
  override name = 'GuardedFault';
  /** The address is one that nothing may connect to. */
  readonly isRefused: boolean;

  constructor(message: string, { isRefused = false, cause }: { isRefused?: boolean; cause?: unknown } = {}) {
    super(message, { cause });
    this.isRefused = isRefused;
  }
}

const REFUSED = 'EREFUSED_ADDRESS';

/**
 * A lookup that fails for a name with any refused address. It runs at the connection itself, so a name that changes its
 * address after it was checked gains nothing.
 */
const guardedLookup =
  (allowLoopback: boolean): LookupFunction =>
  (hostname, options, callback) => {
    dnsLookup(hostname, { ...options, all: true }, (error, addresses: LookupAddress[]) => {
      const [first] = addresses ?? [];
      if (error || !first) {
        callback(error ?? Object.assign(new Error('no address'), { code: 'ENOTFOUND' }), '', 0);
        return;
      }
      if (addresses.some(({ address }) => isRefusedAddress(address, allowLoopback))) {
        callback(Object.assign(new Error('the address is refused'), { code: REFUSED }), '', 0);
        return;
      }
      if (options.all) callback(null, addresses);
      else callback(null, first.address, first.family);
    });
  };

function faultOf(error: unknown, timeoutMs: number): GuardedFault {
  const faults: Readonly<Record<string, string>> = {
    ENOTFOUND: 'The host name does not resolve.',
    ECONNREFUSED: 'The connection was refused.',
    ECONNRESET: 'The connection was reset.',
    [REFUSED]: 'The host name resolves to a private, local or reserved address.',
    ABORT_ERR: `The receiver did not answer within ${timeoutMs / 1000} s.`,
  };
  const code = error instanceof Error && 'code' in error ? String(error.code) : '';
  return new GuardedFault(faults[code] ?? 'The connection failed.', { isRefused: code === REFUSED, cause: error });
}

/**
 * One HTTP(S) request to an address that a client named: a connection of its own, TLS verified, no redirect followed, no
 * refused address connected to, whatever its name resolves to. @throws GuardedFault without an answer.
 */
export function guardedRequest(url: string, options: GuardedRequest): Promise<GuardedAnswer> {
  const { method, headers, body, allowLoopback, timeoutMs, maxBytes } = options;
  const { promise, resolve, reject } = Promise.withResolvers<GuardedAnswer>();
  const loopback = mayBeLoopback(url, allowLoopback);
  const host = URL.canParse(url) ? new URL(url).hostname.replace(/^\[|\]$/g, '') : '';
  // A literal address is never looked up, so it is judged here.
  if (refusalOf(url, allowLoopback) || (isIP(host) !== 0 && isRefusedAddress(host, loopback))) {
    reject(new GuardedFault('The address is private, local or reserved.', { isRefused: true }));
    return promise;
  }
  const { request } = new URL(url).protocol === 'https:' ? https : http;
  const bytes = body === undefined ? undefined : Buffer.from(body);
  const fail = (error?: unknown) => reject(faultOf(error, timeoutMs));
  const outgoing = request(url, {
    method,
    headers: { ...headers, ...(bytes ? { 'content-length': bytes.length } : {}), connection: 'close' },
    agent: false,
    lookup: guardedLookup(loopback),
    signal: AbortSignal.timeout(timeoutMs),
  });
  outgoing.on('error', fail);
  // A connection can also go without an error or an answer: a receiver that switches protocols, for one.
  outgoing.on('close', () => fail());
  outgoing.on('response', (response) => {
    const kept: Buffer[] = [];
    let length = 0;
    const finish = () => {
      resolve({
        status: response.statusCode ?? 0,
        headers: response.headers,
        bytes: Buffer.concat(kept).subarray(0, maxBytes),
        isCut: length > maxBytes,
      });
      response.destroy();
    };
    response.on('data', (chunk: Buffer) => {
      kept.push(chunk);
      length += chunk.length;
      if (length > maxBytes) finish();
    });
    response.on('end', finish);
    response.on('error', fail);
  });
  outgoing.end(bytes);
  return promise;
}
