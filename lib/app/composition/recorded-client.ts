import { appendFileSync } from 'node:fs';
import type { AwsClientWithMiddleware } from '#adapters/aws/aws-client-with-middleware.ts';
import { type AwsCallRecord, recordAwsCalls } from '#adapters/aws/call-record.ts';
import { functionConfig } from './settings.ts';

/** Records the calls of a client of the SDK, if the environment asks for it, as the local stack does. @returns the client */
export function recordClientCalls<C extends AwsClientWithMiddleware>(client: C): C {
  const { callRecord, tableName } = functionConfig();
  if (callRecord === undefined) return client;
  const { path, functionName } = callRecord;
  const write = (call: AwsCallRecord) =>
    appendFileSync(path, `${JSON.stringify({ ...call, function: call.function ?? functionName })}\n`);
  recordAwsCalls(client, tableName, write);
  return client;
}
