import {
  Agent,
  createServer,
  type IncomingMessage,
  type RequestListener,
  request,
  type ServerResponse,
} from 'node:http';
import { listenOnLoopbackAddresses } from '../host/listen.ts';
import { doesHostHeaderNameThisHost } from '../host/own-host.ts';
import { readRequestBody } from '../host/read-body.ts';
import type { StackLog } from '../host/stack-log.ts';
import { emulatorOfRequest } from './route.ts';
import { findAwsSignatureFault } from './signature.ts';

/** DynamoDB's limit for a request; that of SQS is lower. */
const MAX_BODY_BYTES = 16 * 2 ** 20;

/** The running local endpoint that replaces AWS. */
export interface LocalAwsEndpoint {
  port: number;
  /** Frees the port and closes the remaining connections. */
  close(): Promise<void>;
}

/** The emulators to which the local AWS endpoint passes requests. */
export interface LocalAwsEndpointTargets {
  /** Port of an emulator on 127.0.0.1; undefined while it starts again. */
  dynamodb(): number | undefined;
  /** The same for SQS. */
  sqs(): number | undefined;
  s3: RequestListener;
}

/** Options of `startLocalAwsEndpoint`. */
export interface LocalAwsEndpointOptions {
  /** 0 for any free port. */
  port: number;
  targets: LocalAwsEndpointTargets;
  /** The keys with which requests have to be signed: secrets by key id. */
  credentials: ReadonlyMap<string, string>;
  log: StackLog;
}

/**
 * Starts the endpoint that replaces AWS (`AWS_ENDPOINT_URL`): DynamoDB, SQS and S3 behind one port of 127.0.0.1. Every request must be
 * signed, and its Host header must name this machine. That header is passed on unchanged, because it is signed.
 * @throws StartError if the port is taken
 */
export async function startLocalAwsEndpoint({
  port,
  targets,
  credentials,
  log,
}: LocalAwsEndpointOptions): Promise<LocalAwsEndpoint> {
  const agent = new Agent({ keepAlive: true });
  const server = createServer((incoming, outgoing) => {
    if (!doesHostHeaderNameThisHost(incoming)) {
      incoming.resume();
      return answerFault(outgoing, 421, 'MisdirectedRequest', `The local stack is not ${incoming.headers.host}`);
    }
    const service = emulatorOfRequest(incoming.headers, incoming.url ?? '/');
    if (service === 's3') return targets.s3(incoming, outgoing);
    if (typeof service === 'object') {
      incoming.resume();
      return answerFault(outgoing, 501, 'NotImplemented', `The local stack has no ${service.unsupported}`);
    }
    const target = targets[service]();
    if (target === undefined) {
      incoming.resume();
      return answerFault(outgoing, 503, 'ServiceUnavailable', `${service} is starting again`);
    }
    const warn = (reason: string) => log.warn(`edge: ${service}: ${reason}`);
    forwardSigned(incoming, outgoing, { port: target, agent, credentials, warn }).catch((error: Error) => {
      warn(error.message);
      outgoing.destroy();
    });
  });
  // An upload may be slow, and a long poll of SQS is silent for 20 s.
  server.requestTimeout = 0;
  const listeningServer = await listenOnLoopbackAddresses(server, {
    port,
    hosts: ['127.0.0.1'],
    variable: 'EDGE_PORT',
  });
  return {
    port: listeningServer.port,
    async close() {
      await listeningServer.close();
      agent.destroy();
    },
  };
}

interface ForwardOptions {
  port: number;
  agent: Agent;
  credentials: ReadonlyMap<string, string>;
  warn(reason: string): void;
}

/** Passes on a request whose signature is valid. */
async function forwardSigned(
  incoming: IncomingMessage,
  outgoing: ServerResponse,
  { port, agent, credentials, warn }: ForwardOptions,
): Promise<void> {
  const body = await readRequestBody(incoming, MAX_BODY_BYTES);
  if (body === undefined) {
    outgoing.setHeader('connection', 'close');
    incoming.resume();
    return answerFault(outgoing, 413, 'RequestEntityTooLarge', 'The request has over 16 MB');
  }
  const fault = findAwsSignatureFault(incoming, body, credentials, Date.now());
  if (fault !== undefined) return answerFault(outgoing, 400, fault.code, fault.message);
  if (outgoing.destroyed) return;
  // The body is passed on in one piece.
  const { 'transfer-encoding': _chunks, ...headers } = incoming.headers;
  const upstream = request({
    host: '127.0.0.1',
    port,
    method: incoming.method,
    path: incoming.url,
    headers: { ...headers, 'content-length': String(body.length) },
    setHost: false,
    agent,
  });
  upstream.on('response', (answer) => {
    outgoing.writeHead(answer.statusCode ?? 502, answer.headers);
    answer.pipe(outgoing);
    answer.on('error', () => outgoing.destroy());
  });
  upstream.on('error', (error) => {
    if (outgoing.destroyed) return;
    warn(error.message);
    // Every SDK repeats a request after a 5xx that names no fault of it.
    if (outgoing.headersSent) outgoing.destroy();
    else answerFault(outgoing, 503, 'ServiceUnavailable', 'The emulator did not answer');
  });
  // When a client disconnects, its long poll ends: otherwise messages would become hidden without a receiver.
  outgoing.on('close', () => upstream.destroy());
  upstream.end(body);
}

function answerFault(response: ServerResponse, status: number, code: string, message: string): void {
  response.writeHead(status, { 'content-type': 'application/x-amz-json-1.0' });
  response.end(JSON.stringify({ __type: code, message }));
}
