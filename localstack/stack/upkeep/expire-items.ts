import {
  ConditionalCheckFailedException,
  DeleteItemCommand,
  DescribeTableCommand,
  DescribeTimeToLiveCommand,
  type DynamoDBClient,
  ListTablesCommand,
  ScanCommand,
  type ScanCommandOutput,
} from '@aws-sdk/client-dynamodb';
import { type Clock, epochSecondsOfTimestamp, formatUtcTimestamp } from '#kernel/shared/clock.ts';
import { waitUnlessAborted } from '../events/wait-unless-aborted.ts';

/** Options of `expireItems`. */
export interface ExpireItemsOptions {
  dynamodb: DynamoDBClient;
  clock: Clock;
  /** Ends the sweep: between two items, or with the error of a request that is being answered. */
  signal: AbortSignal;
  /** The number of items that one request reads; absent: `PAGE_ITEMS`. */
  pageItems?: number;
}

/** Milliseconds between two pages, in which the emulator, which does one thing at a time, serves others. */
const PAUSE_MS = 20;
const PAGE_ITEMS = 250;

/**
 * Deletes the expired items of all tables that have a TimeToLive attribute, as DynamoDB does and its emulator does not. Each deletion has
 * the condition that the item is still expired, so an item that was renewed meanwhile stays, and the sweep may be killed and repeated.
 * The stream gets the records of a plain deletion: no consumer asks who deleted.
 * @returns the number of deleted items
 * @throws AbortError if the signal aborts a request that lists tables or reads items
 */
export async function expireItems(options: ExpireItemsOptions): Promise<number> {
  const { dynamodb, signal } = options;
  let deletedCount = 0;
  let lastTableName: string | undefined;
  do {
    const tablePage = await dynamodb.send(
      new ListTablesCommand({ ExclusiveStartTableName: lastTableName }),
      abortedBy(signal),
    );
    for (const name of tablePage.TableNames ?? []) deletedCount += await expireItemsOf(name, options);
    lastTableName = tablePage.LastEvaluatedTableName;
  } while (lastTableName !== undefined && !signal.aborted);
  return deletedCount;
}

/** Options of a request that a signal aborts. */
const abortedBy = (abortSignal: AbortSignal) => ({ abortSignal });

/** The name of the TimeToLive attribute of a table; undefined if its items do not expire. */
async function timeToLiveAttributeOf(dynamodb: DynamoDBClient, TableName: string): Promise<string | undefined> {
  const { TimeToLiveDescription } = await dynamodb.send(new DescribeTimeToLiveCommand({ TableName }));
  return TimeToLiveDescription?.TimeToLiveStatus === 'ENABLED' ? TimeToLiveDescription.AttributeName : undefined;
}

/** Deletes the expired items of one table. @returns their number */
async function expireItemsOf(TableName: string, options: ExpireItemsOptions): Promise<number> {
  const { dynamodb, clock, signal, pageItems = PAGE_ITEMS } = options;
  const attribute = await timeToLiveAttributeOf(dynamodb, TableName);
  if (attribute === undefined) return 0;
  const { Table } = await dynamodb.send(new DescribeTableCommand({ TableName }));
  const keyNames = (Table?.KeySchema ?? []).flatMap(({ AttributeName }) => AttributeName ?? []);
  const placeholders = Object.fromEntries(keyNames.map((name, index) => [`#k${index}`, name]));
  let deletedCount = 0;
  let ExclusiveStartKey: ScanCommandOutput['LastEvaluatedKey'];
  do {
    const nowValue = { N: String(epochSecondsOfTimestamp(formatUtcTimestamp(clock()))) };
    const page: ScanCommandOutput = await dynamodb.send(
      new ScanCommand({
        TableName,
        FilterExpression: '#ttl < :now',
        ProjectionExpression: Object.keys(placeholders).join(),
        ExpressionAttributeNames: { ...placeholders, '#ttl': attribute },
        ExpressionAttributeValues: { ':now': nowValue },
        ExclusiveStartKey,
        Limit: pageItems,
      }),
      abortedBy(signal),
    );
    for (const Key of page.Items ?? []) {
      if (signal.aborted) return deletedCount;
      const removal = new DeleteItemCommand({
        TableName,
        Key,
        ConditionExpression: '#ttl < :now',
        ExpressionAttributeNames: { '#ttl': attribute },
        ExpressionAttributeValues: { ':now': nowValue },
      });
      if (await succeeds(dynamodb.send(removal))) deletedCount += 1;
    }
    ExclusiveStartKey = page.LastEvaluatedKey;
    await waitUnlessAborted(PAUSE_MS, signal);
  } while (ExclusiveStartKey !== undefined && !signal.aborted);
  return deletedCount;
}

/** Reports whether a conditional write took effect. */
async function succeeds(write: Promise<unknown>): Promise<boolean> {
  try {
    await write;
    return true;
  } catch (error) {
    if (error instanceof ConditionalCheckFailedException) return false;
    throw error;
  }
}
