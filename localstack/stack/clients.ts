import type { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { DynamoDBStreamsClient } from '@aws-sdk/client-dynamodb-streams';
import { S3Client } from '@aws-sdk/client-s3';
import { SQSClient } from '@aws-sdk/client-sqs';
import { createTableClient } from '#adapters/aws/clients.ts';
import type { AwsSettings } from './environment.ts';

/** The supervisor's clients, for provisioning and for the event sources. */
export interface StackClients {
  dynamodb: DynamoDBClient;
  streams: DynamoDBStreamsClient;
  sqs: SQSClient;
  s3: S3Client;
  destroy(): void;
}

/**
 * Makes the clients; `destroy` closes their connections.
 * @param directEndpoints addresses of single services, by the SDK's variables for them
 */
export function createLocalStackAwsClients(
  settings: AwsSettings,
  directEndpoints: Readonly<Record<string, string>> = {},
): StackClients {
  const settingsOf = (service: string) => ({
    ...settings,
    endpoint: directEndpoints[`AWS_ENDPOINT_URL_${service}`] ?? settings.endpoint,
  });
  const clients = {
    dynamodb: createTableClient(settingsOf('DYNAMODB')),
    streams: new DynamoDBStreamsClient(settingsOf('DYNAMODB')),
    // The host name in an emulator's queue URLs need not resolve.
    sqs: new SQSClient({ ...settingsOf('SQS'), useQueueUrlAsEndpoint: false }),
    s3: new S3Client({ ...settings, forcePathStyle: true, requestChecksumCalculation: 'WHEN_REQUIRED' }),
  };
  return {
    ...clients,
    destroy() {
      for (const client of Object.values(clients)) client.destroy();
    },
  };
}
