import { S3Error } from './errors.ts';

const MAX_KEY_BYTES = 1024;

/** The decoded query parameters, in the order of the request and with duplicates: the signature covers all of them. */
export class S3QueryParameters {
  readonly pairs: readonly (readonly [name: string, value: string])[];

  constructor(text: string) {
    this.pairs = text
      .split('&')
      .filter(Boolean)
      .map((pair) => {
        const equalsIndex = pair.indexOf('=');
        return equalsIndex < 0
          ? [decodeS3Uri(pair), '']
          : [decodeS3Uri(pair.slice(0, equalsIndex)), decodeS3Uri(pair.slice(equalsIndex + 1))];
      });
  }

  get(name: string): string | undefined {
    return this.pairs.find(([pairName]) => pairName === name)?.[1];
  }

  has(name: string): boolean {
    return this.get(name) !== undefined;
  }
}

/** The target of a request line, path style: `/bucket/key?query`. */
export interface S3Target {
  /** The path with every segment encoded as signatures need it. Dot segments are ordinary names. */
  canonicalPath: string;
  /** Empty for the service. */
  bucket: string;
  /** Empty for the bucket. */
  key: string;
  query: S3QueryParameters;
}

/** Parses the URL of an S3 request into bucket, key and query. @throws S3Error InvalidURI, KeyTooLongError */
export function parseS3Target(url: string): S3Target {
  if (!url.startsWith('/')) throw new S3Error('InvalidURI');
  const queryIndex = url.indexOf('?');
  const path = queryIndex < 0 ? url : url.slice(0, queryIndex);
  const decodedPath = decodeS3Uri(path);
  const slashIndex = decodedPath.indexOf('/', 1);
  const key = slashIndex < 0 ? '' : decodedPath.slice(slashIndex + 1);
  if (Buffer.byteLength(key) > MAX_KEY_BYTES) throw new S3Error('KeyTooLongError');
  return {
    canonicalPath: path
      .split('/')
      .map((segment) => uriEncode(decodeS3Uri(segment)))
      .join('/'),
    bucket: slashIndex < 0 ? decodedPath.slice(1) : decodedPath.slice(1, slashIndex),
    key,
    query: new S3QueryParameters(queryIndex < 0 ? '' : url.slice(queryIndex + 1)),
  };
}

/** Encodes a text with the percent-encoding of SigV4: everything except unreserved characters, hex digits in capitals. */
export function uriEncode(text: string): string {
  return encodeURIComponent(text).replace(
    /[!'()*]/g,
    (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`,
  );
}

/** Decodes a percent-encoded text. @throws S3Error InvalidURI */
export function decodeS3Uri(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    throw new S3Error('InvalidURI');
  }
}
