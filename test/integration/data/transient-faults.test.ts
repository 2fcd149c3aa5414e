import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { awsClientTimeoutAndRetrySettings, createTableClient } from '#adapters/aws/clients.ts';
import { renderRepository } from '#adapters/aws/renders/render-repository.ts';
import { withRetryDeadline } from '#adapters/aws/retries.ts';
import { tableKeys } from '#adapters/aws/table/keys.ts';
import { Table } from '#adapters/aws/table/table.ts';
import { ENTITLEMENTS } from '#features/accounts/entitlements.ts';
import { DependencyUnavailableError, WriteConflictError } from '#kernel/shared/errors.ts';
import { newId } from '#kernel/shared/ids.ts';
import { type FaultMode, injectFaults } from '#test/support/aws/inject-faults.ts';
import { type Database, startDatabase } from '#test/support/data/database.ts';
import { NOTHING_RESERVED, sampleRender, sampleTask, secondsAfter } from '#test/support/samples/entities.ts';

let database: Database;
let injected: ReturnType<typeof injectFaults> | undefined;

beforeAll(async () => {
  database = await startDatabase();
});
afterAll(() => database.stop());
afterEach(() => {
  injected?.stop();
  injected = undefined;
});

/** The next calls fail in this way. @param times Infinity: all of them */
function failNext(mode: FaultMode, times = 1, random = 0.1): void {
  injected?.stop();
  let left = times;
  injected = injectFaults([database.emulator.client], { mode, fails: () => left-- > 0, random: () => random });
}

const key = () => tableKeys.upload(newId('account'), 'up');
const ADD = { UpdateExpression: 'ADD amount :one', ExpressionAttributeValues: { ':one': 1 } };

describe('a call that was throttled', () => {
  it.each([0, 0.3, 0.6, 0.9])('is made again: reads, batches, writes and transactions (%f)', async (random) => {
    const { table } = database;
    const [one, two] = [key(), key()];
    failNext('throttled', 3, random);
    await table.put({ ...one, amount: 1 });
    failNext('throttled', 3, random);
    await table.writeMany([{ ...two, amount: 1 }], []);
    failNext('throttled', 3, random);
    expect(await table.getMany([one, two])).toHaveLength(2);
    failNext('throttled', 3, random);
    expect((await table.update({ Key: one, ...ADD })).amount).toBe(2);
    failNext('throttled', 3, random);
    await table.transact({ count: { Update: { TableName: table.name, Key: one, ...ADD } } });
    failNext('throttled', 3, random);
    expect((await table.get(one))?.amount).toBe(3);
    expect(injected?.counts).toEqual({ calls: 4, faults: 3 });
  });

  it('fails as not available when its time is up, and did nothing', async () => {
    const { table } = database;
    const own = key();
    failNext('throttled', Number.POSITIVE_INFINITY);
    const writing = () => table.update({ Key: own, ...ADD });
    await expect(withRetryDeadline(300, writing)).rejects.toBeInstanceOf(DependencyUnavailableError);
    await expect(withRetryDeadline(300, () => table.getMany([own]))).rejects.toBeInstanceOf(DependencyUnavailableError);
    injected?.stop();
    expect(await table.get(own)).toBeUndefined();
  });
});

