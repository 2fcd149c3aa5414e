import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { KMSClient } from '@aws-sdk/client-kms';
import { S3Client } from '@aws-sdk/client-s3';
import { SQSClient } from '@aws-sdk/client-sqs';

/**
 * The SDK's clients. The SDK itself reads AWS_ENDPOINT_URL, region and credentials from the environment, so the same
 * code talks to AWS and to an emulator.
 * @param emulated whether an emulator answers, whose buckets have no host names
 */
export const awsClients = (emulated: boolean) => ({
  dynamodb: new DynamoDBClient({}),
  // Queue URLs of an emulator can name a host that does not resolve; the endpoint is used instead.
  sqs: new SQSClient({ useQueueUrlAsEndpoint: !emulated }),
  // Presigned PUTs must not carry the checksum of an empty body, hence WHEN_REQUIRED.
  s3: new S3Client({
    forcePathStyle: emulated,
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
  }),
  kms: new KMSClient({}),
});
