import { S3Error } from './errors.ts';

const MAX_KEY_BYTES = 1024;

/** Query parameters as they were sent, decoded, in order, duplicates kept: the signature covers all of them. */
export class QueryParameters {
  readonly pairs: readonly (readonly [name: string, value: string])[];

  constructor(text: string) {
    this.pairs = text
      .split('&')
      .filter(Boolean)
      .map((pair) => {
        const equals = pair.indexOf('=');
        return equals < 0
          ? [decodeUri(pair), '']
          : [decodeUri(pair.slice(0, equals)), decodeUri(pair.slice(equals + 1))];
      });
  }

  get(name: string): string | undefined {
    return this.pairs.find(([known]) => known === name)?.[1];
  }

  has(name: string): boolean {
    return this.get(name) !== undefined;
  }
}

/** Target of a request line, path style: `/bucket/key?query`. */
export interface S3Target {
  /** Every segment decoded and encoded again the one way that signatures use; dot segments are ordinary names. */
  canonicalPath: string;
  /** Empty: the service itself. */
  bucket: string;
  /** Empty: the bucket itself. */
  key: string;
  query: QueryParameters;
}

/** Throws InvalidURI, KeyTooLongError. */
export function parseTarget(url: string): S3Target {
  if (!url.startsWith('/')) throw new S3Error('InvalidURI');
  const mark = url.indexOf('?');
  const path = mark < 0 ? url : url.slice(0, mark);
  const decoded = decodeUri(path);
  const slash = decoded.indexOf('/', 1);
  const key = slash < 0 ? '' : decoded.slice(slash + 1);
  if (Buffer.byteLength(key) > MAX_KEY_BYTES) throw new S3Error('KeyTooLongError');
  return {
    canonicalPath: path
      .split('/')
      .map((segment) => uriEncode(decodeUri(segment)))
      .join('/'),
    bucket: slash < 0 ? decoded.slice(1) : decoded.slice(1, slash),
    key,
    query: new QueryParameters(mark < 0 ? '' : url.slice(mark + 1)),
  };
}

/** Percent-encoding of SigV4: everything but unreserved characters, hex digits in capitals. */
export function uriEncode(text: string): string {
  return encodeURIComponent(text).replace(
    /[!'()*]/g,
    (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`,
  );
}

/** Throws InvalidURI. */
export function decodeUri(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    throw new S3Error('InvalidURI');
  }
}
