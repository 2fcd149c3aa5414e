import {
  Agent,
  createServer,
  type IncomingHttpHeaders,
  type IncomingMessage,
  request,
  type ServerResponse,
} from 'node:http';
import type { AddressInfo } from 'node:net';
import type { FaultMode } from '../aws/inject-faults.ts';

/** A place in front of the emulators that lets the calls of the functions fail as AWS does. */
export interface FaultProxy {
  endpoint: string;
  /** From now on, this share of the calls fails: always the same ones, when the same calls come in the same order. */
  begin(faults: { mode: FaultMode; share: number; random: () => number }): void;
  /** From now on, all calls pass. @returns how many calls there were, and how many of them failed, by their operation */
  end(): Record<string, { calls: number; faults: number }>;
  /** Its port refuses all connections from now on, and those that are open break. */
  refuse(): Promise<void>;
  /** Its port accepts connections again. */
  accept(): Promise<void>;
  stop(): Promise<void>;
}

interface Call {
  method: string;
  path: string;
  headers: IncomingHttpHeaders;
  body: Buffer;
}

/** The operations of the functions; those of the local stack itself (receiving, streams, set-up) always pass. */
const OPERATIONS: ReadonlySet<string> = new Set([
  ...[
    'GetItem',
    'BatchGetItem',
    'Query',
    'PutItem',
    'UpdateItem',
    'DeleteItem',
    'BatchWriteItem',
    'TransactWriteItems',
  ],
  ...['SendMessage', 'SendMessageBatch', 'ChangeMessageVisibility'],
  ...['GET object', 'PUT object', 'HEAD object', 'DELETE object', 'POST object'],
]);

/** The operation of a call; undefined for one that always passes, as those of clients by presigned addresses. */
function operationOf({ method, path, headers }: Call): string | undefined {
  const [, target] = /^(?:DynamoDB_\d+|AmazonSQS)\.(\w+)$/.exec(String(headers['x-amz-target'] ?? '')) ?? [];
  const isSigned = headers.authorization !== undefined && !path.includes('X-Amz-Signature');
  const isObject = /^\/[^/?]+\/[^?]/.test(path);
  const name = target ?? (isSigned && isObject ? `${method} object` : '');
  return OPERATIONS.has(name) ? name : undefined;
}

interface JsonBody {
  RequestItems?: object;
  TransactItems?: unknown[];
  Entries?: { Id: string }[];
}

const oneOf = <T>(random: () => number, ...choices: readonly [T, ...T[]]): T =>
  choices[Math.floor(random() * choices.length)] ?? choices[0];

/** How AWS refuses a call before it does anything; undefined: the connection breaks. */
function refusalOf(
  operation: string,
  { body }: Call,
  random: () => number,
): { status: number; text: string } | undefined {
  if (random() < 0.2) return undefined;
  if (operation.endsWith('object'))
    return { status: 503, text: operation.startsWith('HEAD') ? '' : '<Error><Code>SlowDown</Code></Error>' };
  const { RequestItems = {}, TransactItems = [], Entries = [] } = JSON.parse(body.toString()) as JsonBody;
  const json = (status: number, answer: object) => ({ status, text: JSON.stringify(answer) });
  if (operation === 'TransactWriteItems') {
    const Code = oneOf(random, 'ThrottlingError', 'ProvisionedThroughputExceeded', 'TransactionConflict');
    const hit = Math.floor(random() * TransactItems.length);
    return json(400, {
      __type: 'com.amazonaws.dynamodb.v20120810#TransactionCanceledException',
      CancellationReasons: TransactItems.map((_, at) => ({ Code: at === hit ? Code : 'None' })),
    });
  }
  const isPartial = random() < 0.5;
  if (operation === 'BatchGetItem' && isPartial) return json(200, { Responses: {}, UnprocessedKeys: RequestItems });
  if (operation === 'BatchWriteItem' && isPartial) return json(200, { UnprocessedItems: RequestItems });
  if (operation === 'SendMessageBatch' && isPartial)
    return json(200, {
      Successful: [],
      Failed: Entries.map(({ Id }) => ({ Id, SenderFault: false, Code: 'InternalError' })),
    });
  const name = operation.includes('Message')
    ? 'com.amazonaws.sqs#RequestThrottled'
    : `com.amazonaws.dynamodb.v20120810#${oneOf(random, 'ThrottlingException', 'ProvisionedThroughputExceededException')}`;
  return json(400, { __type: name, message: 'slow down' });
}

/** Starts a proxy of the emulators at a port of this machine. Bodies are held whole: for small files only. */
export async function startFaultProxy(targetPort: number): Promise<FaultProxy> {
  const agent = new Agent({ keepAlive: true });
  let faults: Parameters<FaultProxy['begin']>[0] | undefined;
  let counts: ReturnType<FaultProxy['end']> = {};

  /** @param isLost the answer is thrown away, or is cut off in the middle of a file */
  function forward(call: Call, response: ServerResponse, isLost: boolean): void {
    const { method, path, headers, body } = call;
    const upstream = request({ host: '127.0.0.1', port: targetPort, method, path, headers, setHost: false, agent });
    upstream.on('error', () => response.destroy());
    upstream.on('response', async (answer) => {
      const bytes = Buffer.concat(await answer.toArray().catch(() => []));
      if (isLost && bytes.length < 1000) {
        response.destroy();
        return;
      }
      response.writeHead(answer.statusCode ?? 502, answer.headers);
      if (isLost) response.write(bytes.subarray(0, bytes.length / 2), () => response.destroy());
      else response.end(bytes);
    });
    response.on('close', () => upstream.destroy());
    upstream.end(body);
  }

  const server = createServer(async (incoming: IncomingMessage, response) => {
    const body = Buffer.concat(await incoming.toArray().catch(() => []));
    const { method = '', url: path = '', headers } = incoming;
    // The body is whole by here: it needs no chunks.
    const { 'transfer-encoding': _, ...sent } = headers;
    const call = { method, path, headers: { ...sent, 'content-length': String(body.length) }, body };
    const operation = faults && operationOf(call);
    if (!faults || operation === undefined) {
      forward(call, response, false);
      return;
    }
    const { mode, share, random } = faults;
    const isFault = random() < share;
    const count = counts[operation] ?? { calls: 0, faults: 0 };
    counts[operation] = { calls: count.calls + 1, faults: count.faults + (isFault ? 1 : 0) };
    if (!isFault || mode === 'lost') {
      forward(call, response, isFault);
      return;
    }
    const refusal = refusalOf(operation, call, random);
    if (refusal) response.writeHead(refusal.status, { 'content-type': 'application/x-amz-json-1.0' }).end(refusal.text);
    else response.destroy();
  });
  server.requestTimeout = 0;
  server.keepAliveTimeout = 60_000;
  const listen = (port: number) => new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve));
  const refuse = async (): Promise<void> => {
    const closed = new Promise((resolve) => server.close(resolve));
    server.closeAllConnections();
    await closed;
  };
  await listen(0);
  const { port } = server.address() as AddressInfo;
  return {
    endpoint: `http://127.0.0.1:${port}`,
    refuse,
    accept: () => listen(port),
    begin(wanted) {
      counts = {};
      faults = wanted;
    },
    end() {
      faults = undefined;
      return counts;
    },
    async stop() {
      if (server.listening) await refuse();
      agent.destroy();
    },
  };
}
