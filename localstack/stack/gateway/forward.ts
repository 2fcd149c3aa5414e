import { type Agent, request as httpRequest, type IncomingMessage, type ServerResponse } from 'node:http';

export interface ForwardOptions {
  request: IncomingMessage;
  response: ServerResponse;
  body: Buffer;
  /** Port of the API process on 127.0.0.1. */
  port: number;
  /** Keeps connections to it. */
  agent: Agent;
  timeoutMs: number;
}

/** Requests that a process may see twice. */
const REPEATABLE = new Set(['GET', 'HEAD', 'OPTIONS']);

/** Headers of the connection, not of the message; and a switch of serverless-offline that clients must not reach. */
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

/** Header lines as they came, in their order and spelling, except those above. */
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
 * `unseen`: there is no process, or a kept connection broke and the request may be sent again. An object: what the gateway has
 * to answer, since no handler did; `broken` when the connection ended before an answer, most likely together with the process.
 */
export type ForwardOutcome = 'answered' | 'unseen' | { status: number; reason: string; broken?: boolean };

/**
 * Hands a request to the API process and its answer to the client. An answer that no handler gave is held back:
 * handlers put `x-request-id` on all they answer.
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
    // A kept connection can break under a request that its process never saw, which cannot be distinguished from one that it did
    // see. Those that must not be repeated have a connection each.
    agent: isRepeatable ? agent : false,
    method: request.method,
    path: request.url,
    headers: headerLines(request, body),
    setHost: false,
  });
  const timer = setTimeout(() => resolve({ status: 504, reason: `no answer in ${timeoutMs} ms` }), timeoutMs);
  // Follows the last byte of an answer as well as a client that goes away.
  const onClose = () => resolve('answered');
  response.once('close', onClose);
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
      // A success without `x-request-id` is the error of a handler, in the words of serverless-offline.
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
    response.off('close', onClose);
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
