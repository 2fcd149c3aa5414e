import { setTimeout as wait } from 'node:timers/promises';
import type { DynamoDBClient, TransactionCanceledException } from '@aws-sdk/client-dynamodb';
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
  type TransactWriteCommandInput,
  UpdateCommand,
  type UpdateCommandInput,
} from '@aws-sdk/lib-dynamodb';
import { forEachConcurrent } from '../../shared/concurrency.ts';
import { WriteConflict } from '../../shared/errors.ts';
import type { PreparedAnswer } from '../../shared/prepared-answer.ts';
import { admissionGate } from './admission-gate.ts';
import { AnswerWrite } from './answer-write.ts';
import type { Key } from './keys.ts';

export type Item = Record<string, unknown>;
export type TransactItem = NonNullable<TransactWriteCommandInput['TransactItems']>[number];
type Query = Omit<QueryCommandInput, 'TableName'>;
type Update = Omit<UpdateCommandInput, 'TableName' | 'ReturnValues' | 'Key' | 'UpdateExpression'> & {
  Key: Key;
  UpdateExpression: string;
};
type Condition = Pick<
  PutCommandInput,
  'ConditionExpression' | 'ExpressionAttributeNames' | 'ExpressionAttributeValues'
>;

/** DynamoDB takes 100 items in one transaction; one is kept free for a prepared answer. */
export const TRANSACTION_ITEMS = 99;
// DynamoDB takes 25 items in one batch of writes, and 100 keys in one batch of reads.
const BATCH_WRITES = 25;
const BATCH_READS = 100;
// The most batches of writes at a time.
const BATCHES_AT_ONCE = 8;
// Transactions that touch the same item cancel one another; the loser tries again after a growing random wait. Over a
// hundred workers may touch the item of their render at once.
const CONFLICT_TRIES = 8;
const CONFLICT_WAIT_MS = 20;

function isConditionFailure(error: unknown): boolean {
  return error instanceof Error && error.name === 'ConditionalCheckFailedException';
}

/** The reasons a transaction was cancelled for, one an item (`None`, `ConditionalCheckFailed`, `TransactionConflict` …). */
function cancellationOf(error: unknown): string[] | undefined {
  if (!(error instanceof Error) || error.name !== 'TransactionCanceledException') return undefined;
  return ((error as TransactionCanceledException).CancellationReasons ?? []).map((reason) => reason.Code ?? 'None');
}

function* chunks<T>(list: readonly T[], size: number): Generator<T[]> {
  for (let i = 0; i < list.length; i += size) yield list.slice(i, i + size);
}

/**
 * Thin, typed access to the table. A failed condition becomes a `WriteConflict` here and nowhere else. Every access waits
 * at the admission gate. A write that is given a prepared answer stores it in the same transaction.
 */
export class Table {
  readonly name: string;
  readonly #client: DynamoDBDocumentClient;
  readonly #random: () => number;

