import { readSmallS3RequestBody } from './body.ts';
import { S3Error } from './errors.ts';
import type { S3Exchange } from './exchange.ts';
import { sendEmptyS3Response, sendS3Xml } from './exchange.ts';
import { createListBucketResult, createListUploadsResult } from './listing.ts';
import { findS3XmlChildText, parseS3Xml, s3XmlChildrenNamed } from './xml.ts';

const MAX_DELETED_KEYS = 1000;

/** `CreateBucket`; the location in its body is ignored. */
export async function answerCreateBucket(exchange: S3Exchange): Promise<void> {
  const { store, target, response, now, header } = exchange;
  // The document names a region, which has no effect here.
  if (Number(header('content-length') ?? 0) > 0) parseS3Xml(await readSmallS3RequestBody(exchange));
  store.createBucket(target.bucket, now);
  sendEmptyS3Response(response, 200, { location: `/${target.bucket}` });
}

/** `HeadBucket`. */
export function answerHeadBucket({ store, target, response }: S3Exchange): void {
  store.bucket(target.bucket);
  sendEmptyS3Response(response, 200);
}

/** `ListObjectsV2`. */
export function answerListObjects({ store, target, response }: S3Exchange): void {
  sendS3Xml(response, 'ListBucketResult', createListBucketResult(store.bucket(target.bucket), target.query));
}

/** `ListMultipartUploads`. */
export function answerListMultipartUploads({ store, target, response }: S3Exchange): void {
  sendS3Xml(response, 'ListMultipartUploadsResult', createListUploadsResult(store.bucket(target.bucket), target.query));
}

/** `DeleteObjects`: at most 1,000 keys, no versions. @throws S3Error MalformedXML, NotImplemented */
export async function answerDeleteObjects(exchange: S3Exchange): Promise<void> {
  const { store, target, response } = exchange;
  const document = parseS3Xml(await readSmallS3RequestBody(exchange));
  const objects = s3XmlChildrenNamed(document, 'Object');
  if (document.name !== 'Delete' || !objects.length || objects.length > MAX_DELETED_KEYS)
    throw new S3Error('MalformedXML');
  const keys = objects.map((object) => {
    const key = findS3XmlChildText(object, 'Key');
    if (!key) throw new S3Error('MalformedXML');
    const unsupportedChild = object.children.find((child) => child.name !== 'Key');
    if (unsupportedChild)
      throw new S3Error('NotImplemented', `Deleting by ${unsupportedChild.name} is not implemented.`);
    return key;
  });
  const bucket = store.bucket(target.bucket);
  for (const key of keys) store.discard(bucket.remove(key));
  const isQuiet = findS3XmlChildText(document, 'Quiet')?.trim() === 'true';
  sendS3Xml(response, 'DeleteResult', { Deleted: isQuiet ? undefined : keys.map((Key) => ({ Key })) });
}
