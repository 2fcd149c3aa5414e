import type { S3Exchange } from './exchange.ts';
import type { S3ObjectAttributes } from './records.ts';

/** Headers of a PUT that are returned with a GET. */
const KEPT_HEADERS = [
  'cache-control',
  'content-disposition',
  'content-encoding',
  'content-language',
  'content-type',
  'expires',
];

/** Reads the attributes of an object from the headers of the request that makes it. */
export function objectAttributesOf({ header }: S3Exchange): S3ObjectAttributes {
  const sentHeaders = KEPT_HEADERS.map((name) => [name, header(name)] as const).filter(([, value]) => value);
  return { headers: { 'content-type': 'binary/octet-stream', ...Object.fromEntries(sentHeaders) } };
}
