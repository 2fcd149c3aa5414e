import { createHash } from 'node:crypto';
import { serializeCanonicalJson } from '#kernel/shared/canonical-json.ts';

const sha256 = (data: string | Uint8Array): string => createHash('sha256').update(data).digest('hex');

/** SHA-256 (hex) of a request's body: equal for bodies that mean the same. Bytes (an uploaded file) count by their SHA-256. */
export const requestBodyFingerprint = (body: unknown): string =>
  sha256(serializeCanonicalJson(body, (value) => (value instanceof Uint8Array ? `bytes:${sha256(value)}` : undefined)));

/**
 * SHA-256 (hex) that identifies an idempotency key within an account: a key belongs to one method and one path. It is a hash, because a key
 * is a text of the client and the path contains ids. The parts cannot be confused, because none of them contains a line break.
 * @param path with the ids of this request
 */
export const hashIdempotencyKeyScope = (method: string, path: string, key: string): string =>
  sha256(`${method}\n${path}\n${key}`);
