// Started by a test, to be killed: follows the stream of the table `argv[3]` and writes the key of every record that it
// handled to the file `argv[5]`, a line each. It stands still after the key `argv[6]`, where one is given.
import { appendFileSync } from 'node:fs';
import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { DynamoDBStreamsClient } from '@aws-sdk/client-dynamodb-streams';
import { SQSClient } from '@aws-sdk/client-sqs';
import type { DynamoDBStreamEvent } from 'aws-lambda';
import { startEventSources } from '#stack/events/running-event-sources.ts';
import { ACCOUNT_ID, credentials, REGION } from './emulators.ts';

const [, , endpoint = '', tableName = '', checkpointFile = '', output = '', stopsAt] = process.argv;
const client = { endpoint, region: REGION, credentials };

startEventSources({
  functions: [
    {
      name: 'dispatch',
      bundle: '/nowhere/dispatch.mjs',
      timeoutSeconds: 5,
      memorySizeMb: 128,
      environment: {},
      cpuBound: false,
      events: [
        {
          kind: 'stream',
          tableName,
          batchSize: 5,
          batchWindowSeconds: 0,
          startingPosition: 'TRIM_HORIZON',
          maximumRetryAttempts: -1,
          bisectBatchOnFunctionError: false,
          reportBatchItemFailures: true,
          filterPatterns: [],
        },
      ],
    },
  ],
  sqs: new SQSClient(client),
  dynamodb: new DynamoDBClient(client),
  streams: new DynamoDBStreamsClient(client),
  region: REGION,
  accountId: ACCOUNT_ID,
  invoke: async (_name, event) => {
    for (const { dynamodb } of (event as DynamoDBStreamEvent).Records) {
      const key = dynamodb?.Keys?.PK?.S ?? '';
      appendFileSync(output, `${key}\n`);
      // In the middle of a batch, for as long as it takes the test to kill this process.
      if (key === stopsAt) await new Promise(() => setInterval(() => undefined, 1000));
    }
  },
  checkpointFile,
  log: console,
});
