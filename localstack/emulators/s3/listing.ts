import type { S3Bucket } from './bucket.ts';
import { S3Error } from './errors.ts';
import { compareS3Keys, lowerBound } from './key-order.ts';
import { type S3QueryParameters, uriEncode } from './target.ts';
import type { XmlValue } from './xml.ts';

/** The highest number of keys in an answer, as in S3. */
const MAX_KEYS = 1000;

/** Makes the content of a ListBucketResult. @throws S3Error InvalidArgument */
export function createListBucketResult(bucket: S3Bucket, query: S3QueryParameters): XmlValue {
  if (query.get('list-type') !== '2') throw new S3Error('InvalidArgument', 'list-type must be 2.');
  const encode = createKeyEncoder(query);
  const prefix = query.get('prefix') ?? '';
  const maxKeys = parseMaxKeys(query.get('max-keys'));
  const continuationToken = query.get('continuation-token');
  const startAfter = query.get('start-after');
  const afterKey = continuationToken === undefined ? startAfter : decodeContinuationToken(continuationToken);
  // One key more than the answer has shows whether another answer follows.
  const foundKeys = keysAfter(bucket.keys, prefix, afterKey, maxKeys + 1);
  const answeredKeys = foundKeys.slice(0, maxKeys);
  const tokenKey = foundKeys.length > maxKeys ? answeredKeys.at(-1) : undefined;
  return {
    Name: bucket.name,
    Prefix: encode(prefix),
    MaxKeys: maxKeys,
    EncodingType: query.get('encoding-type'),
    KeyCount: answeredKeys.length,
    ContinuationToken: continuationToken,
    NextContinuationToken: tokenKey === undefined ? undefined : Buffer.from(tokenKey).toString('base64url'),
    StartAfter: startAfter === undefined ? undefined : encode(startAfter),
    IsTruncated: tokenKey !== undefined,
    Contents: answeredKeys.map((key) => {
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

/** Parses the maximum number of keys of a listing; larger numbers, and none, are 1,000. @throws S3Error InvalidArgument */
function parseMaxKeys(text: string | undefined): number {
  if (text === undefined) return MAX_KEYS;
  if (!/^\d{1,9}$/.test(text)) throw new S3Error('InvalidArgument', 'max-keys must be a whole number.');
  return Math.min(MAX_KEYS, Number(text));
}

/** Finds the first keys of a sorted list that have a prefix and come after another key: at most `maxCount`. */
function keysAfter(keys: readonly string[], prefix: string, afterKey: string | undefined, maxCount: number): string[] {
  const fromKey = afterKey !== undefined && compareS3Keys(afterKey, prefix) > 0 ? afterKey : prefix;
  const firstIndex = lowerBound(keys, fromKey);
  const foundKeys: string[] = [];
  for (let index = firstIndex; index < keys.length && foundKeys.length < maxCount; index += 1) {
    const key = keys[index] ?? '';
    if (!key.startsWith(prefix)) break;
    if (key !== afterKey) foundKeys.push(key);
  }
  return foundKeys;
}

/**
 * Makes the function that encodes keys. Some characters cannot be written in XML: a client can request percent-encoding.
 * @throws S3Error InvalidArgument
 */
function createKeyEncoder(query: S3QueryParameters): (text: string) => string {
  const encodingType = query.get('encoding-type');
  if (encodingType !== undefined && encodingType !== 'url')
    throw new S3Error('InvalidArgument', 'encoding-type must be url.');
  return encodingType ? (text) => uriEncode(text).replaceAll('%2F', '/') : (text) => text;
}

/** Decodes the last key of the previous answer. @throws S3Error InvalidArgument */
function decodeContinuationToken(token: string): string {
  const key = Buffer.from(token, 'base64url').toString();
  if (!key || Buffer.from(key).toString('base64url') !== token) {
    throw new S3Error('InvalidArgument', 'The continuation token provided is incorrect.');
  }
  return key;
}
