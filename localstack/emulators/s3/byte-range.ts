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
export function parseByteRange(value: string | undefined, size: number): ByteRange | undefined {
  const match = /^bytes=(\d{0,15})-(\d{0,15})$/.exec(value?.trim() ?? '');
  if (!match) return undefined;
  const [, firstText = '', lastText = ''] = match;
  if ((!firstText && !lastText) || (firstText && lastText && Number(lastText) < Number(firstText))) return undefined;
  const start = firstText ? Number(firstText) : Math.max(0, size - Number(lastText));
  const end = firstText && lastText ? Math.min(Number(lastText), size - 1) : size - 1;
  if (start >= size) throw new S3Error('InvalidRange', undefined, { 'content-range': `bytes */${size}` });
  return { start, end };
}
