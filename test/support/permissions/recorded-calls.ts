import { z } from 'zod';
import type { Permissions } from './derive-permissions.ts';

const keyed = z.object({ PK: z.string() });
const put = z.object({ Item: keyed });
const named = z.object({ Key: keyed });
const file = z.object({ Key: z.string() });
const queue = z.object({ QueueUrl: z.string() });

/** A line that lib/adapters/aws/call-record.ts wrote. */
const line = z.object({ function: z.string(), command: z.string(), input: z.unknown() });

/** What a call needs of a role: `dynamodb:GetItem` (or `dynamodb:Query GSI1`), and the keys, files or queues that it is about. */
interface Need {
  action: string;
  on: string[];
}

const writes = z.union([put, named]).transform((item) => ('Item' in item ? item.Item.PK : item.Key.PK));
const need = (action: string, ...on: string[]): Need[] => [{ action, on }];

/** Commands of the SDK. Those of the document client and of the client below it have different names. */
const NEEDS: Readonly<Record<string, (input: unknown) => Need[]>> = {
  GetItem: (input) => need('dynamodb:GetItem', named.parse(input).Key.PK),
  PutItem: (input) => need('dynamodb:PutItem', put.parse(input).Item.PK),
  UpdateItem: (input) => need('dynamodb:UpdateItem', named.parse(input).Key.PK),
  DeleteItem: (input) => need('dynamodb:DeleteItem', named.parse(input).Key.PK),
  Query(input) {
    const { IndexName, ExpressionAttributeValues } = z
      .object({ IndexName: z.string().optional(), ExpressionAttributeValues: z.object({ ':pk': z.string() }) })
      .parse(input);
    return need(['dynamodb:Query', IndexName].join(' ').trim(), ExpressionAttributeValues[':pk']);
  },
  BatchGetItem(input) {
    const { RequestItems } = z
      .object({ RequestItems: z.record(z.string(), z.object({ Keys: z.array(keyed) })) })
      .parse(input);
    return need(
      'dynamodb:BatchGetItem',
      ...Object.values(RequestItems).flatMap(({ Keys }) => Keys.map(({ PK }) => PK)),
    );
  },
  BatchWriteItem(input) {
    const one = z.union([
      z.object({ PutRequest: put }).transform(({ PutRequest }) => PutRequest.Item.PK),
      z.object({ DeleteRequest: named }).transform(({ DeleteRequest }) => DeleteRequest.Key.PK),
    ]);
    const { RequestItems } = z.object({ RequestItems: z.record(z.string(), z.array(one)) }).parse(input);
    return need('dynamodb:BatchWriteItem', ...Object.values(RequestItems).flat());
  },
  TransactWriteItems(input) {
    const { TransactItems } = z.object({ TransactItems: z.array(z.record(z.string(), writes)) }).parse(input);
    const actions: Record<string, string> = { Put: 'PutItem', Update: 'UpdateItem', Delete: 'DeleteItem' };
    return TransactItems.flatMap((item) =>
      Object.entries(item).flatMap(([kind, key]) => need(`dynamodb:${actions[kind] ?? `${kind}Item`}`, key)),
    );
  },
  GetObject: (input) => need('s3:GetObject', file.parse(input).Key),
  HeadObject: (input) => need('s3:GetObject', file.parse(input).Key),
  PutObject: (input) => need('s3:PutObject', file.parse(input).Key),
  CopyObject(input) {
    const { Key, CopySource } = file.extend({ CopySource: z.string() }).parse(input);
    // The bucket comes before the first slash.
    const source = decodeURIComponent(CopySource.slice(CopySource.indexOf('/') + 1));
    return [...need('s3:GetObject', source), ...need('s3:PutObject', Key)];
  },
  CreateMultipartUpload: (input) => need('s3:PutObject', file.parse(input).Key),
  UploadPart: (input) => need('s3:PutObject', file.parse(input).Key),
  CompleteMultipartUpload: (input) => need('s3:PutObject', file.parse(input).Key),
  AbortMultipartUpload: (input) => need('s3:AbortMultipartUpload', file.parse(input).Key),
  DeleteObject: (input) => need('s3:DeleteObject', file.parse(input).Key),
  DeleteObjects(input) {
    const { Delete } = z.object({ Delete: z.object({ Objects: z.array(file) }) }).parse(input);
    return need('s3:DeleteObject', ...Delete.Objects.map(({ Key }) => Key));
  },
  ListObjectsV2: () => need('s3:ListBucket', '*'),
  ListMultipartUploads: () => need('s3:ListBucketMultipartUploads', '*'),
  SendMessage: (input) => need('sqs:SendMessage', queue.parse(input).QueueUrl),
  SendMessageBatch: (input) => need('sqs:SendMessage', queue.parse(input).QueueUrl),
  ChangeMessageVisibility: (input) => need('sqs:ChangeMessageVisibility', queue.parse(input).QueueUrl),
  Invoke(input) {
    const { FunctionName } = z.object({ FunctionName: z.string() }).parse(input);
    return need('lambda:InvokeFunction', FunctionName);
  },
};

/** Names of the document client for commands above. */
const DOCUMENT_COMMANDS: Readonly<Record<string, string>> = {
  Get: 'GetItem',
  Put: 'PutItem',
  Update: 'UpdateItem',
  Delete: 'DeleteItem',
  BatchGet: 'BatchGetItem',
  BatchWrite: 'BatchWriteItem',
  TransactWrite: 'TransactWriteItems',
};

const escaped = (text: string): string => text.replace(/[.+?^${}()|[\]\\]/g, '\\$&');
/** Whether what permissions.yml names has this key, or is this queue or function: `/` and `-` come before their names. */
const isWithin = (key: string, allowed: string, action: string, names: Readonly<Record<string, string>>): boolean => {
  if (action.startsWith('sqs:')) return key.endsWith(`/${names[allowed]}`);
  if (action.startsWith('lambda:')) return key.endsWith(`-${allowed}`);
  const pattern = escaped(allowed).replaceAll('<acc>', 'acc_.{26}').replaceAll('*', '.*');
  return new RegExp(`^${pattern}$`, 's').test(key);
};

/**
 * The calls of a run that the roles of their functions do not allow, each once: `getMe: s3:PutObject on tmp/x`.
 * @param lines what lib/adapters/aws/call-record.ts wrote
 * @param allowed functions/permissions.yml
 * @param names logical id of a resource → its name on this stack
 * @throws Error for a command that this file does not know
 */
export function callsWithoutRight(
  lines: readonly string[],
  allowed: Permissions,
  names: Readonly<Record<string, string>>,
): string[] {
  const refused = new Set<string>();
  for (const text of new Set(lines)) {
    const { function: caller, command, input } = line.parse(JSON.parse(text));
    const name = caller.slice(caller.lastIndexOf('-') + 1);
    const plain = command.replace(/Command$/, '');
    const needs = NEEDS[DOCUMENT_COMMANDS[plain] ?? plain];
    if (!needs) throw new Error(`recorded-calls.ts does not know what ${command} of ${name} needs`);
    for (const { action, on } of needs(input)) {
      const rights = allowed[name]?.[action] ?? [];
      for (const key of on)
        if (!rights.some((right) => isWithin(key, right, action, names))) refused.add(`${name}: ${action} on ${key}`);
    }
  }
  return [...refused].sort();
}
