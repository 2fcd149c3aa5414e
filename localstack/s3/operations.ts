import {
  createBucket,
  deleteBucket,
  deleteObjects,
  getLocation,
  getVersioning,
  headBucket,
  listBucket,
  listBuckets,
  listBucketUploads,
} from './buckets.ts';
import { CONFIGURATIONS, deleteConfiguration, getConfiguration, putConfiguration } from './configurations.ts';
import { S3Error } from './errors.ts';
import type { Exchange } from './exchange.ts';
import { abortUpload, completeMultipartUpload, createUpload, listParts, uploadPart } from './multipart.ts';
import { RESPONSE_OVERRIDES, readObject } from './read-object.ts';
import { deleteTagging, getTagging, putTagging } from './tagging.ts';
import { deleteObject, putObject } from './write-object.ts';

interface Operation {
  level: 'service' | 'bucket' | 'object';
  method: string;
  /** The query parameter that makes it another operation than the plain one. */
  subresource?: string;
  /** Query parameters it understands. */
  parameters?: readonly string[];
  run(exchange: Exchange): void | Promise<void>;
}

const LISTING = ['prefix', 'encoding-type'];
const LISTING_OBJECTS = [
  'list-type',
  'delimiter',
  'max-keys',
  'continuation-token',
  'start-after',
  'marker',
  ...LISTING,
];

/** All there is. A request for anything else is refused: a false success would hide that it did nothing. */
const OPERATIONS: readonly Operation[] = [
  { level: 'service', method: 'GET', run: listBuckets },

  { level: 'bucket', method: 'PUT', run: createBucket },
  { level: 'bucket', method: 'HEAD', run: headBucket },
  { level: 'bucket', method: 'DELETE', run: deleteBucket },
  { level: 'bucket', method: 'GET', parameters: LISTING_OBJECTS, run: listBucket },
  { level: 'bucket', method: 'GET', subresource: 'uploads', parameters: LISTING, run: listBucketUploads },
  { level: 'bucket', method: 'GET', subresource: 'location', run: getLocation },
  { level: 'bucket', method: 'GET', subresource: 'versioning', run: getVersioning },
  { level: 'bucket', method: 'POST', subresource: 'delete', run: deleteObjects },
  ...Object.keys(CONFIGURATIONS).flatMap((subresource): Operation[] => [
    { level: 'bucket', method: 'GET', subresource, run: (exchange) => getConfiguration(exchange, subresource) },
    { level: 'bucket', method: 'PUT', subresource, run: (exchange) => putConfiguration(exchange, subresource) },
    { level: 'bucket', method: 'DELETE', subresource, run: (exchange) => deleteConfiguration(exchange, subresource) },
  ]),

  { level: 'object', method: 'GET', parameters: RESPONSE_OVERRIDES, run: readObject },
  { level: 'object', method: 'HEAD', parameters: RESPONSE_OVERRIDES, run: readObject },
  { level: 'object', method: 'PUT', run: putObject },
  { level: 'object', method: 'DELETE', run: deleteObject },
  { level: 'object', method: 'GET', subresource: 'tagging', run: getTagging },
  { level: 'object', method: 'PUT', subresource: 'tagging', run: putTagging },
  { level: 'object', method: 'DELETE', subresource: 'tagging', run: deleteTagging },
  { level: 'object', method: 'POST', subresource: 'uploads', run: createUpload },
  { level: 'object', method: 'PUT', subresource: 'uploadId', parameters: ['partNumber'], run: uploadPart },
  {
    level: 'object',
    method: 'GET',
    subresource: 'uploadId',
    parameters: ['max-parts', 'part-number-marker'],
    run: listParts,
  },
  { level: 'object', method: 'POST', subresource: 'uploadId', run: completeMultipartUpload },
  { level: 'object', method: 'DELETE', subresource: 'uploadId', run: abortUpload },
];

// Parameters of the signature, and the name of the operation, which SDKs add and S3 ignores.
const COMMON_PARAMETER =
  /^(?:X-Amz-(?:Algorithm|Credential|Date|Expires|SignedHeaders|Signature|Security-Token|Content-Sha256)|x-id)$/;

/** Headers that would change what happens, with the values under which nothing would. */
const UNSUPPORTED_HEADERS: readonly (readonly [name: RegExp, harmless?: RegExp])[] = [
  [/^x-amz-acl$/, /^(?:private|bucket-owner-full-control)$/],
  [/^x-amz-storage-class$/, /^STANDARD$/],
  [/^x-amz-server-side-encryption$/, /^AES256$/],
  [/^x-amz-(?:copy-source-)?server-side-encryption-/],
  [/^x-amz-(?:grant|object-lock)-/],
  [/^x-amz-bucket-object-lock-enabled$/, /^false$/i],
  [/^x-amz-website-redirect-location$/],
  [/^x-amz-write-offset-bytes$/],
  [/^x-amz-mp-object-size$/],
  [/^x-amz-copy-source-range$/],
];

/** Throws MethodNotAllowed, NotImplemented. */
export function selectOperation(exchange: Exchange): Operation {
  const { target, request, authentication, headerNames, header } = exchange;
  const level = target.key ? 'object' : target.bucket ? 'bucket' : 'service';
  const candidates = OPERATIONS.filter((operation) => operation.level === level && operation.method === request.method);
  const operation =
    candidates.find(({ subresource }) => subresource !== undefined && target.query.has(subresource)) ??
    candidates.find(({ subresource }) => subresource === undefined);
  const known = (name: string) =>
    name === operation?.subresource ||
    operation?.parameters?.includes(name) ||
    COMMON_PARAMETER.test(name) ||
    // A header that a presigner moved here.
    (authentication.presigned && /^x-amz-/i.test(name));
  const unknown = target.query.pairs.find(([name]) => !known(name));
  if (unknown) throw new S3Error('NotImplemented', `${request.method} with ${unknown[0]} is not implemented.`);
  if (!operation) throw new S3Error('MethodNotAllowed');
  for (const name of headerNames) {
    const rule = UNSUPPORTED_HEADERS.find(([pattern]) => pattern.test(name));
    if (rule && !rule[1]?.test(header(name) ?? ''))
      throw new S3Error('NotImplemented', `The header ${name} is not implemented.`);
  }
  return operation;
}
