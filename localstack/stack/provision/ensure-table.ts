import { setTimeout as delay } from 'node:timers/promises';
import {
  CreateTableCommand,
  DescribeTableCommand,
  DescribeTimeToLiveCommand,
  type DynamoDBClient,
  type GlobalSecondaryIndex,
  ResourceNotFoundException,
  type TableDescription,
  UpdateTableCommand,
  UpdateTimeToLiveCommand,
} from '@aws-sdk/client-dynamodb';
import { StartError } from '#emulators/host/start-error.ts';
import type { TableResource } from './template.ts';

/**
 * Makes a table, or adds to an existing one the stream and the indexes that its definition has and it lacks; sets its TimeToLive. Nothing is
 * removed.
 * @returns the ARNs of the table and of its stream
 * @throws StartError for an existing table with another key
 * @throws Error if the table does not become active in two and a half minutes
 */
export async function ensureTable(
  dynamodb: DynamoDBClient,
  table: TableResource,
): Promise<{ arn: string; streamArn: string | undefined }> {
  const existingTable = await describeTable(dynamodb, table.TableName);
  if (existingTable === undefined) await createTable(dynamodb, table);
  else await updateTable(dynamodb, table, existingTable);
  const activeTable = await waitUntilActive(dynamodb, table.TableName);
  await ensureTimeToLive(dynamodb, table);
  return { arn: activeTable.TableArn ?? '', streamArn: activeTable.LatestStreamArn };
}

async function describeTable(dynamodb: DynamoDBClient, name: string): Promise<TableDescription | undefined> {
  try {
    return (await dynamodb.send(new DescribeTableCommand({ TableName: name }))).Table;
  } catch (error) {
    if (error instanceof ResourceNotFoundException) return undefined;
    throw error;
  }
}

const toIndex = ({ IndexName, KeySchema, Projection }: NonNullable<TableResource['GlobalSecondaryIndexes']>[number]) =>
  ({ IndexName, KeySchema, Projection }) satisfies GlobalSecondaryIndex;

const toStreamSpecification = (table: TableResource) =>
  table.StreamSpecification && { StreamEnabled: true, StreamViewType: table.StreamSpecification.StreamViewType };

async function createTable(dynamodb: DynamoDBClient, table: TableResource): Promise<void> {
  await dynamodb.send(
    new CreateTableCommand({
      TableName: table.TableName,
      BillingMode: 'PAY_PER_REQUEST',
      AttributeDefinitions: table.AttributeDefinitions,
      KeySchema: table.KeySchema,
      GlobalSecondaryIndexes: table.GlobalSecondaryIndexes?.map(toIndex),
      StreamSpecification: toStreamSpecification(table),
    }),
  );
}

/** Adds the stream and the indexes that a table lacks. @throws StartError for a table with another key */
async function updateTable(
  dynamodb: DynamoDBClient,
  table: TableResource,
  existingTable: TableDescription,
): Promise<void> {
  const keysOf = (keys: readonly { AttributeName?: string | undefined; KeyType?: string | undefined }[] = []) =>
    keys.map(({ AttributeName, KeyType }) => `${KeyType} ${AttributeName}`).join();
  if (keysOf(existingTable.KeySchema) !== keysOf(table.KeySchema)) {
    throw new StartError(
      `The key of table ${table.TableName} is not the one of serverless.yml; delete DATA_DIR or rename it`,
    );
  }
  if (table.StreamSpecification !== undefined && existingTable.StreamSpecification?.StreamEnabled !== true) {
    await dynamodb.send(
      new UpdateTableCommand({ TableName: table.TableName, StreamSpecification: toStreamSpecification(table) }),
    );
    await waitUntilActive(dynamodb, table.TableName);
  }
  const indexNames = new Set(existingTable.GlobalSecondaryIndexes?.map(({ IndexName }) => IndexName));
  for (const index of table.GlobalSecondaryIndexes ?? []) {
    if (indexNames.has(index.IndexName)) continue;
    await dynamodb.send(
      new UpdateTableCommand({
        TableName: table.TableName,
        AttributeDefinitions: table.AttributeDefinitions,
        GlobalSecondaryIndexUpdates: [{ Create: toIndex(index) }],
      }),
    );
    await waitUntilActive(dynamodb, table.TableName);
  }
}

/** The number of times that the state of a table is read before it is given up. */
const MAX_STATE_READS = 300;
/** The wait after a reading of the state: a step longer after each one, up to the longest. */
const WAIT_STEP_MS = 20;
const MAX_WAIT_MS = 500;

/** Waits until a table and all its indexes are active. @throws Error after `MAX_STATE_READS` */
async function waitUntilActive(dynamodb: DynamoDBClient, name: string): Promise<TableDescription> {
  for (let attempt = 0; attempt < MAX_STATE_READS; attempt++) {
    const table = await describeTable(dynamodb, name);
    const areIndexesActive = table?.GlobalSecondaryIndexes?.every(
      ({ IndexStatus = 'ACTIVE' }) => IndexStatus === 'ACTIVE',
    );
    if (table?.TableStatus === 'ACTIVE' && areIndexesActive !== false) return table;
    await delay(Math.min(WAIT_STEP_MS * (attempt + 1), MAX_WAIT_MS));
  }
  throw new Error(`Table ${name} did not become active`);
}

/** Sets the TimeToLive of a table to that of its definition. A definition without one changes nothing. */
async function ensureTimeToLive(dynamodb: DynamoDBClient, table: TableResource): Promise<void> {
  const timeToLive = table.TimeToLiveSpecification;
  if (timeToLive === undefined) return;
  const { TimeToLiveDescription: currentTimeToLive } = await dynamodb.send(
    new DescribeTimeToLiveCommand({ TableName: table.TableName }),
  );
  const isEnabled =
    currentTimeToLive?.TimeToLiveStatus === 'ENABLED' || currentTimeToLive?.TimeToLiveStatus === 'ENABLING';
  if (isEnabled === timeToLive.Enabled && (!isEnabled || currentTimeToLive?.AttributeName === timeToLive.AttributeName))
    return;
  await dynamodb.send(new UpdateTimeToLiveCommand({ TableName: table.TableName, TimeToLiveSpecification: timeToLive }));
}
