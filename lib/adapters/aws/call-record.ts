import { AsyncLocalStorage } from 'node:async_hooks';
import { parseJsonWithoutSchema } from '#kernel/shared/parse-json.ts';
import type { AwsClientWithMiddleware } from './aws-client-with-middleware.ts';

/** A call to AWS, with the facts on which its permission depends. Tests compare the calls of a run with the roles of the functions. */
export interface AwsCallRecord {
  /** The function that made the call; undefined for none. */
  function: string | undefined;
  /** The command of the SDK: `GetCommand`. */
  command: string;
  /** The members of its input that are in `RECORDED_MEMBERS`: names of table, index, file, queue and function, and keys. */
  input: unknown;
}

/** Members of an input that are recorded, at any depth; no content of items or files. */
const RECORDED_MEMBERS = [
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

const callerNameStorage = new AsyncLocalStorage<string | undefined>();

/** Does work, and records its AWS calls under the name of the function that makes them. */
export const runWithRecordedCallerName = <T>(name: string | undefined, work: () => T): T =>
  callerNameStorage.run(name, work);

/**
 * Reports each call of a client to `write` before it is made.
 * @param tableName key of the table's items in the input of batch calls
 * @param write if it throws, the call fails
 */
export function recordAwsCalls(
  client: AwsClientWithMiddleware,
  tableName: string,
  write: (call: AwsCallRecord) => void,
): void {
  client.middlewareStack.add(
    (next, { commandName = '' }) =>
      async (args) => {
        const { input }: { input: unknown } = args;
        const recordedInput = parseJsonWithoutSchema(JSON.stringify(input, [...RECORDED_MEMBERS, tableName]));
        write({ function: callerNameStorage.getStore(), command: commandName, input: recordedInput });
        return next(args);
      },
    { step: 'initialize', name: 'recordCalls' },
  );
}
