import { appendFileSync } from 'node:fs';
import { type CallRecord, recordCalls } from '#adapters/aws/call-record.ts';
import type { SdkClient } from '#adapters/aws/sdk-client.ts';
import { config } from './settings.ts';

/** Records the calls of a client of the SDK, if the environment asks for it, as the local stack does. @returns the client */
export function recordClientCalls<C extends SdkClient>(client: C): C {
  const { callRecord, tableName } = config();
  if (callRecord === undefined) return client;
  const { path, functionName } = callRecord;
  const write = (call: CallRecord) =>
    appendFileSync(path, `${JSON.stringify({ ...call, function: call.function ?? functionName })}\n`);
  recordCalls(client, tableName, write);
  return client;
}
