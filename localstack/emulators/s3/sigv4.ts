import { createHash, createHmac, timingSafeEqual } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import { S3Error } from './errors.ts';
import type { S3Target } from './target.ts';
import { uriEncode } from './target.ts';

const ALGORITHM = 'AWS4-HMAC-SHA256';
const CLOCK_SKEW_MS = 15 * 60_000;
const MAX_PRESIGNED_SECONDS = 7 * 24 * 3600;
const PAYLOAD_HASH = /^(?:[0-9a-f]{64}|UNSIGNED-PAYLOAD)$/;

/** The result of a check of a signature. */
export interface S3Authentication {
  /** True if the signature was in the query. */
  isPresigned: boolean;
  /** SHA-256 of the body in hex, or `UNSIGNED-PAYLOAD`. */
  payloadHash: string;
}

/** The signature of a request, and the values that it was made with. */
interface Claim {
  credential: string;
  signedHeaders: string[];
  signature: string;
  date: string;
  payloadHash: string;
}

/** The address that a client signed, where a proxy has changed it on the way. */
export interface AddressSignedByClient {
  /** The Host header. */
  host: string;
  /** The path before that of the bucket, such as `/media`; empty for none. */
  prefix: string;
}

/**
 * Checks the signature of a request, in its `Authorization` header or its query.
 * @param nowMs the current time in milliseconds since the epoch
 * @param signedAddress the address that the client signed; by default that of the request
 * @throws S3Error AccessDenied (none, expired, an unsigned x-amz header), SignatureDoesNotMatch and similar codes
 */
export function authenticateS3Request(
  request: IncomingMessage,
  target: S3Target,
  credentials: Readonly<Record<string, string>>,
  nowMs: number,
  signedAddress?: AddressSignedByClient,
): S3Authentication {
  const isPresigned = target.query.has('X-Amz-Signature');
  if (isPresigned && request.headers.authorization)
    throw new S3Error('InvalidArgument', 'Only one way to authenticate is allowed.');
  const claim = isPresigned ? claimOfQuery(target) : claimOfHeaders(request);
  const [accessKeyId = '', day = '', region = '', service, terminator, ...otherParts] = claim.credential.split('/');
  if (service !== 's3' || terminator !== 'aws4_request' || otherParts.length || !claim.date.startsWith(day) || !day) {
    throw new S3Error(isPresigned ? 'AuthorizationQueryParametersError' : 'AuthorizationHeaderMalformed');
  }
  requireValidTime(claim, target, isPresigned, nowMs);
  requireSignedHeaders(request, claim.signedHeaders);
  if (!PAYLOAD_HASH.test(claim.payloadHash)) {
    const isStreaming = claim.payloadHash.startsWith('STREAMING-');
    throw new S3Error(
      isStreaming ? 'NotImplemented' : 'InvalidArgument',
      `Unsupported x-amz-content-sha256: ${claim.payloadHash}`,
    );
  }
  const secret = Object.hasOwn(credentials, accessKeyId) ? credentials[accessKeyId] : undefined;
  if (secret === undefined) throw new S3Error('InvalidAccessKeyId');

  const scope = `${day}/${region}/s3/aws4_request`;
  const key = ['s3', 'aws4_request'].reduce(hmacSha256, hmacSha256(hmacSha256(`AWS4${secret}`, day), region));
  const stringToSign = [
    ALGORITHM,
    claim.date,
    scope,
    sha256HexOfLatin1(canonicalRequest(request, target, claim, signedAddress)),
  ].join('\n');
  const signature = hmacSha256(key, stringToSign).toString('hex');
  if (!equalInConstantTime(signature, claim.signature)) throw new S3Error('SignatureDoesNotMatch');
  return { isPresigned, payloadHash: claim.payloadHash };
}

/** Compares texts in a time that does not depend on the first difference. */
export function equalInConstantTime(expectedText: string, actualText: string): boolean {
  const [a, b] = [Buffer.from(expectedText), Buffer.from(actualText)];
  return a.length === b.length && timingSafeEqual(a, b);
}

/** SHA-256 of a text in latin1, in hex. Node gives header values as latin1, so these are the bytes that were sent. */
export function sha256HexOfLatin1(text: string): string {
  return createHash('sha256').update(text, 'latin1').digest('hex');
}

/** HMAC-SHA-256 of a text, as bytes: one step in the derivation of a signing key. */
export function hmacSha256(key: string | Buffer, text: string): Buffer {
  return createHmac('sha256', key).update(text).digest();
}

