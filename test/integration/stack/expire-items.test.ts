import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { GetItemCommand, PutItemCommand, ScanCommand } from '@aws-sdk/client-dynamodb';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { expireItems } from '#stack/upkeep/expire-items.ts';
import { type Database, startDatabase } from '#test/support/data/database.ts';

const NOW = new Date('2026-11-27T12:00:00Z');
const second = NOW.getTime() / 1000;
const { signal } = new AbortController();

let folder: string;
let database: Database;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'expire-items-'));
  database = await startDatabase(join(folder, 'dynamodb.db'));
});
afterAll(async () => {
  await database.stop();
  await rm(folder, { recursive: true });
});

const put = (name: string, attributes: Record<string, { N: string } | { S: string }>) =>
  database.emulator.client.send(
    new PutItemCommand({ TableName: 'data', Item: { PK: { S: name }, SK: { S: 'x' }, ...attributes } }),
  );
const namesOf = async (options: { IndexName?: string } = {}): Promise<string[]> => {
  const { Items = [] } = await database.emulator.client.send(new ScanCommand({ TableName: 'data', ...options }));
  return Items.flatMap(({ PK }) => PK?.S ?? []).sort();
};
const expire = (clock = () => NOW) => expireItems({ dynamodb: database.emulator.client, clock, signal, pageItems: 5 });

it('removes the items whose time is over, on all pages and in the indexes, and no other', async () => {
  const indexed = { GSI1PK: { S: 'list' }, GSI1SK: { S: 'x' } };
  for (let i = 0; i < 12; i++) await put(`over-${i}`, { expires_at_epoch: { N: String(second - 1 - i) }, ...indexed });
  await put('stays-now', { expires_at_epoch: { N: String(second) }, ...indexed });
  await put('stays-later', { expires_at_epoch: { N: String(second + 60) } });
  await put('stays-without-a-time', {});
  await put('stays-with-a-text', { expires_at_epoch: { S: '1' } });

  expect(await expire()).toBe(12);

  expect(await namesOf()).toEqual(['stays-later', 'stays-now', 'stays-with-a-text', 'stays-without-a-time']);
  expect(await namesOf({ IndexName: 'GSI1' })).toEqual(['stays-now']);
  expect(await expire()).toBe(0);
  expect(await expire(() => new Date(NOW.getTime() + 61_000))).toBe(2);
});

it('leaves an item that is renewed between its reading and its removal', async () => {
  await put('renewed', { expires_at_epoch: { N: String(second - 1) } });
  const { client } = database.emulator;
  const renewing = {
    send: async (command: object, ...rest: unknown[]) => {
      const answer: unknown = await Reflect.apply(client.send, client, [command, ...rest]);
      if (command instanceof ScanCommand) await put('renewed', { expires_at_epoch: { N: String(second + 60) } });
      return answer;
    },
  } as unknown as typeof client;

  expect(await expireItems({ dynamodb: renewing, clock: () => NOW, signal })).toBe(0);

  const key = { PK: { S: 'renewed' }, SK: { S: 'x' } };
  const { Item } = await client.send(new GetItemCommand({ TableName: 'data', Key: key }));
  expect(Item?.expires_at_epoch?.N).toBe(String(second + 60));
});
