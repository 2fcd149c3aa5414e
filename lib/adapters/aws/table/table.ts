import { randomUUID } from 'node:crypto';
import type { AttributeValue, DynamoDBClient } from '@aws-sdk/client-dynamodb';
import {
  BatchGetCommand,
  BatchWriteCommand,
  DeleteCommand,
  DynamoDBDocumentClient,
  GetCommand,
  PutCommand,
  type PutCommandInput,
  QueryCommand,
  type QueryCommandInput,
  ScanCommand,
  TransactWriteCommand,
  UpdateCommand,
  type UpdateCommandInput,
} from '@aws-sdk/lib-dynamodb';
import { unmarshall } from '@aws-sdk/util-dynamodb';
import { forEachConcurrent } from '#kernel/shared/concurrency.ts';
import { WriteConflictError } from '#kernel/shared/errors.ts';
import { ownPropertyValue } from '#kernel/shared/own-property-value.ts';
import type { PreparedIdempotentAnswer } from '#kernel/shared/prepared-idempotent-answer.ts';
import { callUntilAllPartsDone } from '../retries.ts';
import { transactionCancellationReasons } from '../transient-faults.ts';
import { IdempotentAnswerWrite } from './answer-write.ts';
import type { TableKey } from './keys.ts';
import { rateLimitGate } from './rate-limit-gate.ts';
import { toBodyTooLargeError } from './to-body-too-large-error.ts';
import {
  namedTransactItems,
  refusalReasonOfFailedParts,
  type Transaction,
  type TransactionRefusalMeanings,
} from './transaction.ts';

/** The attributes of an item. */
export type TableItem = Record<string, unknown>;
type QueryInput = Omit<QueryCommandInput, 'TableName'>;
type UpdateInput = Omit<UpdateCommandInput, 'TableName' | 'ReturnValues' | 'Key' | 'UpdateExpression'> & {
  Key: TableKey;
  UpdateExpression: string;
};
/** The condition of a write, with its names and values. */
export type TableCondition = Pick<
  PutCommandInput,
  'ConditionExpression' | 'ExpressionAttributeNames' | 'ExpressionAttributeValues'
>;

/** The most items of one transaction: DynamoDB accepts 100; one is left free for a prepared answer. */
export const MAX_TRANSACTION_ITEMS = 99;
/**
 * The most bytes of items in one transaction: DynamoDB accepts 4 MB; the rest is for the items that they replace and for the prepared
 * answer.
 */
export const MAX_TRANSACTION_BYTES = 3e6;
// DynamoDB accepts 25 items in one batch of writes, and 100 keys in one batch of reads.
const BATCH_WRITES = 25;
const BATCH_READS = 100;
// The most batches of writes at the same time.
const BATCHES_AT_ONCE = 8;
/** The attribute with the id of the last write of an item, by which a repeated write recognizes that it was done already. */
const WRITE_ID = 'write_id';

function isConditionFailure(error: unknown): error is Error & { Item?: Record<string, AttributeValue> } {
  return error instanceof Error && error.name === 'ConditionalCheckFailedException';
}

/** The item if a repeated write failed only because its first attempt was done, and only the answer was lost; else undefined. */
function itemOfOwnWrite(error: unknown, id: string): TableItem | undefined {
  if (!isConditionFailure(error) || error.Item?.[WRITE_ID]?.S !== id) return undefined;
  return unmarshall(error.Item);
}

/** The update with the id of its write added, on condition that the item does not have this id already. */
function withWriteId(input: UpdateInput, id: string): UpdateInput & Required<TableCondition> {
  const { UpdateExpression, ConditionExpression, ExpressionAttributeNames, ExpressionAttributeValues } = input;
  const assignment = '#write_id = :write_id';
  const newWriteCondition = '(attribute_not_exists(#write_id) OR #write_id <> :write_id)';
  return {
    ...input,
    UpdateExpression: /\bSET\s/.test(UpdateExpression)
      ? UpdateExpression.replace(/\bSET\s+/, `SET ${assignment}, `)
      : `${UpdateExpression} SET ${assignment}`,
    ConditionExpression:
      ConditionExpression === undefined ? newWriteCondition : `${newWriteCondition} AND (${ConditionExpression})`,
    ExpressionAttributeNames: { ...ExpressionAttributeNames, '#write_id': WRITE_ID },
    ExpressionAttributeValues: { ...ExpressionAttributeValues, ':write_id': id },
  };
}

function* chunks<T>(list: readonly T[], size: number): Generator<T[]> {
  for (let i = 0; i < list.length; i += size) yield list.slice(i, i + size);
}

