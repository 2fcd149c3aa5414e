import { Agent, createServer, type IncomingMessage, type ServerResponse, STATUS_CODES } from 'node:http';
import type { Socket } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import { listenOnLoopbackAddresses } from '#emulators/host/listen.ts';
import { doesHostHeaderNameThisHost } from '#emulators/host/own-host.ts';
import { discardRestOfBody, readRequestBody } from '#emulators/host/read-body.ts';
import type { StackLog } from '#emulators/host/stack-log.ts';
import { corsHeaders } from '#front/api/cors.ts';
import { gatewayErrorResponse } from '#front/api/gateway-error-response.ts';
import { errorResponse, type HttpResponse } from '#front/api/http-response.ts';
import type { ServiceError } from '#kernel/shared/errors.ts';
import { newId } from '#kernel/shared/ids.ts';
import { MAX_HTTP_HEADER_BYTES } from './api-process.ts';
import { forwardRequest } from './forward.ts';
import { type PublicFileRequestHandler, publicFileRequestOf } from './public-files.ts';
import { MAX_REQUEST_SECONDS } from './request-seconds.ts';

/** The running local double of API Gateway. */
export interface LocalApiGateway {
  port: number;
  /** Accepts no more requests, gives the current ones a short time to finish, then frees the port. May be called again. */
  close(): Promise<void>;
}

/** Options of `startGateway`. */
export interface GatewayOptions {
  port: number;
  /** Port of the API process on 127.0.0.1; undefined while it starts. */
  target(): number | undefined;
  /** Origins whose pages may read the answers of the gateway itself; none by default. */
  sessionOrigins?(): readonly string[];
  /** The base address of the links to the docs in its answers; by default that of this port. */
  baseUrl?(): string;
  /** The path to which a request for `/` is redirected; none by default. */
  frontPage?: string;
  /** The addresses of this machine on which it listens; loopback by default. */
  hosts?: [string, ...string[]];
  /** Host names that a request may have besides those of this machine. */
  allowedHosts?: readonly string[];
  /** The refusal of a request that no handler gets; none by default. */
  refusal?(request: IncomingMessage): ServiceError | undefined;
  /** Files at their public address; absent: they are at the address of the emulators. */
  files?: { mediaUrl: string; answer: PublicFileRequestHandler };
  /** Answers requests of operators; undefined for any other request. */
  operator?(request: IncomingMessage): Promise<HttpResponse | undefined>;
  /** Counts a request. @returns seconds after which a client that sent too many may try again; undefined within the bounds */
  waitOf?(request: IncomingMessage): number | undefined;
  /** Bytes from which the body of an answer is compressed for clients that take it; none is by default. */
  compressFrom?(): number | undefined;
  /** Called with each answer. */
  answered?(answer: { method: string; status: number; seconds: number }): void;
  /** Longest time that a request may wait for the API process. */
  waitMs?: number;
  /** Longest time that a request may wait for its answer. */
  timeoutMs?: number;
  log: StackLog;
}

/** The status of a request for another host. The API has no code for it, because a deployed stage never gets such a request. */
const MISDIRECTED = 421;

/** The status of a request over the bounds of its client. */
const TOO_MANY = 429;

/** Longest time between the end of a process's connections and the report of its end. */
const NOTICE_MS = 1_000;

/** Longest time that an upload may take. */
const UPLOAD_MS = 2 * 3_600_000;

/** Longest time that current requests have to finish when the gateway closes. */
const STOP_GRACE_MS = 2_000;

/**
 * Starts the local stack's counterpart of API Gateway, in front of the process that runs the handlers. It continues to run when that
 * process ends, lets requests wait while it starts again, and answers in the error shape of the API if no handler does.
 * @throws StartError if the port is taken
 */
export async function startGateway(options: GatewayOptions): Promise<LocalApiGateway> {
  let openAnswers = 0;
  const agent = new Agent({ keepAlive: true });
  const server = createServer({ maxHeaderSize: MAX_HTTP_HEADER_BYTES }, (request, response) => {
    openAnswers += 1;
    const startMs = performance.now();
    response.once('close', () => {
      openAnswers -= 1;
      const seconds = (performance.now() - startMs) / 1000;
      options.answered?.({ method: request.method ?? '', status: response.statusCode, seconds });
    });
    answer(request, response, agent, options).catch((error: Error) => {
      options.log.warn(`gateway: ${request.method} ${request.url}: ${error.message}`);
      if (response.headersSent) response.destroy();
      else sendAnswer(response, gatewayAnswer(500, newId('request'), request, options));
    });
  });
  // A file of 2 GB may come over a slow line.
  if (options.files) server.requestTimeout = UPLOAD_MS;
  server.on('clientError', (error: NodeJS.ErrnoException, socket) =>
    refuseMalformed(error, socket as Socket, baseUrlOf(options)),
  );
  const listeningServer = await listenOnLoopbackAddresses(server, {
    port: options.port,
    hosts: options.hosts ?? ['127.0.0.1', '::1'],
    variable: 'PORT',
  });
  const close = async () => {
    const deadlineMs = Date.now() + STOP_GRACE_MS;
    listeningServer.refuse();
    while (openAnswers > 0 && Date.now() < deadlineMs) await delay(20);
    await listeningServer.close();
    agent.destroy();
  };
  let closePromise: Promise<void> | undefined;
  return {
    port: listeningServer.port,
    close() {
      closePromise ??= close();
      return closePromise;
    },
  };
}

