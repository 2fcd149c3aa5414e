import { expect, test } from 'vitest';
import { findDynamoDbBinary } from '#emulators/dynamodb.ts';
import { StartError } from '#emulators/host/start-error.ts';

test('a platform without the DynamoDB binary learns what to install and what to set instead', () => {
  const missing = () => {
    throw new Error('Cannot find module');
  };

  expect(() => findDynamoDbBinary('darwin-arm64', missing)).toThrow(StartError);
  expect(() => findDynamoDbBinary('darwin-arm64', missing)).toThrow(
    /npm install .*@dynoxide\/darwin-arm64.*AWS_ENDPOINT_URL/,
  );
});
