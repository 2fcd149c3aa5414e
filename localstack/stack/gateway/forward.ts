import { type Agent, request as httpRequest, type IncomingMessage, type ServerResponse } from 'node:http';

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
}

/** Methods of requests that may be sent twice. */
const REPEATABLE = new Set(['GET', 'HEAD', 'OPTIONS']);

/** Headers that belong to the connection, and one that changes serverless-offline, which clients must not send. */
const NOT_FORWARDED = new Set([
  'connection',
  'expect',
  'keep-alive',
  'proxy-connection',
  'sls-offline-authorizer-override',
  'te',
  'trailer',
  'transfer-encoding',
  'upgrade',
]);

/** Lists the header lines to forward, in their original order and spelling. */
function headerLines(request: IncomingMessage, body: Buffer): string[] {
  const lines: string[] = [];
  for (let i = 0; i < request.rawHeaders.length; i += 2) {
    const [name = '', value = ''] = request.rawHeaders.slice(i, i + 2);
    const key = name.toLowerCase();
    if (!NOT_FORWARDED.has(key) && key !== 'content-length') lines.push(name, value);
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
export type ForwardOutcome = 'answered' | 'unseen' | { status: number; reason: string; broken?: boolean };

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
}: ForwardOptions): Promise<ForwardOutcome> {
  const { promise, resolve } = Promise.withResolvers<ForwardOutcome>();
  const isRepeatable = REPEATABLE.has(request.method ?? '');
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
    clearTimeout(timer);
    const status = answer.statusCode ?? 502;
    if (answer.headers['x-request-id'] === undefined) {
      // A success without `x-request-id` is serverless-offline's answer for the error of a handler.
      resolve({ status: status < 400 ? 502 : status, reason: 'no handler answered' });
      return;
    }
    answer.once('error', () => response.destroy());
    response.writeHead(status, withoutConnection(answer));
    answer.pipe(response);
  });
  upstream.end(body);
  return promise.finally(() => {
    clearTimeout(timer);
    response.off('close', onClosed);
    upstream.destroy();
  });
}

function withoutConnection(answer: IncomingMessage): string[] {
  const lines: string[] = [];
  for (let i = 0; i < answer.rawHeaders.length; i += 2) {
    const [name = '', value = ''] = answer.rawHeaders.slice(i, i + 2);
    const key = name.toLowerCase();
    if (key !== 'connection' && key !== 'keep-alive' && key !== 'transfer-encoding') lines.push(name, value);
  }
  return lines;
}
