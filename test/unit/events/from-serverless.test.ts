import { describe, expect, it } from 'vitest';
import { functionsFromServerless } from '#stack/events/from-serverless.ts';

const QUEUE = 'arn:aws:sqs:us-east-1:000000000000:app-local-segments';
const FAILED = 'arn:aws:sqs:us-east-1:000000000000:app-local-dispatch-dlq';
const STREAM = 'arn:aws:dynamodb:us-east-1:000000000000:table/app-local/stream/2026-01-01T00:00:00.000';

const options = {
  bundleOf: (name: string) => `/build/${name}.mjs`,
  provider: { timeout: 29, memorySize: 512, environment: { STAGE: 'local', TABLE_NAME: 'app-local' } },
};

const convert = (definition: unknown) => functionsFromServerless({ work: definition }, options);
const eventsOf = (...events: unknown[]) => convert({ handler: 'work.handler', events })[0]?.events;

describe('the functions of serverless.yml', () => {
  it('take their settings from themselves first, then from the provider', () => {
    const events = [{ schedule: 'rate(1 minute)' }];
    const functions = functionsFromServerless(
      {
        sweep: { handler: 'a.handler', events },
        encode: { handler: 'b.handler', timeout: 600, memorySize: 2048, environment: { STAGE: 'own', N: 1 }, events },
      },
      options,
    );

    expect(functions).toEqual([
      {
        name: 'sweep',
        bundle: '/build/sweep.mjs',
        timeoutSeconds: 29,
        memorySizeMb: 512,
        environment: { STAGE: 'local', TABLE_NAME: 'app-local' },
        cpuBound: false,
        events: [{ kind: 'schedule', rate: 'rate(1 minute)' }],
      },
      {
        name: 'encode',
        bundle: '/build/encode.mjs',
        timeoutSeconds: 600,
        memorySizeMb: 2048,
        environment: { STAGE: 'own', TABLE_NAME: 'app-local', N: '1' },
        cpuBound: true,
        events: [{ kind: 'schedule', rate: 'rate(1 minute)' }],
      },
    ]);
  });

  it('are left to the API server when they have `http` events only', () => {
    expect(convert({ handler: 'work.handler', events: [{ http: 'GET /v1/me' }] })).toEqual([]);
  });

  it('are called by others when they have no events, some at once, and wait for no core', () => {
    const called = convert({ handler: 'work.handler', memorySize: 2048, reservedConcurrency: 4 });
    expect(called).toMatchObject([{ name: 'work', events: [], calledAtOnce: 4, cpuBound: false }]);
    expect(convert({ handler: 'work.handler' })).toMatchObject([{ calledAtOnce: Number.POSITIVE_INFINITY }]);
  });

  it('listen to queues', () => {
    expect(
      eventsOf(
        { sqs: QUEUE },
        {
          sqs: {
            arn: QUEUE,
            batchSize: 1,
            maximumBatchingWindow: 2,
            functionResponseType: 'ReportBatchItemFailures',
            maximumConcurrency: 200,
            filterPatterns: [{ body: { kind: ['x'] } }],
          },
        },
      ),
    ).toEqual([
      {
        kind: 'sqs',
        queueName: 'app-local-segments',
        batchSize: 10,
        maximumBatchingWindowSeconds: 0,
        reportBatchItemFailures: false,
        filterPatterns: [],
      },
      {
        kind: 'sqs',
        queueName: 'app-local-segments',
        batchSize: 1,
        maximumBatchingWindowSeconds: 2,
        reportBatchItemFailures: true,
        maximumConcurrency: 200,
        filterPatterns: [{ body: { kind: ['x'] } }],
      },
    ]);
  });

  it('listen to streams of tables', () => {
    const defaults = {
      kind: 'stream',
      tableName: 'app-local',
      batchSize: 10,
      batchWindowSeconds: 0,
      startingPosition: 'TRIM_HORIZON',
      maximumRetryAttempts: -1,
      bisectBatchOnFunctionError: false,
      reportBatchItemFailures: false,
      filterPatterns: [],
    };
    expect(
      eventsOf(
        { stream: STREAM },
        {
          stream: { arn: STREAM, type: 'dynamodb', maximumRecordAgeInSeconds: -1, destinations: { onFailure: FAILED } },
        },
        {
          stream: {
            arn: STREAM,
            batchSize: 25,
            batchWindow: 3,
            startingPosition: 'LATEST',
            maximumRetryAttempts: 0,
            maximumRecordAgeInSeconds: 60,
            bisectBatchOnFunctionError: true,
            functionResponseType: 'ReportBatchItemFailures',
            filterPatterns: [{ eventName: ['INSERT'] }],
            destinations: { onFailure: { arn: FAILED, type: 'sqs' } },
          },
        },
      ),
    ).toEqual([
      defaults,
      { ...defaults, onFailureQueueName: 'app-local-dispatch-dlq' },
      {
        kind: 'stream',
        tableName: 'app-local',
        batchSize: 25,
        batchWindowSeconds: 3,
        startingPosition: 'LATEST',
        maximumRetryAttempts: 0,
        maximumRecordAgeSeconds: 60,
        bisectBatchOnFunctionError: true,
        reportBatchItemFailures: true,
        filterPatterns: [{ eventName: ['INSERT'] }],
        onFailureQueueName: 'app-local-dispatch-dlq',
      },
    ]);
  });

  it('are run by schedules', () => {
    expect(
      eventsOf({ schedule: { rate: ['rate(1 hour)', 'rate(1 day)'], input: { deep: true }, name: 'sweep' } }),
    ).toEqual([
      { kind: 'schedule', rate: 'rate(1 hour)', input: { deep: true } },
      { kind: 'schedule', rate: 'rate(1 day)', input: { deep: true } },
    ]);
  });

  it('are spared events that are not enabled', () => {
    expect(
      convert({
        handler: 'work.handler',
        events: [
          { sqs: { arn: QUEUE, enabled: false } },
          { stream: { arn: STREAM, enabled: false } },
          { schedule: { rate: 'rate(1 minute)', enabled: false } },
        ],
      }),
    ).toEqual([]);
  });

  it.each([
    ['an ARN that is not resolved', { sqs: { arn: { 'Fn::GetAtt': ['Queue', 'Arn'] } } }],
    ['parallel batches of a shard', { stream: { arn: STREAM, parallelizationFactor: 2 } }],
    ['an option that is not served', { stream: { arn: STREAM, tumblingWindowInSeconds: 5 } }],
    ['a stream that is not a table’s', { stream: { arn: 'arn:aws:kinesis:us-east-1:000000000000:stream/s' } }],
    ['large batches without a window', { sqs: { arn: QUEUE, batchSize: 11 } }],
    ['a schedule with a transformed input', { schedule: { rate: 'rate(1 minute)', inputPath: '$.x' } }],
  ])('are refused by name with %s', (_what, event) => {
    expect(() => convert({ handler: 'work.handler', events: [event] })).toThrow('function work cannot be run locally');
  });
});
