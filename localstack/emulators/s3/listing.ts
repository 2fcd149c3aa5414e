import type { S3Bucket } from './bucket.ts';
import { S3Error } from './errors.ts';
import { compareS3Keys, lowerBound } from './key-order.ts';
import type { S3QueryParameters } from './target.ts';
import { uriEncode } from './target.ts';
import type { XmlValue } from './xml.ts';

const MAX_KEYS = 1000;

/** Makes the content of a ListBucketResult. @throws S3Error InvalidArgument */
export function createListBucketResult(bucket: S3Bucket, query: S3QueryParameters): XmlValue {
  if (query.get('list-type') !== '2') throw new S3Error('InvalidArgument', 'list-type must be 2.');
  const encode = encoder(query);
  const prefix = query.get('prefix') ?? '';
  const maxKeys = parseMaximum(query.get('max-keys'));
  const token = query.get('continuation-token');
  const start = query.get('start-after');
  const after = token === undefined ? start : decodeToken(token);
  const keys = keysAfter(bucket.keys, prefix, after, maxKeys + 1);
  const page = keys.slice(0, maxKeys);
  const [last] = page.slice(-1);
  const next = keys.length > maxKeys ? last : undefined;
  return {
    Name: bucket.name,
    Prefix: encode(prefix),
    MaxKeys: maxKeys,
    EncodingType: query.get('encoding-type'),
    KeyCount: page.length,
    ContinuationToken: token,
    NextContinuationToken: next === undefined ? undefined : Buffer.from(next).toString('base64url'),
    StartAfter: start === undefined ? undefined : encode(start),
    IsTruncated: next !== undefined,
    Contents: page.map((key) => {
      const { modified, etag, size } = bucket.get(key);
      return {
        Key: encode(key),
        LastModified: new Date(modified).toISOString(),
        ETag: `"${etag}"`,
        Size: size,
        StorageClass: 'STANDARD',
      };
    }),
  };
}

/** Makes the content of a ListMultipartUploadsResult. */
export function createListUploadsResult(bucket: S3Bucket, query: S3QueryParameters): XmlValue {
  const encode = encoder(query);
  const prefix = query.get('prefix') ?? '';
  const uploads = bucket.uploads.list().filter((upload) => upload.key.startsWith(prefix));
  return {
    Bucket: bucket.name,
    Prefix: encode(prefix),
    MaxUploads: uploads.length,
    EncodingType: query.get('encoding-type'),
    IsTruncated: false,
    Upload: uploads.map((upload) => ({
      Key: encode(upload.key),
      UploadId: upload.id,
      Initiated: new Date(upload.initiated).toISOString(),
      StorageClass: 'STANDARD',
    })),
  };
}

/** Parses the maximum of a listing, which is at most 1,000 and by default 1,000. @throws S3Error InvalidArgument */
function parseMaximum(text: string | undefined): number {
  if (text === undefined) return MAX_KEYS;
  if (!/^\d{1,9}$/.test(text)) throw new S3Error('InvalidArgument', 'max-keys must be a whole number.');
  return Math.min(MAX_KEYS, Number(text));
}

/** Finds the keys of a sorted list that have a prefix and come after another key. */
function keysAfter(keys: readonly string[], prefix: string, after: string | undefined, count: number): string[] {
  const from = after !== undefined && compareS3Keys(after, prefix) > 0 ? after : prefix;
  const first = lowerBound(keys, from);
  const found: string[] = [];
  for (let index = first; index < keys.length && found.length < count; index += 1) {
    const key = keys[index] ?? '';
    if (!key.startsWith(prefix)) break;
    if (key !== after) found.push(key);
  }
  return found;
}

/** Makes the function that encodes keys. Some characters cannot be written in XML: a client can request percent-encoding. */
function encoder(query: S3QueryParameters): (text: string) => string {
  const type = query.get('encoding-type');
  if (type !== undefined && type !== 'url') throw new S3Error('InvalidArgument', 'encoding-type must be url.');
  return type ? (text) => uriEncode(text).replaceAll('%2F', '/') : (text) => text;
}

function decodeToken(token: string): string {
  const key = Buffer.from(token, 'base64url').toString();
  if (!key || Buffer.from(key).toString('base64url') !== token) {
    throw new S3Error('InvalidArgument', 'The continuation token provided is incorrect.');
  }
  return key;
}
