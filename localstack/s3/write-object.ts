import { createHash } from 'node:crypto';
import { attributesOf, tagsOfHeader } from './attributes.ts';
import type { BlobStore } from './blobs.ts';
import { openBody } from './body.ts';
import { checksumHeader } from './checksums.ts';
import { deleteConditions, isNotModified, writeConditions } from './conditions.ts';
import { S3Error } from './errors.ts';
import type { Exchange } from './exchange.ts';
import { sendEmpty, sendXml } from './exchange.ts';
import type { ObjectRecord } from './records.ts';
import { decodeUri } from './target.ts';

/** `PutObject` and `CopyObject`. The object changes when its record is renamed into place, after the whole body has arrived. */
export async function putObject(exchange: Exchange): Promise<void> {
  if (exchange.header('x-amz-copy-source') !== undefined) return copyObject(exchange);
  const { store, target, response, header } = exchange;
  const check = writeConditions(header);
  // Refused early where it can be; what counts is the check that commits.
  check(store.bucket(target.bucket).find(target.key));
  const attributes = attributesOf(exchange);
  const body = openBody(exchange);
  const blob = await store.blobs.write(body.bytes);
  const { size, md5, checksum } = body.received();
  const { key } = target;
  commit(
    exchange,
    { key, ...attributes, size, etag: md5, modified: exchange.now, blobs: [{ blob, size }], checksum },
    check,
  );
  sendEmpty(response, 200, {
    etag: `"${md5}"`,
    ...(checksum && { [checksumHeader(checksum.algorithm)]: checksum.value, 'x-amz-checksum-type': checksum.type }),
    ...encryptionHeader(attributes.headers),
  });
}

/** `DeleteObject`. A missing key is answered like a deleted one. */
export function deleteObject({ store, target, response, header }: Exchange): void {
  store.discard(store.bucket(target.bucket).remove(target.key, deleteConditions(header)));
  sendEmpty(response, 204);
}

/** Makes `object` current and its predecessor's blobs garbage; when `check` refuses, the new ones. */
function commit({ store, target }: Exchange, object: ObjectRecord, check: (present?: ObjectRecord) => void): void {
  try {
    store.discard(store.bucket(target.bucket).put(object, check));
  } catch (error) {
    store.discard(object.blobs);
    throw error;
  }
}

async function copyObject(exchange: Exchange): Promise<void> {
  const { store, target, response, header } = exchange;
  if (header('x-amz-checksum-algorithm') !== undefined)
    throw new S3Error('NotImplemented', 'A copy gets no new checksum.');
  const check = writeConditions(header);
  check(store.bucket(target.bucket).find(target.key));
  const source = findSource(exchange);
  const replaces = directive(exchange, 'x-amz-metadata-directive') === 'REPLACE';
  const replacesTags = directive(exchange, 'x-amz-tagging-directive') === 'REPLACE';
  if (source.bucket === target.bucket && source.object.key === target.key && !replaces) {
    throw new S3Error('InvalidRequest', 'An object can only be copied to itself with other metadata.');
  }
  const headers = replaces ? attributesOf(exchange).headers : source.object.headers;
  const tags = replacesTags ? tagsOfHeader(header('x-amz-tagging')) : source.object.tags;
  const blobs = store.blobs.link(source.object.blobs);
  const { size, checksum } = source.object;
  const etag = await md5OfCopy(store.blobs, source.object);
  const copied: ObjectRecord = {
    key: target.key,
    headers,
    tags,
    size,
    etag,
    modified: exchange.now,
    blobs,
  };
  // The copy is an object of one part: what was computed over parts is no longer its checksum.
  if (checksum?.type === 'FULL_OBJECT') copied.checksum = checksum;
  commit(exchange, copied, check);
  sendXml(response, 'CopyObjectResult', { LastModified: new Date(exchange.now).toISOString(), ETag: `"${etag}"` });
}

function findSource({ store, header }: Exchange): { bucket: string; object: ObjectRecord } {
  const [path = '', version] = (header('x-amz-copy-source') ?? '').split('?');
  if (version !== undefined) throw new S3Error('NotImplemented', 'Copying a version is not implemented.');
  const decoded = decodeUri(path).replace(/^\//, '');
  const slash = decoded.indexOf('/');
  if (slash < 1)
    throw new S3Error('InvalidArgument', 'Copy Source must mention the source bucket and key: sourcebucket/sourcekey');
  const bucket = decoded.slice(0, slash);
  const object = store.bucket(bucket).get(decoded.slice(slash + 1));
  if (isNotModified(object, header, 'x-amz-copy-source-')) throw new S3Error('PreconditionFailed');
  return { bucket, object };
}

/** The MD5 of an object's bytes, hex. An object that was put in one part has it as its ETag. */
async function md5OfCopy(blobs: BlobStore, { etag, blobs: refs, size }: ObjectRecord): Promise<string> {
  if (!etag.includes('-')) return etag;
  const hash = createHash('md5');
  for await (const chunk of blobs.read(refs, 0, size - 1)) hash.update(chunk);
  return hash.digest('hex');
}

function directive({ header }: Exchange, name: string): 'COPY' | 'REPLACE' {
  const value = header(name) ?? 'COPY';
  if (value !== 'COPY' && value !== 'REPLACE') throw new S3Error('InvalidArgument', `Unknown ${name}: ${value}`);
  return value;
}

function encryptionHeader(headers: Readonly<Record<string, string>>): Record<string, string> {
  const value = headers['x-amz-server-side-encryption'];
  return value ? { 'x-amz-server-side-encryption': value } : {};
}
