import { describe, expect, test } from 'vitest';
import { emulatorOfRequest } from '#emulators/edge/route.ts';

const signedFor = (service: string) => ({
  authorization: `AWS4-HMAC-SHA256 Credential=test/20260101/us-east-1/${service}/aws4_request, SignedHeaders=host, Signature=00`,
});

describe('which emulator a request is for', () => {
  test('tables and their streams, by the operation', () => {
    expect(emulatorOfRequest({ 'x-amz-target': 'DynamoDB_20120810.GetItem' }, '/')).toBe('dynamodb');
    expect(emulatorOfRequest({ 'x-amz-target': 'DynamoDBStreams_20120810.GetRecords' }, '/')).toBe('dynamodb');
  });

  test('queues, by the operation or the service signed for', () => {
    expect(emulatorOfRequest({ 'x-amz-target': 'AmazonSQS.SendMessage' }, '/')).toBe('sqs');
    expect(emulatorOfRequest(signedFor('sqs'), '/000000000000/jobs')).toBe('sqs');
  });

  test('objects, by the service signed for in the header or in the query', () => {
    expect(emulatorOfRequest(signedFor('s3'), '/bucket/key')).toBe('s3');
    const presigned = '/bucket/key?X-Amz-Credential=test%2F20260101%2Fus-east-1%2Fs3%2Faws4_request&X-Amz-Signature=00';
    expect(emulatorOfRequest({}, presigned)).toBe('s3');
  });

  test('what is not signed goes to S3, which knows what to refuse', () => {
    expect(emulatorOfRequest({}, '/bucket/key')).toBe('s3');
    expect(emulatorOfRequest({}, '/bucket/key?X-Amz-Credential=nonsense')).toBe('s3');
  });

  test('a service that is not emulated is named', () => {
    expect(emulatorOfRequest(signedFor('kms'), '/')).toEqual({ unsupported: 'kms' });
    expect(emulatorOfRequest({}, '/?X-Amz-Credential=test%2F20260101%2Fus-east-1%2Fpolly%2Faws4_request')).toEqual({
      unsupported: 'polly',
    });
  });
});
