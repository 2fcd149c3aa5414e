import { createHash } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import { equalInConstantTime, hmacSha256, sha256HexOfLatin1 } from '../s3/sigv4.ts';
import { decodeS3Uri, S3QueryParameters, uriEncode } from '../s3/target.ts';

const AUTHORIZATION =
  /^AWS4-HMAC-SHA256 +Credential=([^\s,/]+)\/(\d{8})\/([\w-]+)\/(\w+)\/aws4_request, *SignedHeaders=([^\s,]+), *Signature=([0-9a-f]{64})$/;
const DATE = /^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z$/;
const CLOCK_SKEW_MS = 15 * 60_000;

/** The reason why a request is refused. The codes are those of DynamoDB, which SQS also has. */
export interface AwsSignatureFault {
  code:
    | 'MissingAuthenticationTokenException'
    | 'IncompleteSignatureException'
    | 'UnrecognizedClientException'
    | 'InvalidSignatureException';
  message: string;
}

const createFault = (code: AwsSignatureFault['code'], message: string): AwsSignatureFault => ({ code, message });

/** Makes the path and the query as all services except S3 sign them: each segment is encoded twice. */
function canonicalTarget(url: string): string[] {
  const [path = '/', query = ''] = url.split('?', 2);
  const pairs = new S3QueryParameters(query).pairs.map(([name, value]) => `${uriEncode(name)}=${uriEncode(value)}`);
  return [
    path
      .split('/')
      .map((segment) => uriEncode(uriEncode(decodeS3Uri(segment))))
      .join('/'),
    pairs.sort().join('&'),
  ];
}

/**
 * Checks the signature of a request to DynamoDB or SQS (Signature Version 4, in the header `Authorization`).
 * @param body the complete body, which the signature covers
 * @param credentials secrets by key id
 * @param nowMs the current time in milliseconds since the epoch
 * @returns the fault; undefined for a valid signature
 */
export function findAwsSignatureFault(
  request: Pick<IncomingMessage, 'method' | 'url' | 'headers' | 'headersDistinct'>,
  body: Buffer,
  credentials: ReadonlyMap<string, string>,
  nowMs: number,
): AwsSignatureFault | undefined {
  const { authorization, 'x-amz-date': sentDate } = request.headers;
  if (authorization === undefined)
    return createFault('MissingAuthenticationTokenException', 'Request is missing Authentication Token');
  const [, keyId = '', day = '', region = '', service = '', signedHeaderList = '', signature = ''] =
    AUTHORIZATION.exec(authorization) ?? [];
  const date = String(sentDate ?? '');
  const signedHeaderNames = signedHeaderList.split(';');
  if (keyId === '' || !DATE.test(date) || !date.startsWith(day) || !signedHeaderNames.includes('host'))
    return createFault('IncompleteSignatureException', 'The header Authorization or x-amz-date is not complete.');
  const secret = credentials.get(keyId);
  if (secret === undefined)
    return createFault(
      'UnrecognizedClientException',
      `The local stack knows no access key ${keyId}. Sign with its own: ${[...credentials.keys()].join(', ')}.`,
    );
  const timeMs = Date.parse(date.replace(DATE, '$1-$2-$3T$4:$5:$6.000Z'));
  if (!(Math.abs(nowMs - timeMs) <= CLOCK_SKEW_MS))
    return createFault('InvalidSignatureException', `Signature expired: ${date} is not the time of this machine.`);
  const headers = signedHeaderNames.map((name) => {
    const values = request.headersDistinct[name] ?? [];
    return `${name}:${values.map((value) => value.trim().replace(/ +/g, ' ')).join(',')}`;
  });
  const bodyHash = createHash('sha256').update(body).digest('hex');
  const canonicalRequest = [
    request.method,
    ...canonicalTarget(request.url ?? '/'),
    ...headers,
    '',
    signedHeaderList,
    bodyHash,
  ].join('\n');
  const scope = `${day}/${region}/${service}/aws4_request`;
  const key = [region, service, 'aws4_request'].reduce(hmacSha256, hmacSha256(`AWS4${secret}`, day));
  const expectedSignature = hmacSha256(
    key,
    ['AWS4-HMAC-SHA256', date, scope, sha256HexOfLatin1(canonicalRequest)].join('\n'),
  ).toString('hex');
  if (!equalInConstantTime(expectedSignature, signature))
    return createFault(
      'InvalidSignatureException',
      'The request signature we calculated does not match the signature you provided. Check your secret key.',
    );
  return undefined;
}
