import { lookup as dnsLookup, type LookupAddress } from 'node:dns';
import { lookup as resolveAll } from 'node:dns/promises';
import http from 'node:http';
import https from 'node:https';
import { isIP, type LookupFunction } from 'node:net';
import { isRefusedAddress, mayBeLoopback, refusalOf } from './address-rules.ts';
import { type PostAnswer, PostFault, type PostToReceiver, type Resolve } from './ports.ts';

/** Over all: name, connection, headers and body. */
const TIMEOUT_MS = 15_000;
const EXCERPT_BYTES = 2048;

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
        callback(Object.assign(new Error('the address is refused'), { code: 'EREFUSED_ADDRESS' }), '', 0);
        return;
      }
      if (options.all) callback(null, addresses);
      else callback(null, first.address, first.family);
    });
  };

const FAULTS: Readonly<Record<string, string>> = {
  ENOTFOUND: 'The host name does not resolve.',
  ECONNREFUSED: 'The connection was refused.',
  ECONNRESET: 'The connection was reset.',
  EREFUSED_ADDRESS: 'The host name resolves to a private, local or reserved address.',
  ABORT_ERR: 'The receiver did not answer within 15 s.',
};

const faultOf = (error: unknown): PostFault => {
  const code = error instanceof Error && 'code' in error ? String(error.code) : '';
  return new PostFault(FAULTS[code] ?? 'The connection failed.', { cause: error });
};

function retryAfterOf(header: string | undefined, now: number): number | undefined {
  if (header === undefined) return undefined;
  const seconds = /^\d+$/.test(header) ? Number(header) : (Date.parse(header) - now) / 1000;
  return Number.isFinite(seconds) && seconds > 0 ? seconds : undefined;
}

/** Posts over HTTP(S): one connection a try, TLS verified, no redirect followed, at most 2 KB of the answer kept. */
export const httpPost =
  (allowLoopback: boolean): PostToReceiver =>
  (url, headers, body) =>
    new Promise<PostAnswer>((resolve, reject) => {
      const loopback = mayBeLoopback(url, allowLoopback);
      const host = URL.canParse(url) ? new URL(url).hostname.replace(/^\[|\]$/g, '') : '';
      // A literal address is never looked up, so it is judged here.
      if (refusalOf(url, allowLoopback) || (isIP(host) !== 0 && isRefusedAddress(host, loopback))) {
        reject(new PostFault('The address is private, local or reserved.'));
        return;
      }
      const { request } = new URL(url).protocol === 'https:' ? https : http;
      const bytes = Buffer.from(body);
      const outgoing = request(url, {
        method: 'POST',
        headers: { ...headers, 'content-length': bytes.length, connection: 'close' },
        agent: false,
        lookup: guardedLookup(loopback),
        signal: AbortSignal.timeout(TIMEOUT_MS),
      });
      outgoing.on('error', (error) => reject(faultOf(error)));
      // A connection can also go without an error or an answer: a receiver that switches protocols, for one.
      outgoing.on('close', () => reject(faultOf(undefined)));
      outgoing.on('response', (response) => {
        const kept: Buffer[] = [];
        let length = 0;
        const finish = () => {
          resolve({
            status: response.statusCode ?? 0,
            retry_after_seconds: retryAfterOf(response.headers['retry-after'], Date.now()),
            excerpt: Buffer.concat(kept).subarray(0, EXCERPT_BYTES).toString('utf8'),
          });
          response.destroy();
        };
        response.on('data', (chunk: Buffer) => {
          kept.push(chunk);
          length += chunk.length;
          if (length >= EXCERPT_BYTES) finish();
        });
        response.on('end', finish);
        response.on('error', (error) => reject(faultOf(error)));
      });
      outgoing.end(bytes);
    });

/** The addresses of a name as this machine sees them now. */
export const resolveName: Resolve = async (hostname) => {
  try {
    return (await resolveAll(hostname, { all: true })).map(({ address }) => address);
  } catch {
    return [];
  }
};