/**
 * Typed access to the table. Only this class turns a failed condition into a `WriteConflictError`. Every access waits for the rate limit
 * (`rateLimitGate`). A write with a prepared answer stores the answer in the same transaction.
 *
 * The client repeats calls that were throttled or not answered. Each write has an id, so that a write whose answer was lost is not mistaken
 * for that of another process. The id is the ClientRequestToken of a transaction, or an attribute of a single item. If another write comes
 * between the lost answer and the repetition, the condition of the write decides, as it does after a crash.
 */
export class Table {
  readonly name: string;
  readonly #client: DynamoDBDocumentClient;
  readonly #newWriteId: () => string;

  /**
   * @param client that of `createTableClient`, which repeats calls
   * @param newWriteId unique, at most 36 characters
   */
  constructor(name: string, client: DynamoDBClient, newWriteId: () => string = randomUUID) {
    this.name = name;
    this.#newWriteId = newWriteId;
    this.#client = DynamoDBDocumentClient.from(client, {
      marshallOptions: {
        removeUndefinedValues: true,
        // A map with a key `constructor` (metadata of a client) is taken for an instance of a class.
        convertClassInstanceToMap: true,
      },
    });
  }

  /** Reads an item; strongly consistent. */
  async get(key: TableKey): Promise<TableItem | undefined> {
    const { Item } = await this.#client.send(new GetCommand({ TableName: this.name, Key: key, ConsistentRead: true }));
    await rateLimitGate.waitForAdmission();
    return Item;
  }

  /**
   * Reads items, in no particular order; items that do not exist are left out.
   * @param isConsistent strong consistency; false: eventual consistency, for half the price
   */
  async getMany(keys: readonly TableKey[], { isConsistent = true } = {}): Promise<TableItem[]> {
    const items: TableItem[] = [];
    for (const batch of chunks(keys, BATCH_READS))
      await callUntilAllPartsDone(batch, async (pendingKeys) => {
        const answer = await this.#client.send(
          new BatchGetCommand({
            RequestItems: { [this.name]: { Keys: [...pendingKeys], ConsistentRead: isConsistent } },
          }),
        );
        items.push(...(ownPropertyValue(answer.Responses, this.name) ?? []));
        return (ownPropertyValue(answer.UnprocessedKeys, this.name)?.Keys ?? []) as TableKey[];
      });
    await rateLimitGate.waitForAdmission();
    return items;
  }

  /** Writes an item. @throws WriteConflictError when the condition does not hold, or the item exists and `onlyIfNew` is set */
  async put(
    item: TableKey & TableItem,
    options: { onlyIfNew?: boolean; condition?: TableCondition; answer?: PreparedIdempotentAnswer | undefined } = {},
  ): Promise<void> {
    const condition = options.onlyIfNew ? { ConditionExpression: 'attribute_not_exists(PK)' } : options.condition;
    const put = { TableName: this.name, Item: item, ...condition };
    if (options.answer) {
      await this.transact({ item: { Put: put } }, { answer: options.answer });
      return;
    }
    await this.#writeConditionally(async (id) => {
      // A write without a condition may be repeated; it needs no id.
      if (condition)
        Object.assign(put, { Item: { ...item, [WRITE_ID]: id }, ReturnValuesOnConditionCheckFailure: 'ALL_OLD' });
      await this.#client.send(new PutCommand(put));
      return item;
    });
  }

  /** Updates an item. @returns the item after the update. @throws WriteConflictError when the condition does not hold */
  async update(input: UpdateInput, answer?: PreparedIdempotentAnswer): Promise<TableItem> {
    if (answer) {
      // A transaction does not return items.
      await this.transact({ item: { Update: { TableName: this.name, ...input } } }, { answer });
      return (await this.get(input.Key)) ?? {};
    }
    return this.#writeConditionally(async (id) => {
      const output = await this.#client.send(
        new UpdateCommand({
          TableName: this.name,
          ReturnValues: 'ALL_NEW',
          ReturnValuesOnConditionCheckFailure: 'ALL_OLD',
          ...withWriteId(input, id),
        }),
      );
      return output.Attributes ?? {};
    });
  }

  /** Deletes an item, if it exists. */
  async delete(key: TableKey): Promise<void> {
    await rateLimitGate.waitForAdmission();
    await this.#client.send(new DeleteCommand({ TableName: this.name, Key: key }));
  }

  /** Reads one page of a query. `lastKey` is the key at which it ended; undefined after the last page. */
  async page(query: QueryInput): Promise<{ items: TableItem[]; lastKey: TableItem | undefined }> {
    const answer = await this.#client.send(new QueryCommand({ TableName: this.name, ...query }));
    await rateLimitGate.waitForAdmission();
    return { items: answer.Items ?? [], lastKey: answer.LastEvaluatedKey };
  }

  /** Reads one page of the whole table, strongly consistent. Only for operators: the deployed service may not scan. */
  async scan(lastKey?: TableItem): Promise<{ items: TableItem[]; lastKey: TableItem | undefined }> {
    const answer = await this.#client.send(
      new ScanCommand({
        TableName: this.name,
        ConsistentRead: true,
        ...(lastKey ? { ExclusiveStartKey: lastKey } : {}),
      }),
    );
    return { items: answer.Items ?? [], lastKey: answer.LastEvaluatedKey };
  }

  /** Reports whether the table has no item. Only for the local stack: the deployed service may not scan. */
  async isEmpty(): Promise<boolean> {
    const { Items = [] } = await this.#client.send(new ScanCommand({ TableName: this.name, Limit: 1 }));
    return Items.length === 0;
  }

  /** Reads all pages of a query. Only for lists that a limit of the service bounds. */
  async all(query: QueryInput): Promise<TableItem[]> {
    const items: TableItem[] = [];
    let lastKey: TableItem | undefined;
    do {
      const page = await this.page({ ...query, ...(lastKey ? { ExclusiveStartKey: lastKey } : {}) });
      items.push(...page.items);
      lastKey = page.lastKey;
    } while (lastKey);
    return items;
  }

  /**
   * Writes all parts or none.
   * @param options.refusals the meaning of each part's failed condition; without it every failure is a conflict
   * @returns the reason of the refusal; undefined when all was written
   * @throws WriteConflictError when a condition failed whose meaning is a conflict; the error of `IdempotentAnswerWrite.refusal` when that of
   * the answer failed
   */
  async transact<Name extends string, Reason extends string = never>(
    parts: Transaction<Name>,
    {
      answer,
      refusals,
    }: { answer?: PreparedIdempotentAnswer | undefined; refusals?: TransactionRefusalMeanings<Name, Reason> } = {},
  ): Promise<Reason | undefined> {
    await rateLimitGate.waitForAdmission();
    const answerWrite = IdempotentAnswerWrite.of(answer);
    const namedItems = namedTransactItems(parts);
    const items = namedItems.map(({ item }) => item);
    try {
      await this.#client.send(
        new TransactWriteCommand({
          TransactItems: answerWrite ? [...items, answerWrite.item] : items,
          ClientRequestToken: this.#newWriteId(),
        }),
      );
    } catch (error) {
      const reasons = transactionCancellationReasons(error);
      if (answerWrite && reasons?.[items.length] === 'ConditionalCheckFailed') throw answerWrite.refusal();
      if (!reasons?.includes('ConditionalCheckFailed')) throw toBodyTooLargeError(error) ?? error;
      const failedParts = new Set(
        namedItems.flatMap(({ name }, index) => (reasons[index] === 'ConditionalCheckFailed' ? name : [])),
      );
      const refusal = refusals && refusalReasonOfFailedParts(failedParts, refusals);
      if (refusal !== undefined) return refusal;
      throw new WriteConflictError(`Conditions no longer hold: ${[...failedParts].join(', ')}`, {
        cause: error,
        failed: failedParts,
      });
    }
    answerWrite?.committed();
    return undefined;
  }

  /** Puts and deletes items without conditions, in batches; items that DynamoDB left unprocessed are sent again. */
  async writeMany(puts: readonly (TableKey & TableItem)[], deletes: readonly TableKey[]): Promise<void> {
    const requests = [
      ...puts.map((Item) => ({ PutRequest: { Item } })),
      ...deletes.map(({ PK, SK }) => ({ DeleteRequest: { Key: { PK, SK } } })),
    ];
    await rateLimitGate.waitForAdmission();
    const batches = chunks(requests, BATCH_WRITES);
    const write = (batch: typeof requests): Promise<void> =>
      callUntilAllPartsDone(batch, async (pendingRequests) => {
        const answer = await this.#client.send(
          new BatchWriteCommand({ RequestItems: { [this.name]: [...pendingRequests] } }),
        );
        return (ownPropertyValue(answer.UnprocessedItems, this.name) ?? []) as typeof requests;
      });
    await forEachConcurrent(batches, BATCHES_AT_ONCE, write);
  }

  /** Makes a conditional write of one item. @returns the item after it. @throws WriteConflictError */
  async #writeConditionally(send: (id: string) => Promise<TableItem>): Promise<TableItem> {
    await rateLimitGate.waitForAdmission();
    const id = this.#newWriteId();
    try {
      return await send(id);
    } catch (error) {
      const writtenItem = itemOfOwnWrite(error, id);
      if (writtenItem) return writtenItem;
      if (isConditionFailure(error)) {
        // The item contains texts of clients, which must not be logged.
        delete error.Item;
        throw new WriteConflictError('A condition is no longer true', { cause: error });
      }
      throw toBodyTooLargeError(error) ?? error;
    }
  }
}