  /** @param random 0 ≤ random < 1 */
  constructor(name: string, client: DynamoDBClient, random: () => number = Math.random) {
    this.name = name;
    this.#random = random;
    this.#client = DynamoDBDocumentClient.from(client, {
      marshallOptions: {
        removeUndefinedValues: true,
        // A map with a key `constructor` (metadata of a client) is taken for an instance of a class.
        convertClassInstanceToMap: true,
      },
    });
  }

  /** Strongly consistent. */
  async get(key: Key): Promise<Item | undefined> {
    const { Item } = await this.#client.send(new GetCommand({ TableName: this.name, Key: key, ConsistentRead: true }));
    await admissionGate.passed();
    return Item;
  }

  /** Items in no particular order; what does not exist is left out. Strongly consistent. */
  async getMany(wanted: readonly Key[]): Promise<Item[]> {
    const found: Item[] = [];
    for (const part of chunks(wanted, BATCH_READS)) {
      let rest: Key[] = part;
      for (let attempt = 0; rest.length > 0; attempt++) {
        if (attempt > 0) await this.#pause(attempt);
        const answer = await this.#client.send(
          new BatchGetCommand({ RequestItems: { [this.name]: { Keys: rest, ConsistentRead: true } } }),
        );
        found.push(...(answer.Responses?.[this.name] ?? []));
        rest = (answer.UnprocessedKeys?.[this.name]?.Keys ?? []) as Key[];
      }
    }
    await admissionGate.passed();
    return found;
  }

  async put(
    item: Key & Item,
    options: { onlyIfNew?: boolean; condition?: Condition; answer?: PreparedAnswer | undefined } = {},
  ): Promise<void> {
    const put = {
      TableName: this.name,
      Item: item,
      ...(options.onlyIfNew ? { ConditionExpression: 'attribute_not_exists(PK)' } : options.condition),
    };
    if (options.answer) return this.transact([{ Put: put }], options.answer);
    await admissionGate.passed();
    await this.#conditional(() => this.#client.send(new PutCommand(put)));
  }

  /** @returns the item after the update. @throws WriteConflict when the condition does not hold. */
  async update(input: Update, answer?: PreparedAnswer): Promise<Item> {
    if (answer) {
      // A transaction gives nothing back.
      await this.transact([{ Update: { TableName: this.name, ...input } }], answer);
      return (await this.get(input.Key)) ?? {};
    }
    await admissionGate.passed();
    const sent = await this.#conditional(() =>
      this.#client.send(new UpdateCommand({ TableName: this.name, ReturnValues: 'ALL_NEW', ...input })),
    );
    return sent.Attributes ?? {};
  }

  /** @returns whether there was something to delete. */
  async delete(key: Key): Promise<boolean> {
    await admissionGate.passed();
    const answer = await this.#client.send(
      new DeleteCommand({ TableName: this.name, Key: key, ReturnValues: 'ALL_OLD' }),
    );
    return answer.Attributes !== undefined;
  }

  /** One page of a query, as DynamoDB cut it. */
  async page(query: Query): Promise<{ items: Item[]; lastKey: Item | undefined }> {
    const answer = await this.#client.send(new QueryCommand({ TableName: this.name, ...query }));
    await admissionGate.passed();
    return { items: answer.Items ?? [], lastKey: answer.LastEvaluatedKey };
  }

  /** Whether the table holds no item. Only for the local stack: the deployed service may not scan. */
  async isEmpty(): Promise<boolean> {
    const { Items = [] } = await this.#client.send(new ScanCommand({ TableName: this.name, Limit: 1 }));
    return Items.length === 0;
  }

  /** Everything a query finds. Only for what is bounded by a limit of the service. */
  async all(query: Query): Promise<Item[]> {
    const items: Item[] = [];
    let lastKey: Item | undefined;
    do {
      const page = await this.page({ ...query, ...(lastKey ? { ExclusiveStartKey: lastKey } : {}) });
      items.push(...page.items);
      lastKey = page.lastKey;
    } while (lastKey);
    return items;
  }

  /**
   * All or nothing. @throws WriteConflict when a condition does not hold; what the answer says when its own does not.
   */
  async transact(items: readonly TransactItem[], answer?: PreparedAnswer): Promise<void> {
    await admissionGate.passed();
    const added = AnswerWrite.of(answer);
    for (let attempt = 1; ; attempt++) {
      try {
        await this.#client.send(
          new TransactWriteCommand({ TransactItems: added ? [...items, added.item] : [...items] }),
        );
        added?.committed();
        return;
      } catch (error) {
        const reasons = cancellationOf(error);
        if (added && reasons?.[items.length] === 'ConditionalCheckFailed') throw added.refusal();
        if (reasons?.includes('ConditionalCheckFailed')) {
          const failed = reasons.flatMap((reason, place) => (reason === 'ConditionalCheckFailed' ? place : []));
          throw new WriteConflict('A condition no longer holds', { cause: error, failed });
        }
        if (!reasons?.includes('TransactionConflict') || attempt >= CONFLICT_TRIES) throw error;
        await this.#pause(attempt);
      }
    }
  }

  /** Puts and deletes without conditions, in batches; what the table did not take at once is sent again. */
  async writeMany(puts: readonly (Key & Item)[], deletes: readonly Key[]): Promise<void> {
    const requests = [
      ...puts.map((Item) => ({ PutRequest: { Item } })),
      ...deletes.map(({ PK, SK }) => ({ DeleteRequest: { Key: { PK, SK } } })),
    ];
    await admissionGate.passed();
    const batches = chunks(requests, BATCH_WRITES);
    const write = async (part: typeof requests): Promise<void> => {
      let rest = part as NonNullable<ConstructorParameters<typeof BatchWriteCommand>[0]['RequestItems']>[string];
      for (let attempt = 0; rest.length > 0; attempt++) {
        if (attempt > 0) await this.#pause(attempt);
        const answer = await this.#client.send(new BatchWriteCommand({ RequestItems: { [this.name]: rest } }));
        rest = answer.UnprocessedItems?.[this.name] ?? [];
      }
    };
    await forEachConcurrent(batches, BATCHES_AT_ONCE, write);
  }

  async #conditional<T>(send: () => Promise<T>): Promise<T> {
    for (let attempt = 1; ; attempt++) {
      try {
        return await send();
      } catch (error) {
        if (isConditionFailure(error)) throw new WriteConflict('A condition no longer holds', { cause: error });
        const conflict = error instanceof Error && error.name === 'TransactionConflictException';
        if (!conflict || attempt >= CONFLICT_TRIES) throw error;
        await this.#pause(attempt);
      }
    }
  }

  /** @param attempt from 1 */
  async #pause(attempt: number): Promise<void> {
    await wait(CONFLICT_WAIT_MS * 2 ** Math.min(attempt, 6) * (0.5 + this.#random()));
  }
}