function claimOfHeaders(request: IncomingMessage): Claim {
  const { authorization } = request.headers;
  if (!authorization) throw new S3Error('AccessDenied');
  const match = /^AWS4-HMAC-SHA256 +Credential=([^\s,]+), *SignedHeaders=([^\s,]+), *Signature=([0-9a-f]{64})$/.exec(
    authorization,
  );
  if (!match) throw new S3Error('AuthorizationHeaderMalformed');
  const [, credential = '', signedHeaders = '', signature = ''] = match;
  const payloadHash = request.headers['x-amz-content-sha256'];
  if (typeof payloadHash !== 'string')
    throw new S3Error('InvalidRequest', 'Missing required header: x-amz-content-sha256');
  const date = String(request.headers['x-amz-date'] ?? '');
  return { credential, signedHeaders: signedHeaders.split(';'), signature, date, payloadHash };
}

function claimOfQuery({ query }: S3Target): Claim {
  if (query.get('X-Amz-Algorithm') !== ALGORITHM) throw new S3Error('AuthorizationQueryParametersError');
  return {
    credential: query.get('X-Amz-Credential') ?? '',
    signedHeaders: (query.get('X-Amz-SignedHeaders') ?? '').split(';'),
    signature: query.get('X-Amz-Signature') ?? '',
    date: query.get('X-Amz-Date') ?? '',
    payloadHash: query.get('X-Amz-Content-Sha256') ?? 'UNSIGNED-PAYLOAD',
  };
}

function requireValidTime(claim: Claim, { query }: S3Target, isPresigned: boolean, nowMs: number): void {
  const iso = claim.date.replace(/^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z$/, '$1-$2-$3T$4:$5:$6.000Z');
  const timeMs = iso === claim.date ? Number.NaN : Date.parse(iso);
  if (Number.isNaN(timeMs)) throw new S3Error('AccessDenied', 'AWS authentication requires a valid x-amz-date.');
  if (!isPresigned) {
    if (Math.abs(nowMs - timeMs) > CLOCK_SKEW_MS) throw new S3Error('RequestTimeTooSkewed');
    return;
  }
  const lifetimeText = query.get('X-Amz-Expires') ?? '';
  if (!/^\d{1,6}$/.test(lifetimeText) || Number(lifetimeText) < 1 || Number(lifetimeText) > MAX_PRESIGNED_SECONDS) {
    throw new S3Error('AuthorizationQueryParametersError', 'X-Amz-Expires must be between 1 second and 7 days.');
  }
  if (timeMs > nowMs + CLOCK_SKEW_MS) throw new S3Error('AccessDenied', 'Request is not yet valid');
  if (nowMs > timeMs + Number(lifetimeText) * 1000) throw new S3Error('AccessDenied', 'Request has expired');
}

// Anyone with the URL could add an unsigned x-amz header, and change the effect of the request.
function requireSignedHeaders(request: IncomingMessage, signedHeaders: string[]): void {
  if (!signedHeaders.includes('host')) throw new S3Error('AccessDenied', 'The host header must be signed.');
  const unsignedHeaders = Object.keys(request.headers).filter(
    (name) => name.startsWith('x-amz-') && !signedHeaders.includes(name),
  );
  if (unsignedHeaders.length)
    throw new S3Error(
      'AccessDenied',
      `There were headers present which were not signed: ${unsignedHeaders.join(', ')}`,
    );
}

function canonicalRequest(
  request: IncomingMessage,
  target: S3Target,
  claim: Claim,
  signedAddress: AddressSignedByClient | undefined,
): string {
  const query = target.query.pairs
    .filter(([name]) => name !== 'X-Amz-Signature')
    .map(([name, value]) => [uriEncode(name), uriEncode(value)] as const)
    .sort(([aName, aValue], [bName, bValue]) => compareStrings(aName, bName) || compareStrings(aValue, bValue))
    .map((pair) => pair.join('='))
    .join('&');
  const headers = claim.signedHeaders.map((name) => {
    const sentValues = request.headersDistinct[name] ?? [];
    const values = name === 'host' && signedAddress ? [signedAddress.host] : sentValues;
    return `${name}:${values.map((value) => value.trim().replace(/ +/g, ' ')).join(',')}`;
  });
  return [
    request.method,
    `${signedAddress?.prefix ?? ''}${target.canonicalPath}`,
    query,
    ...headers,
    '',
    claim.signedHeaders.join(';'),
    claim.payloadHash,
  ].join('\n');
}

function compareStrings(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}
