import { S3Error } from './errors.ts';

/** A range of bytes. Both ends are inclusive. */
export interface ByteRange {
  start: number;
  end: number;
}

/**
 * Parses the `Range` header of a request for `size` bytes. Returns undefined for a header that is ignored: another unit, several ranges
 * (which S3 does not support), or an end before the start.
 * @throws S3Error InvalidRange if no byte of the range exists
 */
export function parseRange(value: string | undefined, size: number): ByteRange | undefined {
  const match = /^bytes=(\d{0,15})-(\d{0,15})$/.exec(value?.trim() ?? '');
  if (!match) return undefined;
  const [, first = '', last = ''] = match;
  if ((!first && !last) || (first && last && Number(last) < Number(first))) return undefined;
  const start = first ? Number(first) : Math.max(0, size - Number(last));
  const end = first && last ? Math.min(Number(last), size - 1) : size - 1;
  if (start >= size) throw new S3Error('InvalidRange', undefined, { 'content-range': `bytes */${size}` });
  return { start, end };
}
