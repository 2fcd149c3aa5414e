import { createHash } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import { crc32 } from 'node:zlib';
import { S3Error } from './errors.ts';
import type { S3Exchange } from './exchange.ts';

/** S3's limit for one PUT: 5 GiB. */
const MAX_BODY_BYTES = 5 * 1024 ** 3;
/** The largest XML document of a request. */
const MAX_DOCUMENT_BYTES = 2 * 1024 ** 2;

interface ReceivedBody {
  size: number;
  /** Hex. */
  md5: string;
}

interface RequestBody {
  /** Throws, at its end at the latest, if the body does not match the headers of the request. Then nothing of it may be kept. */
  bytes: AsyncGenerator<Buffer>;
  /** The size and hash, once `bytes` has ended. */
  received(): ReceivedBody;
}

/**
 * Opens the body of a request. It is compared with the length, the hash and the checksum of the headers.
 * @throws S3Error for invalid headers, or a length above 5 GiB
 */
export function openS3RequestBody({ request, header, authentication: { payloadHash } }: S3Exchange): RequestBody {
  const size = parseContentLength(header('content-length'));
  const contentMd5 = parseContentMd5(header('content-md5'));
  const expectedCrc = header('x-amz-checksum-crc32');
  let receivedBody: ReceivedBody | undefined;

  async function* verifiedBytes(): AsyncGenerator<Buffer> {
    const md5 = createHash('md5');
    const sha256 = /^[0-9a-f]{64}$/.test(payloadHash) ? createHash('sha256') : undefined;
    let [seenBytes, crc] = [0, 0];
    for await (const bytes of rawBytes(request)) {
      seenBytes += bytes.length;
      if (seenBytes > size) throw new S3Error('IncompleteBody');
      md5.update(bytes);
      sha256?.update(bytes);
      if (expectedCrc !== undefined) crc = crc32(bytes, crc);
      yield bytes;
    }
    if (seenBytes !== size) throw new S3Error('IncompleteBody');
    if (sha256 && sha256.digest('hex') !== payloadHash) throw new S3Error('XAmzContentSHA256Mismatch');
    const digest = md5.digest();
    if (contentMd5 && !contentMd5.equals(digest))
      throw new S3Error('BadDigest', 'The Content-MD5 you specified did not match.');
    if (expectedCrc !== undefined && expectedCrc !== base64OfCrc(crc))
      throw new S3Error('BadDigest', 'The x-amz-checksum-crc32 you specified did not match.');
    receivedBody = { size, md5: digest.toString('hex') };
  }

  return {
    bytes: verifiedBytes(),
    received: () => {
      if (!receivedBody) throw new Error('The body has not been read to its end.');
      return receivedBody;
    },
  };
}

/** Reads the body of a request with a small document. @throws S3Error as `openS3RequestBody`; EntityTooLarge above 2 MiB */
export async function readSmallS3RequestBody(exchange: S3Exchange): Promise<string> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const bytes of openS3RequestBody(exchange).bytes) {
    size += bytes.length;
    if (size > MAX_DOCUMENT_BYTES) throw new S3Error('EntityTooLarge');
    chunks.push(bytes);
  }
  return Buffer.concat(chunks).toString('utf8');
}

// A stream that fails destroys its source. Here that is the client's connection, which is still needed for the error.
async function* rawBytes(request: IncomingMessage): AsyncGenerator<Buffer> {
  for await (const bytes of request.iterator({ destroyOnReturn: false })) yield bytes;
}

function parseContentLength(value: string | undefined): number {
  if (value === undefined) throw new S3Error('MissingContentLength');
  if (!/^\d{1,15}$/.test(value)) throw new S3Error('InvalidArgument', 'The length of the body is not a number.');
  if (Number(value) > MAX_BODY_BYTES) throw new S3Error('EntityTooLarge');
  return Number(value);
}

function parseContentMd5(value: string | undefined): Buffer | undefined {
  if (value === undefined) return undefined;
  const digest = Buffer.from(value, 'base64');
  if (digest.length !== 16) throw new S3Error('InvalidDigest', 'The Content-MD5 you specified is not valid.');
  return digest;
}

function base64OfCrc(value: number): string {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32BE(value);
  return bytes.toString('base64');
}
