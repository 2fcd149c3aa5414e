import { once } from 'node:events';
import http, { type IncomingHttpHeaders } from 'node:http';
import http2 from 'node:http2';
import type { Socket } from 'node:net';
import type { Readable } from 'node:stream';
import { TLSSocket } from 'node:tls';

/** A request to send over an open connection. */
export interface HttpExchangeRequest {
  url: URL;
  method: 'GET' | 'POST';
  /** Lower-case names, without `host` and headers about the connection. */
  headers: Readonly<Record<string, string>>;
  body?: Buffer | undefined;
}

/** An answer whose headers have arrived. */
export interface HttpExchangeAnswer {
  status: number;
  headers: IncomingHttpHeaders;
  body: Readable;
}

/**
 * Sends one request over a connection that is used for nothing else, and resolves when the headers of the answer have arrived; its body is
 * unread. The protocol is the one that was negotiated by ALPN, or else HTTP/1.1. The caller has to destroy the socket, which also ends
 * the body.
 * @throws Error of Node with a `code`, if the connection fails or ends before the answer (`toSsrfGuardedRequestError` reads it)
 */
export const exchangeHttpOverConnection = (
  socket: Socket,
  request: HttpExchangeRequest,
): Promise<HttpExchangeAnswer> =>
  socket instanceof TLSSocket && socket.alpnProtocol === 'h2' ? overHttp2(socket, request) : overHttp1(socket, request);

const contentLength = (body: Buffer | undefined): Record<string, string> =>
  body === undefined ? {} : { 'content-length': String(body.length) };

async function overHttp1(
  socket: Socket,
  { url, method, headers, body }: HttpExchangeRequest,
): Promise<HttpExchangeAnswer> {
  const outgoing = http.request({
    createConnection: () => socket,
    method,
    path: url.pathname + url.search,
    headers: { ...headers, ...contentLength(body), host: url.host, connection: 'close' },
  });
  // A failure after the start of the answer is reported by its body.
  outgoing.on('error', () => undefined);
  const answered = firstOf<[http.IncomingMessage]>(outgoing, 'response');
  outgoing.end(body);
  const [response] = await answered;
  return { status: response.statusCode ?? 0, headers: response.headers, body: response };
}

async function overHttp2(
  socket: Socket,
  { url, method, headers, body }: HttpExchangeRequest,
): Promise<HttpExchangeAnswer> {
  const session = http2.connect(url.origin, { createConnection: () => socket, settings: { enablePush: false } });
  // The stream reports the failures of its session.
  session.on('error', () => undefined);
  const stream = session.request(
    { ':method': method, ':path': url.pathname + url.search, ...headers, ...contentLength(body) },
    { endStream: body === undefined },
  );
  stream.on('error', () => undefined);
  const answered = firstOf<[http2.IncomingHttpHeaders & http2.IncomingHttpStatusHeader]>(stream, 'response');
  if (body !== undefined) stream.end(body);
  const [received] = await answered;
  return { status: received[':status'] ?? 0, headers: received, body: stream };
}

/**
 * Waits for an event.
 * @throws Error with a `code` also if the connection ends without an error or an answer (a receiver that switches protocols)
 */
async function firstOf<Values extends unknown[]>(emitter: NodeJS.EventEmitter, event: string): Promise<Values> {
  const closed = new AbortController();
  const close = () => closed.abort();
  emitter.once('close', close);
  try {
    return (await once(emitter, event, { signal: closed.signal })) as Values;
  } catch (error) {
    const isClose = error instanceof Error && error.name === 'AbortError';
    throw isClose ? Object.assign(new Error('closed without an answer'), { code: 'ECONNRESET' }) : error;
  } finally {
    emitter.off('close', close);
  }
}

/** Reads at most `maxBytes` of a body; the rest is not read. @throws Error of Node if the connection fails */
export async function readBodyPrefix(body: Readable, maxBytes: number): Promise<{ bytes: Buffer; isCut: boolean }> {
  const kept: Buffer[] = [];
  let size = 0;
  for await (const chunk of body as AsyncIterable<Buffer>) {
    kept.push(chunk);
    size += chunk.length;
    if (size > maxBytes) break;
  }
  return { bytes: Buffer.concat(kept).subarray(0, maxBytes), isCut: size > maxBytes };
}
