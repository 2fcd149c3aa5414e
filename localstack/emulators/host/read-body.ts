import type { IncomingMessage } from 'node:http';
import { setTimeout as delay } from 'node:timers/promises';

/** API Gateway's limit for a request body. `workers/payload-limit.ts` limits the event that a function gets. */
export const MAX_API_BODY_BYTES = 10 * 1024 * 1024;

/** Reads the complete body of a request; undefined if it is larger than `limit` bytes. @throws Error of Node if the client disconnects */
export async function readRequestBody(
  request: IncomingMessage,
  limit = MAX_API_BODY_BYTES,
): Promise<Buffer | undefined> {
  if (Number(request.headers['content-length'] ?? 0) > limit) return undefined;
  const chunks: Buffer[] = [];
  let receivedBytes = 0;
  for await (const chunk of request.iterator({ destroyOnReturn: false })) {
    receivedBytes += (chunk as Buffer).length;
    if (receivedBytes > limit) return undefined;
    chunks.push(chunk as Buffer);
  }
  return Buffer.concat(chunks, receivedBytes);
}

/** The largest number of bytes, and the longest time, for which the rest of a refused body is read. */
const MAX_DISCARDED_BYTES = 64 * 1024 * 1024;
const MAX_DISCARD_MS = 5000;

/**
 * Reads and ignores the rest of a refused body, within limits. Otherwise a client that writes everything before it reads would find
 * its connection closed, and never see the answer.
 */
export async function discardRestOfBody(request: IncomingMessage): Promise<void> {
  const abort = new AbortController();
  const discard = async () => {
    let receivedBytes = 0;
    for await (const chunk of request.iterator({ destroyOnReturn: false })) {
      receivedBytes += (chunk as Buffer).length;
      if (receivedBytes > MAX_DISCARDED_BYTES || abort.signal.aborted) return;
    }
  };
  const timeout = delay(MAX_DISCARD_MS, undefined, { signal: abort.signal });
  await Promise.race([discard(), timeout]).catch(() => undefined);
  abort.abort();
  await timeout.catch(() => undefined);
}
