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
  const encode = createKeyEncoder(query);
  const prefix = query.get('prefix') ?? '';
  const maxKeys = parseMaximum(query.get('max-keys'));
  const continuationToken = query.get('continuation-token');
  const startAfter = query.get('start-after');
  const afterKey = continuationToken === undefined ? startAfter : decodeToken(continuationToken);
  const keys = keysAfter(bucket.keys, prefix, afterKey, maxKeys + 1);
  const page = keys.slice(0, maxKeys);
  const [lastKey] = page.slice(-1);
  const nextKey = keys.length > maxKeys ? lastKey : undefined;
  return {
    Name: bucket.name,
    Prefix: encode(prefix),
    MaxKeys: maxKeys,
    EncodingType: query.get('encoding-type'),
    KeyCount: page.length,
    ContinuationToken: continuationToken,
    NextContinuationToken: nextKey === undefined ? undefined : Buffer.from(nextKey).toString('base64url'),
    StartAfter: startAfter === undefined ? undefined : encode(startAfter),
    IsTruncated: nextKey !== undefined,
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
  const encode = createKeyEncoder(query);
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
function keysAfter(keys: readonly string[], prefix: string, afterKey: string | undefined, count: number): string[] {
  const fromKey = afterKey !== undefined && compareS3Keys(afterKey, prefix) > 0 ? afterKey : prefix;
  const firstIndex = lowerBound(keys, fromKey);
  const foundKeys: string[] = [];
  for (let index = firstIndex; index < keys.length && foundKeys.length < count; index += 1) {
    const key = keys[index] ?? '';
    if (!key.startsWith(prefix)) break;
    if (key !== afterKey) foundKeys.push(key);
  }
  return foundKeys;
}

/** Makes the function that encodes keys. Some characters cannot be written in XML: a client can request percent-encoding. */
function createKeyEncoder(query: S3QueryParameters): (text: string) => string {
  const encodingType = query.get('encoding-type');
  if (encodingType !== undefined && encodingType !== 'url')
    throw new S3Error('InvalidArgument', 'encoding-type must be url.');
  return encodingType ? (text) => uriEncode(text).replaceAll('%2F', '/') : (text) => text;
}

function decodeToken(token: string): string {
  const key = Buffer.from(token, 'base64url').toString();
  if (!key || Buffer.from(key).toString('base64url') !== token) {
    throw new S3Error('InvalidArgument', 'The continuation token provided is incorrect.');
  }
  return key;
}
