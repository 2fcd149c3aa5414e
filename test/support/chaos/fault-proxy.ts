import { type EmulatorProxy, type ProxiedAnswer, type ProxiedCall, startEmulatorProxy } from '../aws/emulator-proxy.ts';
import type { FaultMode } from '../aws/inject-faults.ts';

/** A place in front of the emulators that lets the calls of the functions fail as AWS does. */
export interface FaultProxy extends EmulatorProxy {
  /** From now on, this share of the calls fails: always the same ones, when the same calls come in the same order. */
  begin(faults: { mode: FaultMode; share: number; random: () => number }): void;
  /** From now on, all calls pass. @returns how many calls there were, and how many of them failed, by their operation */
  end(): Record<string, { calls: number; faults: number }>;
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
function operationOf({ method, path, headers }: ProxiedCall): string | undefined {
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
  { body }: ProxiedCall,
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

/** A lost answer: a short one is thrown away, a file is cut off in the middle. */
const lost = (answer: ProxiedAnswer): ProxiedAnswer | undefined =>
  answer.body.length < 1000 ? undefined : { ...answer, cutAt: Math.floor(answer.body.length / 2) };

/** Starts a proxy of the emulators at a port of this machine. Bodies are held whole: for small files only. */
export async function startFaultProxy(targetPort: number): Promise<FaultProxy> {
  let faults: Parameters<FaultProxy['begin']>[0] | undefined;
  let counts: ReturnType<FaultProxy['end']> = {};

  const proxy = await startEmulatorProxy(targetPort, async (call, send) => {
    const operation = faults && operationOf(call);
    if (!faults || operation === undefined) return send();
    const { mode, share, random } = faults;
    const isFault = random() < share;
    const count = counts[operation] ?? { calls: 0, faults: 0 };
    counts[operation] = { calls: count.calls + 1, faults: count.faults + (isFault ? 1 : 0) };
    if (!isFault) return send();
    if (mode === 'lost') return lost(await send());
    const refusal = refusalOf(operation, call, random);
    return (
      refusal && {
        status: refusal.status,
        headers: { 'content-type': 'application/x-amz-json-1.0' },
        body: Buffer.from(refusal.text),
      }
    );
  });
  return {
    ...proxy,
    begin(wanted) {
      counts = {};
      faults = wanted;
    },
    end() {
      faults = undefined;
      return counts;
    },
  };
}
