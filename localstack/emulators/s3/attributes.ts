import type { Exchange } from './exchange.ts';
import type { ObjectAttributes } from './records.ts';

/** Headers of a PUT that come back with a GET. */
const KEPT = [
  'cache-control',
  'content-disposition',
  'content-encoding',
  'content-language',
  'content-type',
  'expires',
];

/** Attributes of an object, of the headers of the request that makes it. */
export function attributesOf({ header }: Exchange): ObjectAttributes {
  const sent = KEPT.map((name) => [name, header(name)] as const).filter(([, value]) => value);
  return { headers: { 'content-type': 'binary/octet-stream', ...Object.fromEntries(sent) } };
}
