import { S3Error } from './errors.ts';
import type { S3ObjectRecord } from './records.ts';

/**
 * Checks the conditional headers of a read, in the order of RFC 9110, 13.2.2. Reports whether the client's copy is current (304).
 * @throws S3Error PreconditionFailed
 */
export function checkConditionsForNotModified(
  object: S3ObjectRecord,
  header: (name: string) => string | undefined,
): boolean {
  const [ifMatch, ifNoneMatch] = [header('if-match'), header('if-none-match')];
  const unmodifiedSince = parseDate(header('if-unmodified-since'));
  const modifiedSince = parseDate(header('if-modified-since'));
  const modifiedMs = floorMsToWholeSeconds(object.modified);
  if (ifMatch !== undefined) {
    if (!matchesEntityTag(ifMatch, object)) throw new S3Error('PreconditionFailed');
  } else if (unmodifiedSince !== undefined && modifiedMs > unmodifiedSince) {
    throw new S3Error('PreconditionFailed');
  }
  if (ifNoneMatch !== undefined) return matchesEntityTag(ifNoneMatch, object);
  return modifiedSince !== undefined && modifiedMs <= modifiedSince;
}

/** Reports whether the range of a request applies: `If-Range` matches or is missing. */
export function doesIfRangeConditionHold(object: S3ObjectRecord, ifRange: string | undefined): boolean {
  if (ifRange === undefined) return true;
  return ifRange === `"${object.etag}"` || parseDate(ifRange) === floorMsToWholeSeconds(object.modified);
}

/** Rounds a time in milliseconds down to whole seconds, because dates in headers have no fractions. */
export function floorMsToWholeSeconds(timeMs: number): number {
  return Math.floor(timeMs / 1000) * 1000;
}

// S3 also accepts an entity tag without quotes.
function matchesEntityTag(list: string, object: S3ObjectRecord): boolean {
  return list
    .split(',')
    .map((tag) => tag.trim().replace(/^"(.*)"$/, '$1'))
    .some((tag) => tag === '*' || tag === object.etag);
}

function parseDate(value: string | undefined): number | undefined {
  const timeMs = value === undefined ? Number.NaN : Date.parse(value);
  return Number.isNaN(timeMs) ? undefined : timeMs;
}
