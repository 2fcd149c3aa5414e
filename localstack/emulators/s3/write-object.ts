import { createHash } from 'node:crypto';
import { objectAttributesOf } from './attributes.ts';
import type { BlobStore } from './blobs.ts';
import { openS3RequestBody } from './body.ts';
import { S3Error } from './errors.ts';
import type { S3Exchange } from './exchange.ts';
import { sendEmptyS3Response, sendS3Xml } from './exchange.ts';
import type { S3ObjectRecord } from './records.ts';
import { decodeS3Uri } from './target.ts';

/** `PutObject` and `CopyObject`. The object changes when its record is renamed to its final name, after the complete body was received. */
export async function answerPutObject(exchange: S3Exchange): Promise<void> {
  if (exchange.header('x-amz-copy-source') !== undefined) return copyObject(exchange);
  const { store, target, response, now } = exchange;
  store.bucket(target.bucket);
  const attributes = objectAttributesOf(exchange);
  const body = openS3RequestBody(exchange);
  const blob = await store.blobs.write(body.bytes);
  const { size, md5 } = body.received();
  commitObject(exchange, { key: target.key, ...attributes, size, etag: md5, modified: now, blobs: [{ blob, size }] });
  sendEmptyS3Response(response, 200, { etag: `"${md5}"` });
}

/** `DeleteObject`. A missing key gets the same answer as a deleted one. */
export function answerDeleteObject({ store, target, response }: S3Exchange): void {
  store.discard(store.bucket(target.bucket).remove(target.key));
  sendEmptyS3Response(response, 204);
}

/** Stores an object and discards the blobs of its predecessor. If the record cannot be written, the new blobs are discarded. */
function commitObject({ store, target }: S3Exchange, object: S3ObjectRecord): void {
  try {
    store.discard(store.bucket(target.bucket).put(object));
  } catch (error) {
    store.discard(object.blobs);
    throw error;
  }
}

/** Copies an object with its headers. */
async function copyObject(exchange: S3Exchange): Promise<void> {
  const { store, target, response, now } = exchange;
  store.bucket(target.bucket);
  const source = findSource(exchange);
  if (source.bucket === target.bucket && source.object.key === target.key)
    throw new S3Error('InvalidRequest', 'An object can only be copied to itself with other metadata.');
  const { size, headers } = source.object;
  const blobs = store.blobs.link(source.object.blobs);
  const etag = await md5OfCopy(store.blobs, source.object);
  commitObject(exchange, { key: target.key, headers, size, etag, modified: now, blobs });
  sendS3Xml(response, 'CopyObjectResult', { LastModified: new Date(now).toISOString(), ETag: `"${etag}"` });
}

function findSource({ store, header }: S3Exchange): { bucket: string; object: S3ObjectRecord } {
  const [path = '', version] = (header('x-amz-copy-source') ?? '').split('?');
  if (version !== undefined) throw new S3Error('NotImplemented', 'Copying a version is not implemented.');
  const decodedSource = decodeS3Uri(path).replace(/^\//, '');
  const slashIndex = decodedSource.indexOf('/');
  if (slashIndex < 1)
    throw new S3Error('InvalidArgument', 'Copy Source must mention the source bucket and key: sourcebucket/sourcekey');
  const bucket = decodedSource.slice(0, slashIndex);
  return { bucket, object: store.bucket(bucket).get(decodedSource.slice(slashIndex + 1)) };
}

/** Finds the MD5 of an object's bytes, in hex. It is the ETag of an object that was put in one part. */
async function md5OfCopy(blobs: BlobStore, { etag, blobs: refs, size }: S3ObjectRecord): Promise<string> {
  if (!etag.includes('-')) return etag;
  const hash = createHash('md5');
  for await (const chunk of blobs.read(refs, 0, size - 1)) hash.update(chunk);
  return hash.digest('hex');
}
