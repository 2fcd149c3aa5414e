import { S3Error } from './errors.ts';
import type { ObjectRecord } from './records.ts';

type ReadHeader = (name: string) => string | undefined;

/**
 * The conditional headers of a read, in the order of RFC 9110, 13.2.2. Answers whether the client's copy is current (304);
 * throws PreconditionFailed. `prefix` is put before each name: `x-amz-copy-source-` for the source of a copy.
 */
export function isNotModified(object: ObjectRecord, header: ReadHeader, prefix = ''): boolean {
  const [ifMatch, ifNoneMatch] = [header(`${prefix}if-match`), header(`${prefix}if-none-match`)];
  const unmodifiedSince = parseDate(header(`${prefix}if-unmodified-since`));
  const modifiedSince = parseDate(header(`${prefix}if-modified-since`));
  const modified = wholeSeconds(object.modified);
  if (ifMatch !== undefined) {
    if (!matches(ifMatch, object)) throw new S3Error('PreconditionFailed');
  } else if (unmodifiedSince !== undefined && modified > unmodifiedSince) {
    throw new S3Error('PreconditionFailed');
  }
  if (ifNoneMatch !== undefined) return matches(ifNoneMatch, object);
  return modifiedSince !== undefined && modified <= modifiedSince;
}

/**
 * The conditions of a write, as a check of the object that is there when the write takes effect. It throws
 * PreconditionFailed, or NoSuchKey for an `If-Match` where nothing is. Throws NotImplemented for what S3 does not know.
 */
export function writeConditions(header: ReadHeader): (present: ObjectRecord | undefined) => void {
  const [ifMatch, ifNoneMatch] = [header('if-match'), header('if-none-match')];
  if (ifNoneMatch !== undefined && ifNoneMatch !== '*') {
    throw new S3Error('NotImplemented', 'If-None-Match of a write must be *.');
  }
  return (present) => {
    if (ifNoneMatch !== undefined && present) throw new S3Error('PreconditionFailed');
    if (ifMatch === undefined) return;
    if (!present) throw new S3Error('NoSuchKey');
    if (!matches(ifMatch, present)) throw new S3Error('PreconditionFailed');
  };
}

/** The condition of a delete: only what is there and matches goes. */
export function deleteConditions(header: ReadHeader): (present: ObjectRecord | undefined) => void {
  const ifMatch = header('if-match');
  return (present) => {
    if (ifMatch !== undefined && !(present && matches(ifMatch, present))) throw new S3Error('PreconditionFailed');
  };
}

/** Whether `If-Range` lets the range through; its absence does. */
export function rangeApplies(object: ObjectRecord, ifRange: string | undefined): boolean {
  if (ifRange === undefined) return true;
  return ifRange === `"${object.etag}"` || parseDate(ifRange) === wholeSeconds(object.modified);
}

/** Dates in headers have no fractions of a second. */
export function wholeSeconds(time: number): number {
  return Math.floor(time / 1000) * 1000;
}

// S3 also takes an entity tag without its quotes.
function matches(list: string, object: ObjectRecord): boolean {
  return list
    .split(',')
    .map((tag) => tag.trim().replace(/^"(.*)"$/, '$1'))
    .some((tag) => tag === '*' || tag === object.etag);
}

function parseDate(value: string | undefined): number | undefined {
  const time = value === undefined ? Number.NaN : Date.parse(value);
  return Number.isNaN(time) ? undefined : time;
}
