import { readDocument } from './body.ts';
import { S3Error } from './errors.ts';
import type { Exchange } from './exchange.ts';
import { sendEmpty, sendXml } from './exchange.ts';
import { listObjects, listUploads } from './listing.ts';
import { childrenOf, parseXml, textOf } from './xml.ts';

const MAX_DELETED_KEYS = 1000;

/** `CreateBucket`; the location in its body is ignored. */
export async function createBucket(exchange: Exchange): Promise<void> {
  const { store, target, response, now, header } = exchange;
  // The document names a region, which has no effect here.
  if (Number(header('content-length') ?? 0) > 0) parseXml(await readDocument(exchange));
  store.createBucket(target.bucket, now);
  sendEmpty(response, 200, { location: `/${target.bucket}` });
}

/** `HeadBucket`. */
export function headBucket({ store, target, response }: Exchange): void {
  store.bucket(target.bucket);
  sendEmpty(response, 200);
}

/** `ListObjectsV2`. */
export function listBucket({ store, target, response }: Exchange): void {
  sendXml(response, 'ListBucketResult', listObjects(store.bucket(target.bucket), target.query));
}

/** `ListMultipartUploads`. */
export function listBucketUploads({ store, target, response }: Exchange): void {
  sendXml(response, 'ListMultipartUploadsResult', listUploads(store.bucket(target.bucket), target.query));
}

/** `DeleteObjects`: at most 1,000 keys, no versions. @throws S3Error MalformedXML, NotImplemented */
export async function deleteObjects(exchange: Exchange): Promise<void> {
  const { store, target, response } = exchange;
  const document = parseXml(await readDocument(exchange));
  const objects = childrenOf(document, 'Object');
  if (document.name !== 'Delete' || !objects.length || objects.length > MAX_DELETED_KEYS)
    throw new S3Error('MalformedXML');
  const keys = objects.map((object) => {
    const key = textOf(object, 'Key');
    if (!key) throw new S3Error('MalformedXML');
    const other = object.children.find((child) => child.name !== 'Key');
    if (other) throw new S3Error('NotImplemented', `Deleting by ${other.name} is not implemented.`);
    return key;
  });
  const bucket = store.bucket(target.bucket);
  for (const key of keys) store.discard(bucket.remove(key));
  const quiet = textOf(document, 'Quiet')?.trim() === 'true';
  sendXml(response, 'DeleteResult', { Deleted: quiet ? undefined : keys.map((Key) => ({ Key })) });
}
