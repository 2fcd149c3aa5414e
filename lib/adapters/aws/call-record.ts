import { AsyncLocalStorage } from 'node:async_hooks';
import { jsonValue } from '#kernel/shared/parse-json.ts';
import type { SdkClient } from './sdk-client.ts';

/** A call to AWS with what decides whether a role allows it. Tests compare the calls of a run with the roles. */
export interface CallRecord {
  /** The function that made the call; undefined for none. */
  function: string | undefined;
  /** The command of the SDK: `GetCommand`. */
  command: string;
  /** The names of table, index, file, queue and function in its input, and the partition keys. */
  input: unknown;
}

/** Fields of an input that are kept, at any depth; nothing from the content of an item or a file. */
const KEPT = [
  'TableName',
  'IndexName',
  'RequestItems',
  'TransactItems',
  'PutRequest',
  'DeleteRequest',
  'Put',
  'Update',
  'Delete',
  'ConditionCheck',
  'Keys',
  'Key',
  'Item',
  'PK',
  'ExpressionAttributeValues',
  ':pk',
  'CopySource',
  'Objects',
  'Prefix',
  'QueueUrl',
  'FunctionName',
];

const caller = new AsyncLocalStorage<string | undefined>();

/** Does the work of a function, so that its calls are recorded as those of this function. */
export const asFunction = <T>(name: string | undefined, work: () => T): T => caller.run(name, work);

/**
 * Tells `write` of each call of a client before it is made.
 * @param tableName its items are named by it in a batch
 * @param write may throw, which fails the call
 */
export function recordCalls(client: SdkClient, tableName: string, write: (call: CallRecord) => void): void {
  client.middlewareStack.add(
    (next, { commandName = '' }) =>
      async (args) => {
        const { input }: { input: unknown } = args;
        const kept = jsonValue(JSON.stringify(input, [...KEPT, tableName]));
        write({ function: caller.getStore(), command: commandName, input: kept });
        return next(args);
      },
    { step: 'initialize', name: 'recordCalls' },
  );
}
