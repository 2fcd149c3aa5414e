import { Agent, createServer, type IncomingMessage, type ServerResponse, STATUS_CODES } from 'node:http';
import type { Socket } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import { listenOn } from '#emulators/host/listen.ts';
import { namesOwnHost } from '#emulators/host/own-host.ts';
import { discardRest, readRequestBody } from '#emulators/host/read-body.ts';
import type { StackLog } from '#emulators/host/stack-log.ts';
import { corsHeaders } from '#front/api/cors.ts';
import { gatewayResponse } from '#front/api/gateway-response.ts';
import type { HttpResponse } from '#front/api/http-response.ts';
import { newId } from '#kernel/shared/ids.ts';
import { MAX_HTTP_HEADER_BYTES } from './api-process.ts';
import { forwardRequest } from './forward.ts';

export interface Gateway {
  port: number;
  /** Takes no more requests, lets the present ones finish within a short time, then frees the port. Idempotent. */
  close(): Promise<void>;
}

export interface GatewayOptions {
  port: number;
  /** Port of the API process on 127.0.0.1; undefined while it starts. */
  target(): number | undefined;
  /** Origins whose pages may read the gateway's own answers; none by default. */
  sessionOrigins?(): readonly string[];
  /** The base address that its answers name the docs with; that of this port by default. */
  baseUrl?(): string;
  /** The path of the page to which a browser at `/` is led; none by default. */
  frontPage?: string;
  /** Host names next to those of this machine that a request may have. */
  allowedHosts?: readonly string[];
  /** Longest time that a request may wait for the API process, and for its answer. */
  waitMs?: number;
  timeoutMs?: number;
  log: StackLog;
}

/** The status for a host that is not this one. There is no code for it: a deployed stage never sees such a request. */
const MISDIRECTED = 421;

/** Longest time between the end of a process's connections and the notice of its end. */
const NOTICE_MS = 1_000;

/** Longest time for requests that are being answered when the gateway closes. */
const STOP_GRACE_MS = 2_000;

/**
 * API Gateway's part of the local stack, in front of the process that runs the handlers: it outlives that process, lets
 * requests wait while it starts again, and puts everything that no handler answered into the error shape of the API.
 * Throws `StartError` when the port is taken.
 */
export async function startGateway(options: GatewayOptions): Promise<Gateway> {
  let answering = 0;
  const agent = new Agent({ keepAlive: true });
  const server = createServer({ maxHeaderSize: MAX_HTTP_HEADER_BYTES }, (request, response) => {
    answering += 1;
    response.once('close', () => {
      answering -= 1;
    });
    answer(request, response, agent, options).catch((error: Error) => {
      options.log.warn(`gateway: ${request.method} ${request.url}: ${error.message}`);
      if (response.headersSent) response.destroy();
      else send(response, ownResponse(500, newId('request'), request, options));
    });
  });
  server.on('clientError', (error: NodeJS.ErrnoException, socket) =>
    refuse(error, socket as Socket, baseUrlOf(options)),
  );
  const listening = await listenOn(server, { port: options.port, hosts: ['127.0.0.1', '::1'], variable: 'PORT' });
  const close = async () => {
    const deadline = Date.now() + STOP_GRACE_MS;
    listening.refuse();
    while (answering > 0 && Date.now() < deadline) await delay(20);
    await listening.close();
    agent.destroy();
  };
  let closing: Promise<void> | undefined;
  return {
    port: listening.port,
    close() {
      closing ??= close();
      return closing;
    },
  };
}

async function answer(
  request: IncomingMessage,
  response: ServerResponse,
  agent: Agent,
  options: GatewayOptions,
): Promise<void> {
  const { target, waitMs = 10_000, timeoutMs = 29_000, log } = options;
  const own = (status: number, reason: string) => {
    const requestId = newId('request');
    log.warn(`gateway: ${request.method} ${request.url}: ${status} ${reason} (${requestId})`);
    send(response, ownResponse(status, requestId, request, options));
  };
  if (!namesOwnHost(request, options.allowedHosts)) {
    request.resume();
    const { body, headers } = gatewayResponse(MISDIRECTED, newId('request'), baseUrlOf(options));
    return send(response, { statusCode: MISDIRECTED, headers, body });
  }
  if (options.frontPage !== undefined && request.method === 'GET' && request.url === '/')
    return send(response, { statusCode: 302, headers: { location: options.frontPage }, body: '' });
  const body = await readRequestBody(request);
  if (body === undefined) {
    await discardRest(request);
    // Perhaps not to its end, so the connection cannot be used again.
    response.setHeader('connection', 'close');
    request.resume();
    return own(413, 'body too large');
  }
  // Polling is enough: a start takes seconds.
  for (const deadline = Date.now() + waitMs; Date.now() < deadline && !response.destroyed; await delay(20)) {
    const port = target();
    if (port === undefined) continue;
    const outcome = await forwardRequest({ request, response, body, port, agent, timeoutMs });
    if (outcome === 'answered') return;
    // The process has just ended: the next one may have the request.
    if (outcome === 'unseen') continue;
    if (outcome.broken) await processGone(() => target() !== port);
    return own(outcome.status, outcome.reason);
  }
  own(503, 'the API process does not start');
}

/**
 * Waits until the end of a process is known. A client that had its 502 before could send its next request to a port
 * that the system is just closing. When the process lives on after all, the wait ends by itself.
 */
async function processGone(isKnown: () => boolean): Promise<void> {
  const deadline = Date.now() + NOTICE_MS;
  while (!isKnown() && Date.now() < deadline) await delay(5);
}

const baseUrlOf = ({ baseUrl, port }: GatewayOptions): string => baseUrl?.() ?? `http://localhost:${port}/v1`;

/** Answer of the gateway itself, which pages of allowed origins can read. */
function ownResponse(
  status: number,
  requestId: string,
  { headers }: IncomingMessage,
  options: GatewayOptions,
): HttpResponse {
  const response = gatewayResponse(status, requestId, baseUrlOf(options));
  const origins = options.sessionOrigins?.() ?? [];
  return { ...response, headers: { ...response.headers, ...corsHeaders(headers.origin, origins) } };
}

function send(response: ServerResponse, { statusCode, headers, body }: HttpResponse): void {
  if (response.destroyed) return;
  response.writeHead(statusCode, { ...headers, 'content-length': Buffer.byteLength(body) });
  response.end(body);
}

/** Answers a malformed HTTP request on its socket: there is no response object for it. */
function refuse(error: NodeJS.ErrnoException, socket: Socket, baseUrl: string): void {
  if (error.code === 'ECONNRESET' || !socket.writable) {
    socket.destroy();
    return;
  }
  const status = error.code === 'HPE_HEADER_OVERFLOW' ? 431 : 400;
  const { statusCode, headers, body } = gatewayResponse(status, newId('request'), baseUrl);
  const lines = Object.entries({ ...headers, 'content-length': String(Buffer.byteLength(body)), connection: 'close' });
  const head = lines.map(([name, value]) => `${name}: ${value}\r\n`).join('');
  socket.end(`HTTP/1.1 ${statusCode} ${STATUS_CODES[statusCode]}\r\n${head}\r\n${body}`);
}
