import { createHash } from 'node:crypto';

const sha256 = (data: string | Uint8Array): string => createHash('sha256').update(data).digest('hex');

/**
 * A canonical text of a JSON value, equal for values that mean the same: members sorted by name, no white space, numbers and strings as
 * JSON.stringify writes them. Bytes (an uploaded file) are replaced by their SHA-256. Undefined members are left out, as in JSON.
 */
export function canonicalJson(value: unknown): string {
  if (value instanceof Uint8Array) return `bytes:${sha256(value)}`;
  if (Array.isArray(value)) return `[${value.map(canonicalJson).join(',')}]`;
  if (typeof value === 'object' && value !== null) {
    const members = Object.entries(value)
      .filter(([, member]) => member !== undefined)
      .sort(([a], [b]) => (a < b ? -1 : 1))
      .map(([name, member]) => `${JSON.stringify(name)}:${canonicalJson(member)}`);
    return `{${members.join(',')}}`;
  }
  return JSON.stringify(value) ?? 'null';
}

/** SHA-256 (hex) of a request's body: equal for bodies that mean the same. */
export const fingerprintOf = (body: unknown): string => sha256(canonicalJson(body));

/**
 * SHA-256 (hex) that identifies an idempotency key within an account: a key belongs to one method and one path. It is a hash, because a key
 * is a text of the client and the path contains ids. The parts cannot be confused, because none of them contains a line break.
 * @param path with the ids of this request
 */
export const hashKeyScope = (method: string, path: string, key: string): string => sha256(`${method}\n${path}\n${key}`);
