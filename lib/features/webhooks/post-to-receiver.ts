import {
  type LoopbackPermission,
  type ResolveHostName,
  SsrfGuardedRequestError,
  sendSsrfGuardedRequest,
} from '#platform/egress/public.ts';
import { NoReceiverResponseError, type PostToReceiver } from './ports.ts';

/** The maximum duration of a whole attempt: name resolution, connection, TLS, headers and body. */
export const DELIVERY_ATTEMPT_TIMEOUT_MS = 15_000;
/** The maximum number of bytes that are read of a response, and of bytes of UTF-8 in an excerpt. */
const MAX_EXCERPT_BYTES = 2048;

/** The user agent of deliveries, which contains the address of the documentation. @param baseUrl base URL of the API */
export const deliveryUserAgent = (baseUrl: string | undefined): string =>
  `Video-Timeline-Render-Service-Webhooks/1.0 (+${baseUrl === undefined ? 'https://www.standardwebhooks.com' : `${baseUrl}/docs`})`;

/** Settings of the connections to receivers. */
export interface ReceiverConnectionSettings {
  allowLoopback: LoopbackPermission;
  /** The base URL of the API with its version. The user agent names its documentation. */
  baseUrl?: string | undefined;
  /** Resolves host names. Absent: the name servers of this machine. */
  resolve?: ResolveHostName | undefined;
  /** CA certificates to trust, in PEM. Absent: Node's. */
  ca?: string | undefined;
}

/** Seconds that `Retry-After` asks to wait, a number or a date; undefined if it is absent, invalid or past. */
function retryAfterOf(header: string | undefined, nowMs: number): number | undefined {
  if (header === undefined) return undefined;
  const seconds = /^\d+$/.test(header) ? Number(header) : (Date.parse(header) - nowMs) / 1000;
  return Number.isFinite(seconds) && seconds > 0 ? seconds : undefined;
}

/** Decodes bytes as UTF-8. A character that is incomplete at the end is left out. */
const decodeWholeCharacters = (bytes: Uint8Array): string =>
  new TextDecoder('utf-8', { ignoreBOM: true }).decode(bytes, { stream: true });

/**
 * The beginning of a response as text: at most 2,048 bytes of UTF-8. Bytes that are not UTF-8, and control characters except line feed
 * and tab, become U+FFFD. It has 3 bytes, so the limit is applied after the replacement.
 */
export function responseExcerpt(bytes: Uint8Array): string {
  const text = decodeWholeCharacters(bytes)
    .replace(/\r\n?/g, '\n')
    .replace(/(?![\n\t])\p{Cc}/gu, '\u{FFFD}');
  return decodeWholeCharacters(Buffer.from(text).subarray(0, MAX_EXCERPT_BYTES));
}

/** Posts to a receiver within 15 s. Keeps at most 2 KB of the response and does not read the rest. */
export const postToReceiver =
  ({ baseUrl, ...settings }: ReceiverConnectionSettings): PostToReceiver =>
  async (url, headers, body) => {
    try {
      const answer = await sendSsrfGuardedRequest(url, {
        ...settings,
        method: 'POST',
        headers: { 'user-agent': deliveryUserAgent(baseUrl), ...headers },
        body,
        timeoutMs: DELIVERY_ATTEMPT_TIMEOUT_MS,
        maxBytes: MAX_EXCERPT_BYTES,
      });
      return {
        status: answer.status,
        retry_after_seconds: retryAfterOf(answer.headers['retry-after'], Date.now()),
        excerpt: responseExcerpt(answer.bytes),
      };
    } catch (error) {
      if (!(error instanceof SsrfGuardedRequestError)) throw error;
      throw new NoReceiverResponseError(error.message, { isTimeout: error.isTimeout, cause: error });
    }
  };
