import type { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { DynamoDBStreamsClient } from '@aws-sdk/client-dynamodb-streams';
import { S3Client } from '@aws-sdk/client-s3';
import { SQSClient } from '@aws-sdk/client-sqs';
import { tableClient } from '../../lib/aws/clients.ts';
import type { AwsSettings } from './environment.ts';

/** The supervisor's own clients, for provisioning and for the event sources. */
export interface Clients {
  dynamodb: DynamoDBClient;
  streams: DynamoDBStreamsClient;
  sqs: SQSClient;
  s3: S3Client;
  destroy(): void;
}

/** Makes the clients; `destroy` closes their connections. */
export function createClients(settings: AwsSettings): Clients {
  const clients = {
    dynamodb: tableClient(settings),
    streams: new DynamoDBStreamsClient(settings),
    // What an emulator calls its own host need not resolve.
    sqs: new SQSClient({ ...settings, useQueueUrlAsEndpoint: false }),
    s3: new S3Client({ ...settings, forcePathStyle: true, requestChecksumCalculation: 'WHEN_REQUIRED' }),
  };
  return {
    ...clients,
    destroy() {
      for (const client of Object.values(clients)) client.destroy();
    },
  };
}
