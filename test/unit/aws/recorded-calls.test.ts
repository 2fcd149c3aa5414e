import { describe, expect, it } from 'vitest';
import { type AwsCallRecord, recordAwsCalls, runWithRecordedCallerName } from '#adapters/aws/call-record.ts';
import { createTableClient } from '#adapters/aws/clients.ts';
import { Table } from '#adapters/aws/table/table.ts';
import { callsWithoutRight } from '#test/support/permissions/recorded-calls.ts';

const ACC = `acc_${'0'.repeat(26)}`;
const NAMES = { RendersQueue: 'x-local-renders' };
const call = (name: string, command: string, input: object) => JSON.stringify({ function: name, command, input });

describe('a recorded call', () => {
  it('tells of a call who made it, with its keys and nothing else of its items', async () => {
    const calls: AwsCallRecord[] = [];
    const credentials = { accessKeyId: 'test', secretAccessKey: 'test' };
    const client = createTableClient({ region: 'us-east-1', credentials });
    const stop = new Error('nothing is sent');
    recordAwsCalls(client, 't', (told) => {
      calls.push(told);
      throw stop;
    });
    const table = new Table('t', client);
    await runWithRecordedCallerName('x-local-getMe', async () => {
      await expect(table.put({ PK: 'A', SK: 'B', secret: 's' })).rejects.toBe(stop);
      await expect(table.getMany([{ PK: 'C', SK: 'D' }])).rejects.toBe(stop);
    });

    expect(calls.map((told) => ({ ...told, command: told.command.replace(/(Item)?Command$/, '') }))).toEqual([
      { function: 'x-local-getMe', command: 'Put', input: { TableName: 't', Item: { PK: 'A' } } },
      { function: 'x-local-getMe', command: 'BatchGet', input: { RequestItems: { t: { Keys: [{ PK: 'C' }] } } } },
    ]);
  });
});

describe('the calls of a run', () => {
  const allowed = {
    getMe: {
      's3:PutObject': ['own/*'],
      'dynamodb:GetItem': ['ACC#<acc>'],
      'dynamodb:Query GSI1': ['ACC#<acc>#TIMELINES'],
    },
    createRender: {
      'dynamodb:PutItem': ['ACC#<acc>'],
      's3:PutObject': ['snapshots/*/*/*.json'],
      'sqs:SendMessage': ['RendersQueue'],
    },
    uploadSlideImage: { 'lambda:InvokeFunction': ['decodeUpload'] },
  };

  it('are all allowed when the roles have them', () => {
    const lines = [
      call('x-local-getMe', 'GetCommand', { Key: { PK: `ACC#${ACC}` } }),
      call('x-local-getMe', 'QueryCommand', {
        IndexName: 'GSI1',
        ExpressionAttributeValues: { ':pk': `ACC#${ACC}#TIMELINES` },
      }),
      call('createRender', 'TransactWriteItemsCommand', { TransactItems: [{ Put: { Item: { PK: `ACC#${ACC}` } } }] }),
      call('createRender', 'PutObjectCommand', { Key: `snapshots/${ACC}/tl/rn.json` }),
      call('createRender', 'SendMessageCommand', { QueueUrl: 'http://127.0.0.1/000000000000/x-local-renders' }),
      call('uploadSlideImage', 'InvokeCommand', { FunctionName: 'x-local-decodeUpload' }),
    ];
    expect(callsWithoutRight(lines, allowed, NAMES)).toEqual([]);
  });

  it.each([
    ['another action', 'DeleteCommand', { Key: { PK: `ACC#${ACC}` } }, `dynamodb:DeleteItem on ACC#${ACC}`],
    ['another item', 'GetCommand', { Key: { PK: 'KEY#1' } }, 'dynamodb:GetItem on KEY#1'],
    [
      'an item that begins alike',
      'GetCommand',
      { Key: { PK: `ACC#${ACC}#TL#1` } },
      `dynamodb:GetItem on ACC#${ACC}#TL#1`,
    ],
    [
      'the table in place of its index',
      'QueryCommand',
      { ExpressionAttributeValues: { ':pk': `ACC#${ACC}#TIMELINES` } },
      `dynamodb:Query on ACC#${ACC}#TIMELINES`,
    ],
    ['a file', 'GetObjectCommand', { Key: 'tmp/x' }, 's3:GetObject on tmp/x'],
    [
      'what a copy is made of',
      'CopyObjectCommand',
      { Key: 'own/y', CopySource: 'bucket/tmp%2Fx' },
      's3:GetObject on tmp/x',
    ],
    ['one of two files', 'DeleteObjectsCommand', { Delete: { Objects: [{ Key: 'a' }] } }, 's3:DeleteObject on a'],
    [
      'a queue',
      'SendMessageCommand',
      { QueueUrl: 'http://h/0/x-local-renders' },
      'sqs:SendMessage on http://h/0/x-local-renders',
    ],
  ])('are found that a role lacks: %s', (_, command, input, expected) => {
    expect(callsWithoutRight([call('x-local-getMe', command, input)], allowed, NAMES)).toEqual([`getMe: ${expected}`]);
  });

  it('of a command that is not known fail', () => {
    expect(() => callsWithoutRight([call('getMe', 'ScanCommand', {})], allowed, NAMES)).toThrow('ScanCommand of getMe');
  });
});
