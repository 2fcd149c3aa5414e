import { randomBytes } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { allowOrigin, answerPreflight } from './cors.ts';
import { S3Error } from './errors.ts';
import { type Exchange, effectiveHeaders, sendDocument, sendEmpty } from './exchange.ts';
import { type ExpiryCounts, expireObjects } from './lifecycle.ts';
import { selectOperation } from './operations.ts';
import { authenticateS3Request } from './sigv4.ts';
import { S3Store } from './store.ts';
import { parseTarget } from './target.ts';
import { renderXml } from './xml.ts';

export interface S3Options {
  /** Everything is kept under this folder. It must belong to one process at a time. */
  dir: string;
  /** Access key id → secret. */
  credentials: Record<string, string>;
  /** ms since the epoch. */
  now?: () => number;
  log?: (line: string) => void;
}

/** A request listener; the rest of the server around it (timeouts, address) is its owner's. */
export interface S3Handler {
  (request: IncomingMessage, response: ServerResponse): void;
  /** Carries out the lifecycle rules of all buckets as of `now` (ms); to be called about hourly. */
  expire(now: number): ExpiryCounts;
}

/**
 * S3's REST interface, path style, over the files under `dir`; rejects when they cannot be read. Every request but a
 * CORS preflight must be signed (SigV4, in header or query) with one of `credentials`, for the Host that it was sent to.
 */
export async function createS3Handler(options: S3Options): Promise<S3Handler> {
  const { credentials, now = Date.now, log = () => {} } = options;
  const store = new S3Store(options.dir, log);

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const target = parseTarget(request.url ?? '');
    const bucket = store.findBucket(target.bucket);
    if (request.method === 'OPTIONS') return answerPreflight(request, response, bucket);
    // Before the signature: a script has to be able to read why it was refused.
    allowOrigin(request, response, bucket);
    const authentication = authenticateS3Request(request, target, credentials, now());
    const headers = effectiveHeaders(request, target, authentication.presigned);
    const exchange: Exchange = {
      request,
      response,
      target,
      authentication,
      store,
      now: now(),
      header: (name) => headers.get(name),
      headerNames: [...headers.keys()],
    };
    await selectOperation(exchange).run(exchange);
  }

  const handler = (request: IncomingMessage, response: ServerResponse): void => {
    const requestId = randomBytes(8).toString('hex').toUpperCase();
    response.setHeader('x-amz-request-id', requestId);
    answer(request, response).catch((error: unknown) => refuse(request, response, requestId, error, log));
  };
  return Object.assign(handler, { expire: (time: number) => expireObjects(store, time) });
}

function refuse(
  request: IncomingMessage,
  response: ServerResponse,
  requestId: string,
  error: unknown,
  log: (line: string) => void,
): void {
  // The client went away, or it has the beginning of an answer already: a cut connection says that this one is bad.
  if (response.headersSent || response.destroyed || isDisconnect(error)) {
    if (!isDisconnect(error)) log(`S3: ${request.method} ${request.url} broke off: ${describe(error)}`);
    response.destroy();
    return;
  }
  const refusal = error instanceof S3Error ? error : new S3Error('InternalError');
  if (refusal !== error) log(`S3: ${request.method} ${request.url} failed: ${describe(error)}`);
  // What is left of the body has to go somewhere, or the client would never come to read the answer.
  request.resume();
  if (request.method === 'HEAD') {
    sendEmpty(response, refusal.status, refusal.headers);
    return;
  }
  const { code: Code, message: Message, status, headers } = refusal;
  const Resource = (request.url ?? '').split('?')[0];
  sendDocument(response, status, renderXml('Error', { Code, Message, Resource, RequestId: requestId }, ''), headers);
}

function isDisconnect(error: unknown): boolean {
  const code = (error as NodeJS.ErrnoException | undefined)?.code ?? '';
  return ['ERR_STREAM_PREMATURE_CLOSE', 'ECONNRESET', 'EPIPE', 'ERR_STREAM_DESTROYED', 'ABORT_ERR'].includes(code);
}

function describe(error: unknown): string {
  return error instanceof Error ? (error.stack ?? error.message) : String(error);
}
