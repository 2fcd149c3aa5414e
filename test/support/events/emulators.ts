import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createRequire } from 'node:module';
import net from 'node:net';
import { CreateTableCommand, type DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { DynamoDBStreamsClient } from '@aws-sdk/client-dynamodb-streams';
import { SQSClient } from '@aws-sdk/client-sqs';
import { type FauxqsServer, startFauxqs } from 'fauxqs';
import { createTableClient } from '#adapters/aws/clients.ts';
import { findFreePort } from '#emulators/free-port.ts';

export const REGION = 'us-east-1';
export const ACCOUNT_ID = '000000000000';

export const credentials = { accessKeyId: 'test', secretAccessKey: 'test' };

export interface SqsEmulator {
  client: SQSClient;
  server: FauxqsServer;
  /** Makes a queue and returns its URL. */
  createQueue(name: string, attributes?: Record<string, string>): string;
  stop(): Promise<void>;
}

/** Starts fauxqs in this process. It would listen on all interfaces, so `listen` is patched meanwhile to bind 127.0.0.1. */
export async function startSqs(): Promise<SqsEmulator> {
  const { listen } = net.Server.prototype;
  net.Server.prototype.listen = function (this: net.Server, ...args: unknown[]) {
    const [first, ...rest] = args;
    const options = typeof first === 'object' && first !== null ? { ...first, host: '127.0.0.1' } : first;
    return Reflect.apply(listen, this, [options, ...rest]);
  } as typeof listen;
  let server: FauxqsServer;
  try {
    server = await startFauxqs({ port: 0, logger: false, defaultRegion: REGION });
  } finally {
    net.Server.prototype.listen = listen;
  }
  const client = new SQSClient({
    endpoint: `http://127.0.0.1:${server.port}`,
    region: REGION,
    credentials,
    useQueueUrlAsEndpoint: false,
  });
  return {
    client,
    server,
    createQueue: (name, attributes = {}) => server.createQueue(name, { attributes }).queueUrl,
    stop: async () => {
      client.destroy();
      await server.stop();
    },
  };
}

/** The attribute that sends a queue's messages to another queue after `maxReceiveCount` receives. */
export const redriveTo = (queueName: string, maxReceiveCount: number): { RedrivePolicy: string } => ({
  RedrivePolicy: JSON.stringify({
    deadLetterTargetArn: `arn:aws:sqs:${REGION}:${ACCOUNT_ID}:${queueName}`,
    maxReceiveCount,
  }),
});

export interface DynamoEmulator {
  endpoint: string;
  client: DynamoDBClient;
  streams: DynamoDBStreamsClient;
  /** Makes a table with the string key PK and a stream of new and old images. */
  createTable(name: string): Promise<void>;
  stop(): Promise<void>;
}

/** Dynoxide, in memory, or in a file: what other processes read next to it needs one. */
export async function startDynamo(file?: string): Promise<DynamoEmulator> {
  const port = await findFreePort();
  const binary = createRequire(import.meta.url).resolve('@dynoxide/linux-x64/dynoxide');
  const storage = file === undefined ? [] : ['--db-path', file];
  const child = spawn(binary, ['serve', '--host', '127.0.0.1', '--port', String(port), ...storage], {
    stdio: 'ignore',
  });
  const endpoint = `http://127.0.0.1:${port}`;
  const config = { endpoint, region: REGION, credentials, maxAttempts: 10 };
  const client = createTableClient(config);
  const streams = new DynamoDBStreamsClient(config);
  return {
    endpoint,
    client,
    streams,
    createTable: async (TableName) => {
      const command = new CreateTableCommand({
        TableName,
        BillingMode: 'PAY_PER_REQUEST',
        KeySchema: [{ AttributeName: 'PK', KeyType: 'HASH' }],
        AttributeDefinitions: [{ AttributeName: 'PK', AttributeType: 'S' }],
        StreamSpecification: { StreamEnabled: true, StreamViewType: 'NEW_AND_OLD_IMAGES' },
      });
      // The retries of the client cover the time until it listens.
      await client.send(command);
    },
    stop: async () => {
      client.destroy();
      streams.destroy();
      child.kill('SIGKILL');
      if (child.exitCode === null && child.signalCode === null) await once(child, 'exit');
    },
  };
}
