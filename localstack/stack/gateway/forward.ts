import { type Agent, request as httpRequest, type IncomingMessage, type ServerResponse } from 'node:http';
import { buffer } from 'node:stream/consumers';
import { compressAnswerBodyIfAccepted } from './compress-answer.ts';

/** Options of `forwardRequest`. */
export interface ForwardOptions {
  request: IncomingMessage;
  response: ServerResponse;
  body: Buffer;
  /** Port of the API process on 127.0.0.1. */
  port: number;
  /** Keeps connections to the API process. */
  agent: Agent;
  timeoutMs: number;
  /** Bytes from which the body of an answer is compressed; undefined: none is. */
  compressFrom?: number | undefined;
}

/** Methods of requests that may be sent twice. */
const REPEATABLE_METHODS = new Set(['GET', 'HEAD', 'OPTIONS']);

/**
 * Headers that belong to the connection, one that changes serverless-offline, which clients must not send, the one for which
 * serverless-offline would compress (the gateway does it, in one piece), and those for which it would answer with a part, as API Gateway
 * does not.
 */
const UNFORWARDED_HEADERS = new Set([
  'accept-encoding',
  'connection',
  'expect',
  'if-range',
  'keep-alive',
  'proxy-connection',
  'range',
  'sls-offline-authorizer-override',
  'te',
  'trailer',
  'transfer-encoding',
  'upgrade',
]);

/** Lists the header lines to forward, in their original order and spelling. */
function headerLines(request: IncomingMessage, body: Buffer): string[] {
  const lines: string[] = [];
  for (let index = 0; index < request.rawHeaders.length; index += 2) {
    const [name = '', value = ''] = request.rawHeaders.slice(index, index + 2);
    const lowerCaseName = name.toLowerCase();
    if (!UNFORWARDED_HEADERS.has(lowerCaseName) && lowerCaseName !== 'content-length') lines.push(name, value);
  }
  if (body.length > 0 || request.headers['content-length'] !== undefined)
    lines.push('Content-Length', String(body.length));
  return lines;
}

/**
 * The outcome of a request. `unseen` means that there is no process, or that a kept connection broke and the request may be sent again.
 * An object has the status of the gateway's answer, because no handler answered; `broken` means that the connection ended before an
 * answer, most likely because the process ended.
 */
export type GatewayForwardOutcome = 'answered' | 'unseen' | { status: number; reason: string; broken?: boolean };

/**
 * Passes a request to the API process and the answer to the client, unless no handler made the answer:
 * handlers put `x-request-id` on all their answers.
 */
export function forwardRequest({
  request,
  response,
  body,
  port,
  agent,
  timeoutMs,
  compressFrom,
}: ForwardOptions): Promise<GatewayForwardOutcome> {
  const { promise, resolve } = Promise.withResolvers<GatewayForwardOutcome>();
  const isRepeatable = REPEATABLE_METHODS.has(request.method ?? '');
  const upstream = httpRequest({
    host: '127.0.0.1',
    port,
    // If a kept connection breaks, nothing shows whether its process received the request. So each request that must not be
    // repeated gets a new connection.
    agent: isRepeatable ? agent : false,
    method: request.method,
    path: request.url,
    headers: headerLines(request, body),
    setHost: false,
  });
  const timer = setTimeout(() => resolve({ status: 504, reason: `no answer in ${timeoutMs} ms` }), timeoutMs);
  // The event follows the last byte of an answer, and also the client's disconnection.
  const onClosed = () => resolve('answered');
  response.once('close', onClosed);
  upstream.on('error', (error: NodeJS.ErrnoException) =>
    resolve(
      error.code === 'ECONNREFUSED' || (upstream.reusedSocket && !response.headersSent)
        ? 'unseen'
        : { status: 502, reason: error.message, broken: true },
    ),
  );
  upstream.once('response', (answer) => {
    const status = answer.statusCode ?? 502;
    if (answer.headers['x-request-id'] === undefined) {
      // A success without `x-request-id` is serverless-offline's answer for the error of a handler.
      resolve({ status: status < 400 ? 502 : status, reason: 'no handler answered' });
      return;
    }
    passOn(answer, { request, response, compressFrom }).catch((error: Error) =>
      resolve({ status: 502, reason: error.message, broken: true }),
    );
  });
  upstream.end(body);
  return promise.finally(() => {
    clearTimeout(timer);
    response.off('close', onClosed);
    upstream.destroy();
  });
}

/** Writes an answer in one piece: each write takes longer than all of the gateway's work on it. */
async function passOn(
  answer: IncomingMessage,
  { request, response, compressFrom }: Pick<ForwardOptions, 'request' | 'response' | 'compressFrom'>,
): Promise<void> {
  const body = await buffer(answer);
  const acceptEncoding = request.headers['accept-encoding'];
  const { 'content-type': contentType, 'content-encoding': contentEncoding } = answer.headers;
  const compressedBytes = await compressAnswerBodyIfAccepted(
    { acceptEncoding, contentType, contentEncoding, body },
    compressFrom,
  );
  const isBodiless = answer.statusCode === 204 || answer.statusCode === 304 || request.method === 'HEAD';
  const lines = forwardedLines(answer, compressedBytes === undefined ? new Set() : PLAIN_BODY_HEADERS);
  if (compressedBytes !== undefined)
    lines.push('content-encoding', 'gzip', 'content-length', String(compressedBytes.length));
  else if (!isBodiless && answer.headers['content-length'] === undefined)
    lines.push('content-length', String(body.length));
  response.writeHead(answer.statusCode ?? 502, lines);
  response.end(compressedBytes ?? body);
}

/** Headers of a body that is not compressed. */
const PLAIN_BODY_HEADERS = new Set(['content-length', 'accept-ranges']);
/** Headers of an answer that belong to the connection. */
const CONNECTION_HEADERS = new Set(['connection', 'keep-alive', 'transfer-encoding']);

function forwardedLines(answer: IncomingMessage, droppedHeaders: ReadonlySet<string>): string[] {
  const lines: string[] = [];
  for (let index = 0; index < answer.rawHeaders.length; index += 2) {
    const [name = '', value = ''] = answer.rawHeaders.slice(index, index + 2);
    const lowerCaseName = name.toLowerCase();
    if (!CONNECTION_HEADERS.has(lowerCaseName) && !droppedHeaders.has(lowerCaseName)) lines.push(name, value);
  }
  return lines;
}
