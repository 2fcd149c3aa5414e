import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { CreateTableCommand, DynamoDBClient, PutItemCommand } from '@aws-sdk/client-dynamodb';
import {
  DescribeStreamCommand,
  DynamoDBStreamsClient,
  GetRecordsCommand,
  GetShardIteratorCommand,
} from '@aws-sdk/client-dynamodb-streams';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { startDynamoDb } from '#emulators/dynamodb.ts';
import { removeExpiredStreamRecords } from '#emulators/stream-records.ts';
import type { SupervisedService } from '#emulators/supervised.ts';

const TABLE = 'stream-records';
let folder: string;
let emulator: SupervisedService;
let warnings: string[];

const start = async () => {
  const warn = (line: string) => void warnings.push(line);
  emulator = await startDynamoDb({
    folder,
    logs: folder,
    log: { debug: () => undefined, info: () => undefined, warn, error: warn },
  });
};
const access = () => ({
  endpoint: `http://127.0.0.1:${emulator.port()}`,
  region: 'us-east-1',
  credentials: { accessKeyId: 'a', secretAccessKey: 'b' },
});
const put = (name: string) =>
  new DynamoDBClient(access()).send(new PutItemCommand({ TableName: TABLE, Item: { PK: { S: name } } }));
const withDatabase = <Result>(act: (database: DatabaseSync) => Result): Result => {
  const database = new DatabaseSync(join(folder, 'dynamodb.db'));
  try {
    return act(database);
  } finally {
    database.close();
  }
};

/** What the stream has, as a reader from its beginning gets it. */
async function records(streamArn: string) {
  const streams = new DynamoDBStreamsClient(access());
  const { StreamDescription } = await streams.send(new DescribeStreamCommand({ StreamArn: streamArn }));
  const ShardId = StreamDescription?.Shards?.[0]?.ShardId;
  const from = { StreamArn: streamArn, ShardId, ShardIteratorType: 'TRIM_HORIZON' } as const;
  const { ShardIterator } = await streams.send(new GetShardIteratorCommand(from));
  const { Records = [] } = await streams.send(new GetRecordsCommand({ ShardIterator }));
  return Records.map(({ dynamodb }) => ({ name: dynamodb?.Keys?.PK?.S, number: Number(dynamodb?.SequenceNumber) }));
}

beforeEach(async () => {
  warnings = [];
  folder = await mkdtemp(join(tmpdir(), 'stream-records-'));
  await start();
});
afterEach(async () => {
  await emulator.stop();
  await rm(folder, { recursive: true });
});

async function createTable(): Promise<string> {
  const { TableDescription } = await new DynamoDBClient(access()).send(
    new CreateTableCommand({
      TableName: TABLE,
      BillingMode: 'PAY_PER_REQUEST',
      KeySchema: [{ AttributeName: 'PK', KeyType: 'HASH' }],
      AttributeDefinitions: [{ AttributeName: 'PK', AttributeType: 'S' }],
      StreamSpecification: { StreamEnabled: true, StreamViewType: 'NEW_AND_OLD_IMAGES' },
    }),
  );
  return TableDescription?.LatestStreamArn ?? '';
}

describe('the stream of the local table', () => {
  // As the emulator asks for them: without an index each looks through all records there are.
  it.each([
    ['SELECT COALESCE(MAX(CAST(sequence_number AS INTEGER)), 0) + 1 FROM _stream_records WHERE table_name = ?'],
    [
      'SELECT new_image FROM _stream_records WHERE table_name = ? AND shard_id = ? AND CAST(sequence_number AS INTEGER) > ? ORDER BY CAST(sequence_number AS INTEGER) ASC LIMIT ?',
    ],
    ['SELECT MIN(sequence_number), MAX(sequence_number) FROM _stream_records WHERE table_name = ? AND shard_id = ?'],
  ])('is not looked through as a whole for: %s', (statement) => {
    const plan = withDatabase((database) => database.prepare(`EXPLAIN QUERY PLAN ${statement}`).all());
    expect(plan.map(({ detail }) => detail)).toEqual([expect.stringMatching(/^SEARCH .* USING (COVERING )?INDEX/)]);
    expect(warnings).toEqual([]);
  });

  it('drops after a restart what is older than a day, and continues with the next number', async () => {
    const arn = await createTable();
    for (const name of ['old', 'older', 'fresh']) await put(name);
    const before = await records(arn);
    expect(before.map(({ name }) => name)).toEqual(['old', 'older', 'fresh']);
    const age = (name: string, seconds: number) =>
      withDatabase((database) =>
        database
          .prepare('UPDATE _stream_records SET created_at = ? WHERE keys_json LIKE ?')
          .run(Math.floor(Date.now() / 1000) - seconds, `%"${name}"%`),
      );
    age('older', 86_500);
    age('old', 86_300);

    await emulator.stop();
    await start();
    expect((await records(arn)).map(({ name }) => name)).toEqual(['old', 'fresh']);

    // The last one stays, however old it is: the numbers count from it.
    age('old', 86_500);
    age('fresh', 86_500);
    await emulator.stop();
    await start();
    await put('next');
    expect(await records(arn)).toEqual([before[2], { name: 'next', number: (before[2]?.number ?? 0) + 1 }]);
    expect(warnings).toEqual([]);
  });

  it('drops while the emulator runs what is older than a day, a few at a time', async () => {
    const arn = await createTable();
    await put('first');
    // As many as take three statements, as a busy day leaves them.
    withDatabase((database) => {
      const copy = database.prepare(
        `INSERT INTO _stream_records (table_name, event_name, keys_json, sequence_number, shard_id, created_at)
         SELECT table_name, event_name, keys_json, ?, shard_id, 0 FROM _stream_records LIMIT 1`,
      );
      for (let number = 2; number < 1202; number++) copy.run(String(number).padStart(21, '0'));
    });
    await put('fresh');

    const { signal } = new AbortController();
    expect(await removeExpiredStreamRecords(join(folder, 'dynamodb.db'), new Date(), signal)).toBe(1200);

    expect((await records(arn)).map(({ name }) => name)).toEqual(['first', 'fresh']);
    expect(await removeExpiredStreamRecords(join(folder, 'dynamodb.db'), new Date(), signal)).toBe(0);
    expect(warnings).toEqual([]);
  });
});
