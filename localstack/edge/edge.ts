import {
  Agent,
  createServer,
  type IncomingMessage,
  type RequestListener,
  request,
  type ServerResponse,
} from 'node:http';
import type { StackLog } from '../events/types.ts';
import { listenOn } from '../stack/listen.ts';
import { routeRequest } from './route.ts';

export interface Edge {
  port: number;
  /** Frees the port and drops what connections are left. */
  close(): Promise<void>;
}

export interface EdgeTargets {
  /** Port of an emulator on 127.0.0.1; undefined while it starts again. */
  dynamodb(): number | undefined;
  sqs(): number | undefined;
  s3: RequestListener;
}

/**
 * The one endpoint that stands for AWS (`AWS_ENDPOINT_URL`): DynamoDB, SQS and S3 behind one port of 127.0.0.1. Bodies
 * are streamed both ways, and the Host header stays as sent, because presigned URLs sign it.
 * Throws `StartError` when the port is taken.
 */
export async function startEdge(port: number, targets: EdgeTargets, log: StackLog): Promise<Edge> {
  const agent = new Agent({ keepAlive: true });
  const server = createServer((incoming, outgoing) => {
    const service = routeRequest(incoming.headers, incoming.url ?? '/');
    if (service === 's3') return targets.s3(incoming, outgoing);
    if (typeof service === 'object') {
      incoming.resume();
      return fail(outgoing, 501, 'NotImplemented', `The local stack has no ${service.unsupported}`);
    }
    const target = targets[service]();
    if (target === undefined) {
      incoming.resume();
      return fail(outgoing, 503, 'ServiceUnavailable', `${service} is starting again`);
    }
    forward(incoming, outgoing, target, agent, (reason) => log.warn(`edge: ${service}: ${reason}`));
  });
  // An upload may take its time, and a long poll of SQS is silent for 20 s.
  server.requestTimeout = 0;
  const listening = await listenOn(server, { port, hosts: ['127.0.0.1'], variable: 'EDGE_PORT' });
  return {
    port: listening.port,
    async close() {
      await listening.close();
      agent.destroy();
    },
  };
}

function forward(
  incoming: IncomingMessage,
  outgoing: ServerResponse,
  port: number,
  agent: Agent,
  warn: (reason: string) => void,
): void {
  const upstream = request({
    host: '127.0.0.1',
    port,
    method: incoming.method,
    path: incoming.url,
    headers: incoming.headers,
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
    // A 5xx that names no fault of the request is one that every SDK tries again.
    if (outgoing.headersSent) outgoing.destroy();
    else fail(outgoing, 503, 'ServiceUnavailable', 'The emulator did not answer');
  });
  // A client that goes away ends its long poll, or the messages it would have got would be hidden for nothing.
  outgoing.on('close', () => upstream.destroy());
  incoming.pipe(upstream);
}

function fail(response: ServerResponse, status: number, code: string, message: string): void {
  response.writeHead(status, { 'content-type': 'application/x-amz-json-1.0' });
  response.end(JSON.stringify({ __type: code, message }));
}