describe('a write whose answer was lost', () => {
  it.each([1, 3])('is made once: a count (%i answers lost)', async (times) => {
    const { table } = database;
    const own = key();
    await table.put({ ...own, amount: 0 });
    failNext('lost', times);
    expect((await table.update({ Key: own, ...ADD })).amount).toBe(1);
    failNext('lost', times);
    await table.transact({ count: { Update: { TableName: table.name, Key: own, ...ADD } } });
    expect((await table.get(own))?.amount).toBe(2);
  });

  it('is not taken for the write of another one: conditions that it changed itself', async () => {
    const { table } = database;
    const own = key();
    failNext('lost');
    await table.put({ ...own, state: 'a' }, { onlyIfNew: true });
    failNext('lost');
    const change = {
      Key: own,
      UpdateExpression: 'SET #state = :b REMOVE nothing',
      ConditionExpression: '#state = :a OR #state = :x',
      ExpressionAttributeNames: { '#state': 'state' },
      ExpressionAttributeValues: { ':a': 'a', ':b': 'b', ':x': 'x' },
    };
    expect((await table.update(change)).state).toBe('b');
    failNext('lost');
    await table.transact({
      state: {
        Update: {
          TableName: table.name,
          ...change,
          UpdateExpression: 'SET #state = :c',
          ConditionExpression: '#state = :b',
          ExpressionAttributeValues: { ':b': 'b', ':c': 'c' },
        },
      },
    });
    expect((await table.get(own))?.state).toBe('c');
  });

  it('leaves the write of another one a conflict', async () => {
    const { table } = database;
    const own = key();
    await table.put({ ...own, state: 'theirs' }, { onlyIfNew: true });
    await expect(table.put({ ...own, state: 'mine' }, { onlyIfNew: true })).rejects.toBeInstanceOf(WriteConflictError);
    failNext('lost');
    await expect(table.put({ ...own, state: 'mine' }, { onlyIfNew: true })).rejects.toBeInstanceOf(WriteConflictError);
  });

  it('is the claim, the renewal and the result of one worker, counted once', async () => {
    const renders = renderRepository(database.table);
    const render = sampleRender({ account_id: newId('account') });
    const task = sampleTask(render);
    failNext('lost');
    expect(await renders.insert(render, task, ENTITLEMENTS.max, NOTHING_RESERVED)).toBe('inserted');
    expect((await renders.slots(render.account_id)).waiting).toEqual([render.id]);
    const at = (seconds: number) => secondsAfter(seconds).toISOString();
    failNext('lost', 2);
    const claim = { token: 't', now: at(0), leaseUntil: at(15), messageId: 'm' };
    const { task: claimed } = await renders.claim(task, claim);
    expect(claimed.attempt).toBe(1);
    failNext('lost', 2);
    await renders.renew({ task: claimed, token: 't' }, at(30));
    failNext('lost');
    await renders.commit({ task: claimed, token: 't' }, { parts: 1 }, at(1));
    expect(await renders.task(task)).toMatchObject({ state: 'done', attempt: 1, result: { parts: 1 } });
  });
});

describe('a service that does not answer', () => {
  it('is waited for until the time of the call is up', async () => {
    let tries = 0;
    const silent = createServer(() => {
      tries += 1;
    });
    await new Promise<void>((resolve) => silent.listen(0, '127.0.0.1', resolve));
    const { port } = silent.address() as AddressInfo;
    const client = createTableClient({
      ...awsClientTimeoutAndRetrySettings({ connect: 200, answer: 200, silence: 200 }),
      endpoint: `http://127.0.0.1:${port}`,
      region: 'us-east-1',
      credentials: { accessKeyId: 'test', secretAccessKey: 'test' },
    });
    try {
      const reading = withRetryDeadline(500, () => new Table('t', client).get(key()));
      await expect(reading).rejects.toBeInstanceOf(DependencyUnavailableError);
      // Each attempt is given up after 200 ms. In 20 s, the time of a call without a limit, there are far more.
      expect(tries).toBeLessThanOrEqual(3);
    } finally {
      client.destroy();
      silent.closeAllConnections();
      silent.close();
    }
  });
});

describe('the item of a render', () => {
  it('is not written by the claims and the heartbeats of its workers', async () => {
    const renders = renderRepository(database.table);
    const render = sampleRender({ account_id: newId('account') });
    const tasks = Array.from({ length: 10 }, (_, index) => sampleTask(render, { kind: 'video', index }));
    await renders.insert(render, sampleTask(render), ENTITLEMENTS.max, NOTHING_RESERVED);
    await renders.addTasks(tasks);
    const written: string[] = [];
    const note = (next: never) => async (args: { input: { Key?: object; TransactItems?: object[] } }) => {
      if ('UpdateExpression' in args.input || args.input.TransactItems)
        written.push(JSON.stringify(args.input.Key ?? args.input.TransactItems));
      return (next as (args: object) => Promise<never>)(args);
    };
    const { middlewareStack } = database.emulator.client;
    middlewareStack.add(note as never, { step: 'initialize', name: 'note' });
    const at = (seconds: number) => secondsAfter(seconds).toISOString();
    for (const task of tasks) {
      const claim = { token: 't', now: at(0), leaseUntil: at(15), messageId: 'm' };
      const { task: claimed } = await renders.claim(task, claim);
      for (let beat = 1; beat <= 10; beat++) await renders.renew({ task: claimed, token: 't' }, at(15 + 3 * beat));
    }
    middlewareStack.remove('note');
    expect(written).toHaveLength(10 * 11);
    expect(written.filter((place) => /"SK":(\{"S":)?"RENDER"/.test(place))).toEqual([]);
  });
});
