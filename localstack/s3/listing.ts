import type { S3Bucket } from './bucket.ts';
import { S3Error } from './errors.ts';
import { compareKeys, lowerBound } from './key-order.ts';
import type { ObjectRecord } from './records.ts';
import type { QueryParameters } from './target.ts';
import { uriEncode } from './target.ts';
import type { XmlValue } from './xml.ts';

const MAX_KEYS = 1000;

interface Page {
  objects: ObjectRecord[];
  commonPrefixes: string[];
  /** The last key or common prefix of this page when there is more behind it. */
  next?: string;
}

/** The content of a ListBucketResult, of either version. Throws InvalidArgument. */
export function listObjects(bucket: S3Bucket, query: QueryParameters): XmlValue {
  const version2 = query.get('list-type') === '2';
  if (query.has('list-type') && !version2) throw new S3Error('InvalidArgument', 'list-type must be 2.');
  const encode = encoder(query);
  const [prefix, delimiter] = [query.get('prefix') ?? '', query.get('delimiter') ?? ''];
  const maxKeys = parseMaximum(query, 'max-keys');
  const token = version2 ? query.get('continuation-token') : undefined;
  const start = version2 ? query.get('start-after') : query.get('marker');
  const page = selectPage(bucket, prefix, delimiter, token === undefined ? start : decodeToken(token), maxKeys);
  const position = version2
    ? {
        KeyCount: page.objects.length + page.commonPrefixes.length,
        ContinuationToken: token,
        NextContinuationToken: page.next === undefined ? undefined : Buffer.from(page.next).toString('base64url'),
        StartAfter: start === undefined ? undefined : encode(start),
      }
    : { Marker: encode(start ?? ''), NextMarker: page.next === undefined ? undefined : encode(page.next) };
  return {
    Name: bucket.name,
    Prefix: encode(prefix),
    Delimiter: delimiter ? encode(delimiter) : undefined,
    MaxKeys: maxKeys,
    EncodingType: query.get('encoding-type'),
    ...position,
    IsTruncated: page.next !== undefined,
    Contents: page.objects.map((object) => ({
      Key: encode(object.key),
      LastModified: new Date(object.modified).toISOString(),
      ETag: `"${object.etag}"`,
      Size: object.size,
      StorageClass: 'STANDARD',
    })),
    CommonPrefixes: page.commonPrefixes.map((common) => ({ Prefix: encode(common) })),
  };
}

/** The content of a ListMultipartUploadsResult. */
export function listUploads(bucket: S3Bucket, query: QueryParameters): XmlValue {
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

/** A whole number from the query, capped at 1,000. Absent: 1,000. Throws InvalidArgument. */
export function parseMaximum(query: QueryParameters, name: string): number {
  const text = query.get(name);
  if (text === undefined) return MAX_KEYS;
  if (!/^\d{1,9}$/.test(text)) throw new S3Error('InvalidArgument', `${name} must be a whole number.`);
  return Math.min(MAX_KEYS, Number(text));
}

function selectPage(
  bucket: S3Bucket,
  prefix: string,
  delimiter: string,
  after: string | undefined,
  maximum: number,
): Page {
  const page: Page = { objects: [], commonPrefixes: [] };
  const keys = bucket.keys;
  const from = after !== undefined && compareKeys(after, prefix) > 0 ? after : prefix;
  let last: string | undefined;
  for (let index = lowerBound(keys, from); index < keys.length; index += 1) {
    const key = keys[index] ?? '';
    if (!key.startsWith(prefix)) break;
    const cut = delimiter ? key.indexOf(delimiter, prefix.length) : -1;
    const common = cut < 0 ? undefined : key.slice(0, cut + delimiter.length);
    const entry = common ?? key;
    // A page that ended with a common prefix has listed all the keys below it.
    if (entry === last || entry === after || (after !== undefined && compareKeys(key, after) <= 0)) continue;
    if (page.objects.length + page.commonPrefixes.length >= maximum) {
      if (last !== undefined) page.next = last;
      break;
    }
    if (common === undefined) page.objects.push(bucket.get(key));
    else page.commonPrefixes.push(common);
    last = entry;
  }
  return page;
}

/** Some characters cannot be written in XML at all: a client that may meet them asks for their percent-encoding. */
function encoder(query: QueryParameters): (text: string) => string {
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
