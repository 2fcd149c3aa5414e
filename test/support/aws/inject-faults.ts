import { unmarshall } from '@aws-sdk/util-dynamodb';
import type { AwsClientWithMiddleware } from '#adapters/aws/aws-client-with-middleware.ts';

/** How calls fail: `throttled`: refused before they are sent; `lost`: they take effect and their answer is lost. */
export type FaultMode = 'throttled' | 'lost';

export interface FaultPlan {
  mode: FaultMode;
  /** Whether the next call fails. @param command its name, as `TransactWriteItemsCommand` */
  fails(command: string): boolean;
  /** 0 ≤ random < 1: which of the possible faults it is. */
  random: () => number;
}

export interface FaultCounts {
  calls: number;
  faults: number;
}

interface Args {
  input: { RequestItems?: object; TransactItems?: readonly unknown[]; Entries?: readonly { Id: string }[] };
}
interface Answer {
  output: object;
  response: object;
}
type Next = (args: Args) => Promise<Answer>;

const NAME = 'injectFaults';

const fault = (name: string, status: number, more: object = {}): Error =>
  Object.assign(new Error(`injected: ${name}`), { name, $metadata: { httpStatusCode: status }, ...more });
const reset = (): Error => Object.assign(new Error('injected: socket hang up'), { code: 'ECONNRESET' });
const answer = (output: object): Answer => ({ output: { $metadata: {}, ...output }, response: {} });
const oneOf = <T>(random: () => number, ...choices: readonly [T, ...T[]]): T =>
  choices[Math.floor(random() * choices.length)] ?? choices[0];

/** What a batch left undone, as the document client gives it: the client has translated the request by here, the answer not yet. */
const untranslated = (value: unknown): unknown => {
  if (Array.isArray(value)) return value.map(untranslated);
  if (typeof value !== 'object' || value === null) return value;
  const translated = Object.entries(value);
  const isItem = translated.length > 0 && translated.every(([, of]) => isAttribute(of));
  return isItem
    ? unmarshall(value as never)
    : Object.fromEntries(translated.map(([name, of]) => [name, untranslated(of)]));
};
const ATTRIBUTE_TYPES = ['S', 'N', 'B', 'SS', 'NS', 'BS', 'M', 'L', 'NULL', 'BOOL'];
const isAttribute = (value: unknown): boolean =>
  typeof value === 'object' &&
  value !== null &&
  Object.keys(value).length === 1 &&
  ATTRIBUTE_TYPES.includes(Object.keys(value)[0] ?? '');

/** How AWS refuses a command for now: by an error, or by an answer that says what it left undone. */
function refuse(command: string, { input }: Args, random: () => number): Answer {
  const { RequestItems, TransactItems, Entries } = input;
  if (TransactItems) {
    const Code = oneOf(
      random,
      'ThrottlingError',
      'ProvisionedThroughputExceeded',
      'TransactionConflict',
      'in progress',
    );
    if (Code === 'in progress') throw fault('TransactionInProgressException', 400);
    const hit = Math.floor(random() * TransactItems.length);
    const CancellationReasons = TransactItems.map((_, at) => ({ Code: at === hit ? Code : 'None' }));
    throw fault('TransactionCanceledException', 400, { CancellationReasons });
  }
  if (command === 'BatchGetItemCommand' && random() < 0.5)
    return answer({ Responses: {}, UnprocessedKeys: untranslated(RequestItems ?? {}) });
  if (command === 'BatchWriteItemCommand' && random() < 0.5)
    return answer({ UnprocessedItems: untranslated(RequestItems ?? {}) });
  if (command === 'SendMessageBatchCommand' && random() < 0.5) {
    const Failed = (Entries ?? []).map(({ Id }) => ({ Id, SenderFault: false, Code: 'InternalError' }));
    return answer({ Successful: [], Failed });
  }
  throw oneOf(
    random,
    fault('ThrottlingException', 400),
    fault('ProvisionedThroughputExceededException', 400),
    fault('RequestThrottled', 403),
    fault('SlowDown', 503),
    reset(),
  );
}

/**
 * Lets calls of clients of the SDK fail as AWS does when it is throttled, or when a connection breaks. The faults come up inside
 * of the retries, where an answer would be read.
 */
export function injectFaults(
  clients: readonly AwsClientWithMiddleware<{ step: 'finalizeRequest'; priority: 'low'; name: string }>[],
  { mode, fails, random }: FaultPlan,
): { counts: FaultCounts; stop(): void } {
  const counts = { calls: 0, faults: 0 };
  const middleware =
    (next: Next, { commandName = '' }: { commandName?: string }) =>
    async (args: Args) => {
      counts.calls += 1;
      const isFault = fails(commandName);
      if (isFault) counts.faults += 1;
      if (!isFault) return next(args);
      if (mode === 'throttled') return refuse(commandName, args, random);
      await next(args);
      throw reset();
    };
  for (const { middlewareStack } of clients)
    middlewareStack.add(middleware as never, { step: 'finalizeRequest', priority: 'low', name: NAME });
  return {
    counts,
    stop: () => {
      for (const { middlewareStack } of clients) middlewareStack.remove(NAME);
    },
  };
}
