import { createHash } from 'node:crypto';
import { attributesOf } from './attributes.ts';
import { openBody, readDocument } from './body.ts';
import type { Checksum, ChecksumAlgorithm, ChecksumType } from './checksums.ts';
import {
  checksumElement,
  checksumHeader,
  compositeChecksum,
  findChecksum,
  parseAlgorithm,
  startChecksum,
} from './checksums.ts';
import { writeConditions } from './conditions.ts';
import { S3Error } from './errors.ts';
import type { Exchange } from './exchange.ts';
import { sendEmpty, sendXml } from './exchange.ts';
import { parseMaximum } from './listing.ts';
import type { PartRecord } from './records.ts';
import type { MultipartUpload } from './uploads.ts';
import type { XmlElement } from './xml.ts';
import { childrenOf, parseXml, textOf } from './xml.ts';

const MAX_PARTS = 10_000;
const MIN_PART_BYTES = 5 * 1024 ** 2;

/** `CreateMultipartUpload`. */
export function createUpload(exchange: Exchange): void {
  const { store, target, response, now } = exchange;
  const bucket = store.bucket(target.bucket);
  const checksum = requestedChecksum(exchange);
  const upload = bucket.uploads.create({ key: target.key, initiated: now, ...attributesOf(exchange), checksum });
  const headers = checksum && {
    'x-amz-checksum-algorithm': checksum.algorithm.toUpperCase(),
    'x-amz-checksum-type': checksum.type,
  };
  sendXml(
    response,
    'InitiateMultipartUploadResult',
    { Bucket: bucket.name, Key: target.key, UploadId: upload.id },
    headers,
  );
}

/** `UploadPart`; a part of the same number is replaced. @throws S3Error NotImplemented for UploadPartCopy, NoSuchUpload */
export async function uploadPart(exchange: Exchange): Promise<void> {
  const { store, target, response, header } = exchange;
  if (header('x-amz-copy-source') !== undefined)
    throw new S3Error('NotImplemented', 'UploadPartCopy is not implemented.');
  const number = parsePartNumber(target.query.get('partNumber'));
  const upload = findUpload(exchange);
  const body = openBody(exchange, upload.checksum?.algorithm);
  const blob = await store.blobs.write(body.bytes);
  const { size, md5, checksum } = body.received();
  const part: PartRecord = { number, blob, size, etag: md5, modified: exchange.now, checksum };
  try {
    store.discard(store.bucket(target.bucket).uploads.putPart(upload, part));
  } catch (error) {
    store.discard([part]);
    throw error;
  }
  sendEmpty(response, 200, {
    etag: `"${md5}"`,
    ...(checksum && { [checksumHeader(checksum.algorithm)]: checksum.value }),
  });
}

/** `ListParts`. @throws S3Error NoSuchUpload */
export function listParts(exchange: Exchange): void {
  const { target, response } = exchange;
  const upload = findUpload(exchange);
  const after = Number(target.query.get('part-number-marker') ?? 0);
  const maximum = parseMaximum(target.query, 'max-parts');
  const rest = [...upload.parts.values()].filter((part) => part.number > after).sort((a, b) => a.number - b.number);
  const page = rest.slice(0, maximum);
  sendXml(response, 'ListPartsResult', {
    Bucket: target.bucket,
    Key: target.key,
    UploadId: upload.id,
    PartNumberMarker: after,
    NextPartNumberMarker: page.at(-1)?.number,
    MaxParts: maximum,
    IsTruncated: rest.length > page.length,
    Part: page.map((part) => ({
      PartNumber: part.number,
      LastModified: new Date(part.modified).toISOString(),
      ETag: `"${part.etag}"`,
      Size: part.size,
      ...(part.checksum && { [checksumElement(part.checksum.algorithm)]: part.checksum.value }),
    })),
  });
}

/** `AbortMultipartUpload`: the parts are deleted. @throws S3Error NoSuchUpload */
export function abortUpload(exchange: Exchange): void {
  const { store, target, response } = exchange;
  store.discard(store.bucket(target.bucket).uploads.remove(findUpload(exchange)));
  sendEmpty(response, 204);
}

/**
 * The parts become the blobs of the object as they lie on disk: completing copies nothing, and takes effect with the
 * one rename of the object's record. A repeated completion, as after a lost answer, is answered as the first was.
 */
