import { randomBytes } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { addBucketCorsHeaders, answerPreflight } from './cors.ts';
import { S3Error } from './errors.ts';
import { type EvictedObjectCounts, evictObjects, type S3EvictionRules } from './evict.ts';
import { effectiveS3Headers, type S3Exchange, sendEmptyS3Response, sendS3Document } from './exchange.ts';
import { expireObjects, type S3ExpiryCounts } from './lifecycle.ts';
import { selectS3Operation } from './operations.ts';
import { type AddressSignedByClient, authenticateS3Request } from './sigv4.ts';
import { S3Store } from './store.ts';
import { parseS3Target } from './target.ts';
import { renderS3Xml } from './xml.ts';

/** Options of `createS3Handler`. */
export interface S3Options {
  /** The folder of all data. Only one process may use it at a time. */
  dir: string;
  /** Secrets by access key id. */
  credentials: Record<string, string>;
  /** The time in milliseconds since the epoch. */
  now?: () => number;
  log?: (line: string) => void;
}

/** A request listener. The server, with its address and timeouts, belongs to the caller. */
export interface S3RequestListener {
  (request: IncomingMessage, response: ServerResponse): void;
  /** Answers a request whose client knows the bucket by another address. @param url path and query from the bucket's name on */
  answerAt(request: IncomingMessage, response: ServerResponse, url: string, signedAddress: AddressSignedByClient): void;
  /** Applies the lifecycle rules of all buckets as of `now` (ms). Call it about every hour. */
  expire(now: number): S3ExpiryCounts;
  /** Removes objects that may go, the oldest first, until enough bytes are free. */
  evict(eviction: S3EvictionRules): Promise<EvictedObjectCounts>;
}

/**
 * Makes a listener with S3's REST interface, path style, for the files in `dir`. Every request except a
 * CORS preflight must be signed (SigV4, in header or query) with one of `credentials`, for the Host that it was sent to.
 * @throws Error if the files cannot be read
 */
export async function createS3Handler(options: S3Options): Promise<S3RequestListener> {
  const { credentials, now = Date.now, log = () => {} } = options;
  const store = new S3Store(options.dir, log);

  async function answer(
    request: IncomingMessage,
    response: ServerResponse,
    url = request.url ?? '',
    signedAddress?: AddressSignedByClient,
  ): Promise<void> {
    const target = parseS3Target(url);
    const bucket = store.findBucket(target.bucket);
    if (request.method === 'OPTIONS') return answerPreflight(request, response, bucket);
    // Set before the signature is checked: a page's script has to be able to read an error.
    addBucketCorsHeaders(request, response, bucket);
    const authentication = authenticateS3Request(request, target, credentials, now(), signedAddress);
    const headers = effectiveS3Headers(request, target, authentication.isPresigned);
    const exchange: S3Exchange = {
      request,
      response,
      target,
      authentication,
      store,
      now: now(),
      header: (name) => headers.get(name),
      headerNames: [...headers.keys()],
    };
    await selectS3Operation(exchange).run(exchange);
  }

  const handle = (
    request: IncomingMessage,
    response: ServerResponse,
    ...address: [url?: string, signed?: AddressSignedByClient]
  ): void => {
    const requestId = randomBytes(8).toString('hex').toUpperCase();
    response.setHeader('x-amz-request-id', requestId);
    answer(request, response, ...address).catch((error: unknown) =>
      answerError(request, response, requestId, error, log),
    );
  };
  return Object.assign((request: IncomingMessage, response: ServerResponse) => handle(request, response), {
    answerAt: handle,
    expire: (time: number) => expireObjects(store, time),
    evict: (eviction: S3EvictionRules) => evictObjects(store, eviction),
  });
}

function answerError(
  request: IncomingMessage,
  response: ServerResponse,
  requestId: string,
  error: unknown,
  log: (line: string) => void,
): void {
  // The client has disconnected, or has a part of an answer already: a closed connection shows that it is incomplete.
  if (response.headersSent || response.destroyed || isDisconnect(error)) {
    if (!isDisconnect(error)) log(`S3: ${request.method} ${request.url} broke off: ${describeError(error)}`);
    response.destroy();
    return;
  }
  const refusal = error instanceof S3Error ? error : new S3Error('InternalError');
  if (refusal !== error) log(`S3: ${request.method} ${request.url} failed: ${describeError(error)}`);
  // The rest of the body must be read, or the client would never read the answer.
  request.resume();
  if (request.method === 'HEAD') {
    sendEmptyS3Response(response, refusal.status, refusal.headers);
    return;
  }
  const { code: Code, message: Message, status, headers } = refusal;
  const Resource = (request.url ?? '').split('?')[0];
  sendS3Document(
    response,
    status,
    renderS3Xml('Error', { Code, Message, Resource, RequestId: requestId }, ''),
    headers,
  );
}

function isDisconnect(error: unknown): boolean {
  const code = (error as NodeJS.ErrnoException | undefined)?.code ?? '';
  return ['ERR_STREAM_PREMATURE_CLOSE', 'ECONNRESET', 'EPIPE', 'ERR_STREAM_DESTROYED', 'ABORT_ERR'].includes(code);
}

function describeError(error: unknown): string {
  return error instanceof Error ? (error.stack ?? error.message) : String(error);
}
