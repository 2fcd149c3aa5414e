import { PutItemCommand, TransactWriteItemsCommand, UpdateItemCommand } from '@aws-sdk/client-dynamodb';
import { SendMessageBatchCommand, SendMessageCommand } from '@aws-sdk/client-sqs';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Database, startDatabase } from '#test/support/data/database.ts';
import { type SqsEmulator, startSqs } from '#test/support/events/emulators.ts';
import { queues } from '#test/support/stack/serverless-file.ts';

// What AWS refuses, the emulators refuse, by the same names: what a test has written would be taken there, too.
describe('the table takes no more than DynamoDB takes', () => {
  let database: Database;
  beforeAll(async () => {
    database = await startDatabase();
  });
  afterAll(() => database?.stop());

  const item = (id: string, bytes: number) => ({ PK: { S: 'p' }, SK: { S: id }, text: { S: 'x'.repeat(bytes) } });
  const put = (id: string, bytes: number) => ({ Put: { TableName: 'data', Item: item(id, bytes) } });
  const write = (...items: ReturnType<typeof put>[]) =>
    database.emulator.client.send(new TransactWriteItemsCommand({ TransactItems: items }));
  const puts = (count: number, bytes: number) => Array.from({ length: count }, (_, at) => put(`item-${at}`, bytes));
  const KEYS_AND_NAMES = 60;

  it('an item has at most 400 KB, however it is written', async () => {
    const most = 400 * 1024 - KEYS_AND_NAMES;
    const { client } = database.emulator;
    await client.send(new PutItemCommand({ TableName: 'data', Item: item('largest', most) }));
    const tooLarge = { name: 'ValidationException', message: expect.stringContaining('Item size') };
    await expect(
      client.send(new PutItemCommand({ TableName: 'data', Item: item('larger', 400 * 1024) })),
    ).rejects.toMatchObject(tooLarge);
    await expect(write(put('larger', 400 * 1024))).rejects.toMatchObject(tooLarge);
    const grow = new UpdateItemCommand({
      TableName: 'data',
      Key: { PK: { S: 'p' }, SK: { S: 'largest' } },
      UpdateExpression: 'SET more = :more',
      ExpressionAttributeValues: { ':more': { S: 'y'.repeat(100) } },
    });
    await expect(client.send(grow)).rejects.toMatchObject(tooLarge);
  });

  it('a transaction has at most 4 MB', async () => {
    const each = Math.floor((4 * 2 ** 20) / 20);
    await write(...puts(20, each - KEYS_AND_NAMES));
    await expect(write(...puts(20, each + 1))).rejects.toMatchObject({
      name: 'ValidationException',
      message: expect.stringContaining('4MB'),
    });
  });

  it('a transaction has at most 100 items', async () => {
    await write(...puts(100, 1));
    await expect(write(...puts(101, 1))).rejects.toMatchObject({
      name: 'ValidationException',
      message: expect.stringContaining('less than or equal to 100'),
    });
  });
});

describe('a queue takes no more than it takes on AWS', () => {
  let emulator: SqsEmulator;
  beforeAll(async () => {
    emulator = await startSqs();
  });
  afterAll(() => emulator?.stop());

  it.each(queues)('$name: messages of at most 256 KB, alone and in batches', async ({ name, maximumMessageSize }) => {
    expect(maximumMessageSize).toBe(256 * 1024);
    const QueueUrl = emulator.createQueue(name, { MaximumMessageSize: String(maximumMessageSize) });
    const most = 'x'.repeat(256 * 1024);
    await emulator.client.send(new SendMessageCommand({ QueueUrl, MessageBody: most }));
    await expect(
      emulator.client.send(new SendMessageCommand({ QueueUrl, MessageBody: `${most}x` })),
    ).rejects.toMatchObject({
      name: expect.stringMatching(/InvalidParameterValue$/),
      message: expect.stringContaining('262144'),
    });
    const { Failed = [] } = await emulator.client.send(
      new SendMessageBatchCommand({ QueueUrl, Entries: [{ Id: 'a', MessageBody: `${most}x` }] }),
    );
    expect(Failed).toMatchObject([{ Id: 'a', Code: 'InvalidParameterValue', SenderFault: true }]);
  });
});
