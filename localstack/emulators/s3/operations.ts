import { answerGetOrHeadObject, CONTENT_DISPOSITION_PARAMETER } from './answer-get-or-head-object.ts';
import {
  answerCreateBucket,
  answerDeleteObjects,
  answerHeadBucket,
  answerListMultipartUploads,
  answerListObjects,
} from './buckets.ts';
import { BUCKET_SUB_RESOURCE_KINDS, putBucketSubResource } from './configurations.ts';
import { S3Error } from './errors.ts';
import type { S3Exchange } from './exchange.ts';
import {
  answerAbortMultipartUpload,
  answerCompleteMultipartUpload,
  answerCreateMultipartUpload,
  answerUploadPart,
} from './multipart.ts';
import { answerDeleteObject, answerPutObject } from './write-object.ts';

/** An operation of the emulator. */
interface Operation {
  level: 'bucket' | 'object';
  method: string;
  /** The query parameter that selects it; without one, it is the plain operation of the method. */
  subresource?: string;
  /** Query parameters that it supports. */
  parameters?: readonly string[];
  run(exchange: S3Exchange): void | Promise<void>;
}

const LISTING_PARAMETERS = ['prefix', 'encoding-type'];

/** The operations that the service and its stack use. Any other request is refused, because a success would hide that it had no effect. */
const OPERATIONS: readonly Operation[] = [
  { level: 'bucket', method: 'PUT', run: answerCreateBucket },
  { level: 'bucket', method: 'HEAD', run: answerHeadBucket },
  {
    level: 'bucket',
    method: 'GET',
    subresource: 'list-type',
    parameters: ['max-keys', 'continuation-token', 'start-after', ...LISTING_PARAMETERS],
    run: answerListObjects,
  },
  {
    level: 'bucket',
    method: 'GET',
    subresource: 'uploads',
    parameters: LISTING_PARAMETERS,
    run: answerListMultipartUploads,
  },
  { level: 'bucket', method: 'POST', subresource: 'delete', run: answerDeleteObjects },
  ...Object.entries(BUCKET_SUB_RESOURCE_KINDS).map(
    ([subresource, kind]): Operation => ({
      level: 'bucket',
      method: 'PUT',
      subresource,
      run: (exchange) => putBucketSubResource(exchange, subresource, kind),
    }),
  ),

  { level: 'object', method: 'GET', parameters: [CONTENT_DISPOSITION_PARAMETER], run: answerGetOrHeadObject },
  { level: 'object', method: 'HEAD', parameters: [CONTENT_DISPOSITION_PARAMETER], run: answerGetOrHeadObject },
  { level: 'object', method: 'PUT', run: answerPutObject },
  { level: 'object', method: 'DELETE', run: answerDeleteObject },
  { level: 'object', method: 'POST', subresource: 'uploads', run: answerCreateMultipartUpload },
  { level: 'object', method: 'PUT', subresource: 'uploadId', parameters: ['partNumber'], run: answerUploadPart },
  { level: 'object', method: 'POST', subresource: 'uploadId', run: answerCompleteMultipartUpload },
  { level: 'object', method: 'DELETE', subresource: 'uploadId', run: answerAbortMultipartUpload },
];

// Matches the parameters of the signature, and the name of the operation, which SDKs add and S3 ignores.
const COMMON_PARAMETER =
  /^(?:X-Amz-(?:Algorithm|Credential|Date|Expires|SignedHeaders|Signature|Security-Token|Content-Sha256)|x-id)$/;

/** Headers with an effect that is not implemented, and the values that have no effect. */
const UNSUPPORTED_HEADERS: readonly (readonly [name: RegExp, harmless?: RegExp])[] = [
  [/^x-amz-acl$/, /^(?:private|bucket-owner-full-control)$/],
  [/^x-amz-storage-class$/, /^STANDARD$/],
  [/^x-amz-(?:copy-source-)?server-side-encryption/],
  [/^x-amz-(?:grant|object-lock)-/],
  [/^x-amz-bucket-object-lock-enabled$/, /^false$/i],
  [/^x-amz-website-redirect-location$/],
  [/^x-amz-write-offset-bytes$/],
  [/^x-amz-mp-object-size$/],
  [/^x-amz-copy-source-/],
  [/^x-amz-(?:meta-|tagging|trailer|metadata-directive)/],
  [/^x-amz-checksum-(?!crc32$|mode$)/],
];
/** Matches the conditional headers, which only reads support here. */
const CONDITIONAL_HEADER = /^if-(?:none-)?match$|^if-(?:un)?modified-since$/;

/** Finds the operation of a request. @throws S3Error MethodNotAllowed, NotImplemented */
export function selectS3Operation(exchange: S3Exchange): Operation {
  const { target, request, authentication, headerNames, header } = exchange;
  const level = target.key ? 'object' : 'bucket';
  const candidates = OPERATIONS.filter((operation) => operation.level === level && operation.method === request.method);
  const operation =
    candidates.find(({ subresource }) => subresource !== undefined && target.query.has(subresource)) ??
    candidates.find(({ subresource }) => subresource === undefined);
  const isSupported = (name: string) =>
    name === operation?.subresource ||
    operation?.parameters?.includes(name) ||
    COMMON_PARAMETER.test(name) ||
    // A presigned URL has such headers in the query.
    (authentication.isPresigned && /^x-amz-/i.test(name));
  const unsupportedParameter = target.query.pairs.find(([name]) => !isSupported(name));
  if (unsupportedParameter)
    throw new S3Error('NotImplemented', `${request.method} with ${unsupportedParameter[0]} is not implemented.`);
  if (!operation)
    throw candidates.length > 0
      ? new S3Error(
          'NotImplemented',
          `${request.method} of ${target.key ? 'an object' : 'a bucket'} without a parameter is not implemented.`,
        )
      : new S3Error('MethodNotAllowed');
  const isRead = request.method === 'GET' || request.method === 'HEAD';
  for (const name of headerNames) {
    if (!isRead && CONDITIONAL_HEADER.test(name)) throw new S3Error('NotImplemented', 'Only reads take conditions.');
    const rule = UNSUPPORTED_HEADERS.find(([pattern]) => pattern.test(name));
    if (rule && !rule[1]?.test(header(name) ?? ''))
      throw new S3Error('NotImplemented', `The header ${name} is not implemented.`);
  }
  return operation;
}
