import { createHash } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import { decodeAwsChunked } from './aws-chunked.ts';
import type { Checksum, ChecksumAlgorithm } from './checksums.ts';
import { findChecksum, parseAlgorithm, startChecksum } from './checksums.ts';
import { ChunkSignatures } from './chunk-signatures.ts';
import { S3Error } from './errors.ts';
import type { Exchange } from './exchange.ts';

const MAX_BODY_BYTES = 5 * 1024 ** 3;
const MAX_DOCUMENT_BYTES = 2 * 1024 ** 2;

export interface ReceivedBody {
  size: number;
  /** Hex. */
  md5: string;
  checksum?: Checksum;
}

interface AnnouncedChecksum {
  algorithm: ChecksumAlgorithm;
  header: string;
  /** Absent when a trailer will bring it. */
  value?: string;
}

export interface RequestBody {
  /** Throws at its end at the latest when the body is not what the request promised; then nothing of it may be kept. */
  bytes: AsyncGenerator<Buffer>;
  /** Known once `bytes` has ended. */
  received(): ReceivedBody;
}

/**
 * The body of a request: unwrapped from aws-chunked, counted, and compared with every length, hash and checksum
 * that came with it. `algorithm` is computed when the client sent no checksum of its own.
 */
export function openBody(exchange: Exchange, algorithm?: ChecksumAlgorithm): RequestBody {
  return verifiedBody(exchange, announcedChecksum(exchange), algorithm);
}

function verifiedBody(exchange: Exchange, announced?: AnnouncedChecksum, algorithm?: ChecksumAlgorithm): RequestBody {
  const { request, header, authentication } = exchange;
  const { payloadHash } = authentication;
  const chunked = payloadHash.startsWith('STREAMING-');
  if (!chunked && contentEncodings(header('content-encoding')).includes('aws-chunked')) {
    throw new S3Error(
      'InvalidRequest',
      'An aws-chunked body needs one of the STREAMING- values of x-amz-content-sha256.',
    );
  }
  const size = announcedSize(header(chunked ? 'x-amz-decoded-content-length' : 'content-length'));
  const contentMd5 = announcedMd5(header('content-md5'));
  const computed = announced?.algorithm ?? algorithm;

  const trailers = new Map<string, string>();
  const source = chunked ? decodeAwsChunked(rawBytes(request), chunkedOptions(exchange), trailers) : rawBytes(request);
  let result: ReceivedBody | undefined;

  async function* verified(): AsyncGenerator<Buffer> {
    const md5 = createHash('md5');
    const sha256 = /^[0-9a-f]{64}$/.test(payloadHash) ? createHash('sha256') : undefined;
    const running = computed && startChecksum(computed);
    let seen = 0;
    for await (const bytes of source) {
      seen += bytes.length;
      if (seen > size) throw new S3Error('IncompleteBody');
      md5.update(bytes);
      sha256?.update(bytes);
      running?.update(bytes);
      yield bytes;
    }
    if (seen !== size) throw new S3Error('IncompleteBody');
    if (sha256 && sha256.digest('hex') !== payloadHash) throw new S3Error('XAmzContentSHA256Mismatch');
    const digest = md5.digest();
    if (contentMd5 && !contentMd5.equals(digest))
      throw new S3Error('BadDigest', 'The Content-MD5 you specified did not match.');
    const value = running?.digest().toString('base64');
    if (announced) {
      const expected = announced.value ?? trailers.get(announced.header);
      if (expected === undefined)
        throw new S3Error('MalformedTrailerError', `The trailer ${announced.header} is missing.`);
      if (expected !== value) throw new S3Error('BadDigest', `The ${announced.header} you specified did not match.`);
    }
    result = { size, md5: digest.toString('hex') };
    if (computed && value) result.checksum = { algorithm: computed, value, type: 'FULL_OBJECT' };
  }

  return {
    bytes: verified(),
    received: () => {
      if (!result) throw new Error('The body has not been read to its end.');
      return result;
    },
  };
}

/**
 * The whole body of a request that carries a small document. Throws EntityTooLarge above 2 MiB.
 * `checksumOf`: what an `x-amz-checksum-…` header is about; that of a completed upload is about the object.
 */
export async function readDocument(
  exchange: Exchange,
  checksumOf: 'document' | 'object' = 'document',
): Promise<string> {
  const body = checksumOf === 'document' ? openBody(exchange) : verifiedBody(exchange);
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const bytes of body.bytes) {
    size += bytes.length;
    if (size > MAX_DOCUMENT_BYTES) throw new S3Error('EntityTooLarge');
    chunks.push(bytes);
  }
  return Buffer.concat(chunks).toString('utf8');
}

/** The codings of a `content-encoding` header, lower case. */
export function contentEncodings(value = ''): string[] {
  return value
    .split(',')
    .map((coding) => coding.trim().toLowerCase())
    .filter(Boolean);
}

// A stream destroys its source when it gives up. Here that is the client's connection, which has to carry the refusal.
async function* rawBytes(request: IncomingMessage): AsyncGenerator<Buffer> {
  for await (const bytes of request.iterator({ destroyOnReturn: false })) yield bytes;
}

function chunkedOptions({ authentication }: Exchange): { signatures?: ChunkSignatures; signedTrailers: boolean } {
  const signed = authentication.payloadHash.startsWith('STREAMING-AWS4-HMAC-SHA256-PAYLOAD');
  if (!signed) return { signedTrailers: false };
  return {
    signatures: new ChunkSignatures(authentication),
    signedTrailers: authentication.payloadHash.endsWith('-TRAILER'),
  };
}

function announcedSize(value: string | undefined): number {
  if (value === undefined) throw new S3Error('MissingContentLength');
  if (!/^\d{1,15}$/.test(value)) throw new S3Error('InvalidArgument', 'The length of the body is not a number.');
  if (Number(value) > MAX_BODY_BYTES) throw new S3Error('EntityTooLarge');
  return Number(value);
}

function announcedMd5(value: string | undefined): Buffer | undefined {
  if (value === undefined) return undefined;
  const digest = Buffer.from(value, 'base64');
  if (digest.length !== 16) throw new S3Error('InvalidDigest', 'The Content-MD5 you specified is not valid.');
  return digest;
}

function announcedChecksum({ header }: Exchange): AnnouncedChecksum | undefined {
  const inHeader = findChecksum(header);
  if (inHeader) return { ...inHeader, header: `x-amz-checksum-${inHeader.algorithm}` };
  const trailer = header('x-amz-trailer')?.trim().toLowerCase();
  if (trailer?.startsWith('x-amz-checksum-')) {
    return { algorithm: parseAlgorithm(trailer.slice('x-amz-checksum-'.length)), header: trailer };
  }
  if (trailer) throw new S3Error('NotImplemented', `Unknown trailer: ${trailer}`);
  if (header('x-amz-sdk-checksum-algorithm')) {
    throw new S3Error(
      'InvalidRequest',
      'x-amz-sdk-checksum-algorithm came without an x-amz-checksum- or x-amz-trailer header.',
    );
  }
  return undefined;
}
