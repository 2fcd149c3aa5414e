import type { IncomingMessage } from 'node:http';

/** API Gateway's limit of a request body. */
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
