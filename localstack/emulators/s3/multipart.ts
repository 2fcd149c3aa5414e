import { createHash } from 'node:crypto';
import { objectAttributesOf } from './attributes.ts';
import { openS3RequestBody, readSmallS3RequestBody } from './body.ts';
import { S3Error } from './errors.ts';
import type { S3Exchange } from './exchange.ts';
import { sendEmptyS3Response, sendS3Xml } from './exchange.ts';
import type { UploadPartRecord } from './records.ts';
import type { MultipartUpload } from './uploads.ts';
import type { S3XmlElement } from './xml.ts';
import { findS3XmlChildText, parseS3Xml, s3XmlChildrenNamed } from './xml.ts';

/** S3's limits: the number of parts of an upload, and the bytes of each part but the last. */
const MAX_PARTS = 10_000;
const MIN_PART_BYTES = 5 * 1024 ** 2;

/** `CreateMultipartUpload`. */
export function answerCreateMultipartUpload(exchange: S3Exchange): void {
  const { store, target, response, now } = exchange;
  const bucket = store.bucket(target.bucket);
  const upload = bucket.uploads.create({ key: target.key, initiated: now, ...objectAttributesOf(exchange) });
  sendS3Xml(response, 'InitiateMultipartUploadResult', { Bucket: bucket.name, Key: target.key, UploadId: upload.id });
}

/** `UploadPart`; a part of the same number is replaced. @throws S3Error NotImplemented for UploadPartCopy, NoSuchUpload */
export async function answerUploadPart(exchange: S3Exchange): Promise<void> {
  const { store, target, response, header } = exchange;
  if (header('x-amz-copy-source') !== undefined)
    throw new S3Error('NotImplemented', 'UploadPartCopy is not implemented.');
  const partNumber = parsePartNumber(target.query.get('partNumber'));
  const upload = findUpload(exchange);
  const body = openS3RequestBody(exchange);
  const blob = await store.blobs.write(body.bytes);
  const { size, md5 } = body.received();
  const part: UploadPartRecord = { number: partNumber, blob, size, etag: md5, modified: exchange.now };
  try {
    store.discard(store.bucket(target.bucket).uploads.putPart(upload, part));
  } catch (error) {
    store.discard([part]);
    throw error;
  }
  sendEmptyS3Response(response, 200, { etag: `"${md5}"` });
}

/** `AbortMultipartUpload`: the parts are deleted. @throws S3Error NoSuchUpload */
export function answerAbortMultipartUpload(exchange: S3Exchange): void {
  const { store, target, response } = exchange;
  store.discard(store.bucket(target.bucket).uploads.remove(findUpload(exchange)));
  sendEmptyS3Response(response, 204);
}

/**
 * `CompleteMultipartUpload`. The blobs of the parts become those of the object: nothing is copied, and the only change is
 * the rename of the object's record. A repeated completion, as after a lost answer, gets the same answer as the first.
 */
export async function answerCompleteMultipartUpload(exchange: S3Exchange): Promise<void> {
  const { store, target } = exchange;
  const uploadId = target.query.get('uploadId') ?? '';
  const document = parseS3Xml(await readSmallS3RequestBody(exchange));
  const existingObject = store.bucket(target.bucket).find(target.key);
  if (existingObject?.uploadId === uploadId) return sendCompletionResult(exchange, existingObject.etag);

  const upload = findUpload(exchange);
  const parts = selectParts(upload, document);
  const digest = createHash('md5');
  for (const part of parts) digest.update(part.etag, 'hex');
  const etag = `${digest.digest('hex')}-${parts.length}`;

  const bucket = store.bucket(target.bucket);
  const blobs = parts.map(({ blob, size }) => ({ blob, size }));
  const size = blobs.reduce((sum, ref) => sum + ref.size, 0);
  const { headers } = upload;
  const displacedBlobs = bucket.put({
    key: target.key,
    headers,
    size,
    etag,
    modified: exchange.now,
    blobs,
    uploadId,
  });
  const unusedBlobs = bucket.uploads.remove(upload).filter((part) => !blobs.some((ref) => ref.blob === part.blob));
  store.discard([...displacedBlobs, ...unusedBlobs]);
  sendCompletionResult(exchange, etag);
}

function sendCompletionResult({ target, request, response }: S3Exchange, etag: string): void {
  sendS3Xml(response, 'CompleteMultipartUploadResult', {
    Location: `http://${request.headers.host}${target.canonicalPath}`,
    Bucket: target.bucket,
    Key: target.key,
    ETag: `"${etag}"`,
  });
}

function findUpload({ store, target }: S3Exchange): MultipartUpload {
  return store.bucket(target.bucket).uploads.get(target.query.get('uploadId') ?? '', target.key);
}

function parsePartNumber(text: string | undefined): number {
  const partNumber = /^\d{1,5}$/.test(text ?? '') ? Number(text) : 0;
  if (partNumber < 1 || partNumber > MAX_PARTS)
    throw new S3Error('InvalidArgument', 'Part number must be between 1 and 10000.');
  return partNumber;
}

/** Finds the uploaded parts that a CompleteMultipartUpload document names. */
function selectParts(upload: MultipartUpload, document: S3XmlElement): UploadPartRecord[] {
  const partElements = s3XmlChildrenNamed(document, 'Part');
  if (document.name !== 'CompleteMultipartUpload' || !partElements.length) throw new S3Error('MalformedXML');
  const parts = partElements.map((element) => {
    const part = upload.parts.get(parsePartNumber(findS3XmlChildText(element, 'PartNumber')?.trim()));
    const etag = findS3XmlChildText(element, 'ETag')
      ?.trim()
      .replace(/^"(.*)"$/, '$1');
    if (!part || etag !== part.etag) throw new S3Error('InvalidPart');
    return part;
  });
  if (parts.some((part, index) => part.number <= (parts[index - 1]?.number ?? 0)))
    throw new S3Error('InvalidPartOrder');
  if (parts.slice(0, -1).some((part) => part.size < MIN_PART_BYTES)) throw new S3Error('EntityTooSmall');
  return parts;
}
