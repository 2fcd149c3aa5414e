import type { IncomingMessage } from 'node:http';
import { setTimeout as delay } from 'node:timers/promises';

/** API Gateway's limit of a request body. What it hands to a function is bounded by `workers/payload-limit.ts` next to. */
export const MAX_BODY_BYTES = 10 * 1024 * 1024;

/** Whole body of a request, or undefined when it is larger than `limit` bytes. Rejects when the client breaks off. */
export async function readRequestBody(request: IncomingMessage, limit = MAX_BODY_BYTES): Promise<Buffer | undefined> {
  if (Number(request.headers['content-length'] ?? 0) > limit) return undefined;
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of request.iterator({ destroyOnReturn: false })) {
    size += (chunk as Buffer).length;
    if (size > limit) return undefined;
    chunks.push(chunk as Buffer);
  }
  return Buffer.concat(chunks, size);
}

/** A body that was refused is read on for as many bytes and milliseconds. */
const MAX_DISCARDED_BYTES = 64 * 1024 * 1024;
const MAX_DISCARD_MS = 5000;

/**
 * Reads what is left of a body that was refused, within bounds: a client that writes first and reads then would find its
 * connection broken, and never see the answer.
 */
export async function discardRest(request: IncomingMessage): Promise<void> {
  const bound = new AbortController();
  const discard = async () => {
    let size = 0;
    for await (const chunk of request.iterator({ destroyOnReturn: false })) {
      size += (chunk as Buffer).length;
      if (size > MAX_DISCARDED_BYTES || bound.signal.aborted) return;
    }
  };
  const time = delay(MAX_DISCARD_MS, undefined, { signal: bound.signal });
  await Promise.race([discard(), time]).catch(() => undefined);
  bound.abort();
  await time.catch(() => undefined);
}
