import { DynamoDBClient, type DynamoDBClientConfig } from '@aws-sdk/client-dynamodb';
import { KMSClient } from '@aws-sdk/client-kms';
import { LambdaClient } from '@aws-sdk/client-lambda';
import { S3Client, type S3ClientConfig } from '@aws-sdk/client-s3';
import { SQSClient, type SQSClientConfig } from '@aws-sdk/client-sqs';
import { NodeHttpHandler } from '@smithy/node-http-handler';
import type { AwsClientWithMiddleware } from './aws-client-with-middleware.ts';
import { awsRetryStrategy, unavailableIfTransient } from './retries.ts';

/** Timeouts of one call, in milliseconds. */
export interface AwsCallTimeouts {
  /** Until the connection is made. */
  connect: number;
  /** From the request until the answer starts. */
  answer: number;
  /** Without any byte. */
  silence: number;
}

/** Calls whose answers take milliseconds. */
const QUICK: AwsCallTimeouts = { connect: 1000, answer: 5000, silence: 5000 };
/** Calls with files: they may take long, but bytes arrive at least every 10 s. A part of an upload has at most 16 MB. */
const FILES: AwsCallTimeouts = { connect: 2000, answer: 60_000, silence: 10_000 };

/** Synchronous calls of functions: the answer comes when the function ends. */
const FUNCTIONS: AwsCallTimeouts = { connect: 2000, answer: 30_000, silence: 30_000 };

/** Synchronous calls of a function that may run for 13 minutes (the video decoder). */
const LONG_FUNCTIONS: AwsCallTimeouts = { connect: 2000, answer: 800_000, silence: 800_000 };

/** Settings of a client of the SDK: timeouts, and retries after transient faults. */
export const awsClientTimeoutAndRetrySettings = ({ connect, answer, silence }: AwsCallTimeouts) => ({
  retryStrategy: awsRetryStrategy(),
  requestHandler: new NodeHttpHandler({
    connectionTimeout: connect,
    requestTimeout: answer,
    socketTimeout: silence,
    // Without it the handler only warns.
    throwOnRequestTimeout: true,
  }),
});

/** Makes calls of a client throw `DependencyUnavailableError` when their retries failed too. @returns the client */
export function addUnavailableErrorMiddleware<C>(client: C & AwsClientWithMiddleware): C {
  // It copies each input and output for a log record, also for the logger that writes nothing: 0.1 ms a call.
  client.middlewareStack.remove('loggerMiddleware');
  client.middlewareStack.add(
    (next) => async (args) => {
      try {
        return await next(args);
      } catch (error) {
        throw unavailableIfTransient(error);
      }
    },
    { step: 'initialize', priority: 'high', name: 'tellUnavailable' },
  );
  return client;
}

/** The client of the table. @param settings endpoint and credentials; absent: those of the environment */
export const createTableClient = (settings: DynamoDBClientConfig = {}): DynamoDBClient =>
  addUnavailableErrorMiddleware(new DynamoDBClient({ ...awsClientTimeoutAndRetrySettings(QUICK), ...settings }));

/** The client of the bucket. @param settings in addition to those of the environment */
export const bucketClient = (settings: S3ClientConfig): S3Client =>
  addUnavailableErrorMiddleware(
    new S3Client({
      ...awsClientTimeoutAndRetrySettings(FILES),
      // Presigned PUTs must not carry the checksum of an empty body.
      requestChecksumCalculation: 'WHEN_REQUIRED',
      responseChecksumValidation: 'WHEN_REQUIRED',
      ...settings,
    }),
  );

/** The client of the queues. @param settings in addition to those of the environment */
export const queueClient = (settings: SQSClientConfig): SQSClient =>
  addUnavailableErrorMiddleware(new SQSClient({ ...awsClientTimeoutAndRetrySettings(QUICK), ...settings }));

/**
 * The clients of the SDK. The SDK itself reads AWS_ENDPOINT_URL, region and credentials from the environment, so the same
 * code calls AWS and an emulator.
 * @param isEmulated true for an emulator, whose buckets have no separate host names
 * @param mediaUrl the address of the bucket's endpoint for clients, where it is not that of the service
 */
export const createAwsClients = (isEmulated: boolean, mediaUrl?: string) => ({
  dynamodb: createTableClient(),
  // Queue URLs of an emulator can name a host that does not resolve; the endpoint is used instead.
  sqs: queueClient({ useQueueUrlAsEndpoint: !isEmulated }),
  s3: bucketClient({ forcePathStyle: isEmulated }),
  /** Signs addresses for clients, and sends nothing. */
  presigner: bucketClient({ forcePathStyle: isEmulated, ...(mediaUrl === undefined ? {} : { endpoint: mediaUrl }) }),
  lambda: addUnavailableErrorMiddleware(new LambdaClient(awsClientTimeoutAndRetrySettings(FUNCTIONS))),
  longLambda: addUnavailableErrorMiddleware(new LambdaClient(awsClientTimeoutAndRetrySettings(LONG_FUNCTIONS))),
  kms: addUnavailableErrorMiddleware(new KMSClient(awsClientTimeoutAndRetrySettings(QUICK))),
});