export async function completeMultipartUpload(exchange: Exchange): Promise<void> {
  const { store, target, header } = exchange;
  const id = target.query.get('uploadId') ?? '';
  const check = writeConditions(header);
  const document = parseXml(await readDocument(exchange, 'object'));
  const present = store.bucket(target.bucket).find(target.key);
  if (present?.uploadId === id) return sendCompleted(exchange, present.etag, present.checksum);

  const upload = findUpload(exchange);
  const parts = selectParts(upload, document);
  const checksum = await objectChecksum(exchange, upload, parts);
  const digest = createHash('md5');
  for (const part of parts) digest.update(part.etag, 'hex');
  const etag = `${digest.digest('hex')}-${parts.length}`;

  // From here on nothing waits: the upload that is looked up again is the one that is committed.
  const bucket = store.bucket(target.bucket);
  const { headers, tags, parts: current } = findUpload(exchange);
  if (parts.some((part) => current.get(part.number) !== part)) throw new S3Error('InvalidPart');
  const blobs = parts.map(({ blob, size }) => ({ blob, size }));
  const size = blobs.reduce((sum, ref) => sum + ref.size, 0);
  const displaced = bucket.put(
    { key: target.key, headers, tags, size, etag, modified: exchange.now, blobs, checksum, uploadId: id },
    check,
  );
  const unused = bucket.uploads.remove(upload).filter((part) => !blobs.some((ref) => ref.blob === part.blob));
  store.discard([...displaced, ...unused]);
  sendCompleted(exchange, etag, checksum);
}

function sendCompleted({ target, request, response }: Exchange, etag: string, checksum: Checksum | undefined): void {
  sendXml(response, 'CompleteMultipartUploadResult', {
    Location: `http://${request.headers.host}${target.canonicalPath}`,
    Bucket: target.bucket,
    Key: target.key,
    ETag: `"${etag}"`,
    ...(checksum && { [checksumElement(checksum.algorithm)]: checksum.value, ChecksumType: checksum.type }),
  });
}

function findUpload({ store, target }: Exchange): MultipartUpload {
  return store.bucket(target.bucket).uploads.get(target.query.get('uploadId') ?? '', target.key);
}

function parsePartNumber(text: string | undefined): number {
  const number = /^\d{1,5}$/.test(text ?? '') ? Number(text) : 0;
  if (number < 1 || number > MAX_PARTS)
    throw new S3Error('InvalidArgument', 'Part number must be between 1 and 10000.');
  return number;
}

function requestedChecksum({ header }: Exchange): { algorithm: ChecksumAlgorithm; type: ChecksumType } | undefined {
  const name = header('x-amz-checksum-algorithm');
  if (name === undefined) return undefined;
  const algorithm = parseAlgorithm(name);
  const type = header('x-amz-checksum-type') ?? (algorithm === 'crc64nvme' ? 'FULL_OBJECT' : 'COMPOSITE');
  if (type !== 'FULL_OBJECT' && type !== 'COMPOSITE')
    throw new S3Error('InvalidRequest', `Unknown checksum type: ${type}`);
  return { algorithm, type };
}

/** The parts that a CompleteMultipartUpload document names, each as it was uploaded. */
function selectParts(upload: MultipartUpload, document: XmlElement): PartRecord[] {
  const named = childrenOf(document, 'Part');
  if (document.name !== 'CompleteMultipartUpload' || !named.length) throw new S3Error('MalformedXML');
  const parts = named.map((element) => {
    const part = upload.parts.get(parsePartNumber(textOf(element, 'PartNumber')?.trim()));
    const etag = textOf(element, 'ETag')
      ?.trim()
      .replace(/^"(.*)"$/, '$1');
    if (!part || etag !== part.etag) throw new S3Error('InvalidPart');
    const checksum = part.checksum && textOf(element, checksumElement(part.checksum.algorithm));
    if (checksum !== undefined && checksum !== part.checksum?.value) throw new S3Error('InvalidPart');
    return part;
  });
  if (parts.some((part, index) => part.number <= (parts[index - 1]?.number ?? 0)))
    throw new S3Error('InvalidPartOrder');
  if (parts.slice(0, -1).some((part) => part.size < MIN_PART_BYTES)) throw new S3Error('EntityTooSmall');
  return parts;
}

/** Throws BadDigest when the client expects another one. */
async function objectChecksum(
  exchange: Exchange,
  upload: MultipartUpload,
  parts: PartRecord[],
): Promise<Checksum | undefined> {
  const expected = findChecksum(exchange.header);
  if (!upload.checksum) {
    if (expected) throw new S3Error('InvalidRequest', 'The upload was created without a checksum algorithm.');
    return undefined;
  }
  const { algorithm, type } = upload.checksum;
  const value = type === 'COMPOSITE' ? compositeOf(algorithm, parts) : await fullChecksum(exchange, algorithm, parts);
  if (expected && (expected.algorithm !== algorithm || expected.value !== value)) throw new S3Error('BadDigest');
  return { algorithm, value, type };
}

function compositeOf(algorithm: ChecksumAlgorithm, parts: PartRecord[]): string {
  const values = parts.map(({ checksum }) => {
    if (checksum?.algorithm !== algorithm)
      throw new S3Error('InvalidPart', `A part was uploaded without ${algorithm}.`);
    return checksum.value;
  });
  return compositeChecksum(algorithm, values);
}

async function fullChecksum({ store }: Exchange, algorithm: ChecksumAlgorithm, parts: PartRecord[]): Promise<string> {
  const running = startChecksum(algorithm);
  const size = parts.reduce((sum, part) => sum + part.size, 0);
  for await (const bytes of store.blobs.read(parts, 0, size - 1)) running.update(bytes);
  return running.digest().toString('base64');
}