async function answer(
  request: IncomingMessage,
  response: ServerResponse,
  agent: Agent,
  options: GatewayOptions,
): Promise<void> {
  const { target, waitMs = 10_000, timeoutMs = MAX_REQUEST_SECONDS * 1000, log } = options;
  const compressFrom = options.compressFrom?.();
  const answerSelf = (status: number, reason: string) => {
    const requestId = newId('request');
    // The query of a file's address has its signature.
    const [path] = (request.url ?? '').split('?');
    log.warn(`gateway: ${request.method} ${path}: ${status} ${reason} (${requestId})`);
    sendAnswer(response, gatewayAnswer(status, requestId, request, options));
  };
  if (!doesHostHeaderNameThisHost(request, options.allowedHosts)) {
    request.resume();
    const { body, headers } = gatewayErrorResponse(MISDIRECTED, newId('request'), baseUrlOf(options));
    return sendAnswer(response, { statusCode: MISDIRECTED, headers, body });
  }
  const operatorAnswer = await options.operator?.(request);
  if (operatorAnswer !== undefined) return sendAnswer(response, operatorAnswer);
  const fileRequest = publicFileRequestOf(request, options.files?.mediaUrl);
  if (fileRequest === 'refused') {
    request.resume();
    return answerSelf(404, 'no signed address');
  }
  if (fileRequest !== undefined) return options.files?.answer(request, response, fileRequest);
  const waitSeconds = options.waitOf?.(request);
  if (waitSeconds !== undefined) {
    request.resume();
    const refusal = gatewayAnswer(TOO_MANY, newId('request'), request, options);
    return sendAnswer(response, { ...refusal, headers: { ...refusal.headers, 'retry-after': String(waitSeconds) } });
  }
  if (options.frontPage !== undefined && request.method === 'GET' && request.url === '/')
    return sendAnswer(response, { statusCode: 302, headers: { location: options.frontPage }, body: '' });
  const refusal = options.refusal?.(request);
  if (refusal !== undefined) {
    await discardRestOfBody(request);
    response.setHeader('connection', 'close');
    request.resume();
    return sendAnswer(
      response,
      withCorsHeaders(errorResponse(refusal, newId('request'), baseUrlOf(options)), request, options),
    );
  }
  const body = await readRequestBody(request);
  if (body === undefined) {
    await discardRestOfBody(request);
    // The rest may be incomplete, so the connection cannot be used again.
    response.setHeader('connection', 'close');
    request.resume();
    return answerSelf(413, 'body too large');
  }
  // Polling is enough: a start takes seconds.
  for (const deadlineMs = Date.now() + waitMs; Date.now() < deadlineMs && !response.destroyed; await delay(20)) {
    const port = target();
    if (port === undefined) continue;
    const outcome = await forwardRequest({ request, response, body, port, agent, timeoutMs, compressFrom });
    if (outcome === 'answered') return;
    // The process has just ended: the next one may get the request.
    if (outcome === 'unseen') continue;
    if (outcome.broken) await waitForProcessEnd(() => target() !== port);
    return answerSelf(outcome.status, outcome.reason);
  }
  answerSelf(503, 'the API process does not start');
}

/**
 * Waits until the end of a process is known. If a client got its 502 before, it could send its next request to a port
 * that the system is just closing. If the process continues to run, the wait ends after a limit.
 */
async function waitForProcessEnd(isKnown: () => boolean): Promise<void> {
  const deadlineMs = Date.now() + NOTICE_MS;
  while (!isKnown() && Date.now() < deadlineMs) await delay(5);
}

const baseUrlOf = ({ baseUrl, port }: GatewayOptions): string => baseUrl?.() ?? `http://localhost:${port}/v1`;

/** Makes an answer of the gateway itself, which pages of allowed origins can read. */
const gatewayAnswer = (
  status: number,
  requestId: string,
  request: IncomingMessage,
  options: GatewayOptions,
): HttpResponse => withCorsHeaders(gatewayErrorResponse(status, requestId, baseUrlOf(options)), request, options);

/** An answer with the headers that let pages of allowed origins read it. */
function withCorsHeaders(response: HttpResponse, { headers }: IncomingMessage, options: GatewayOptions): HttpResponse {
  const origins = options.sessionOrigins?.() ?? [];
  return { ...response, headers: { ...response.headers, ...corsHeaders(headers.origin, origins) } };
}

function sendAnswer(response: ServerResponse, { statusCode, headers, body }: HttpResponse): void {
  if (response.destroyed) return;
  response.writeHead(statusCode, { ...headers, 'content-length': Buffer.byteLength(body) });
  response.end(body);
}

/** Answers a malformed HTTP request on its socket: there is no response object for it. */
function refuseMalformed(error: NodeJS.ErrnoException, socket: Socket, baseUrl: string): void {
  if (error.code === 'ECONNRESET' || !socket.writable) {
    socket.destroy();
    return;
  }
  const status = error.code === 'HPE_HEADER_OVERFLOW' ? 431 : 400;
  const { statusCode, headers, body } = gatewayErrorResponse(status, newId('request'), baseUrl);
  const headerEntries = Object.entries({
    ...headers,
    'content-length': String(Buffer.byteLength(body)),
    connection: 'close',
  });
  const headerText = headerEntries.map(([name, value]) => `${name}: ${value}\r\n`).join('');
  socket.end(`HTTP/1.1 ${statusCode} ${STATUS_CODES[statusCode]}\r\n${headerText}\r\n${body}`);
}
