import type { IncomingMessage, ServerResponse } from 'node:http';
import { S3Error } from './errors.ts';
import type { S3Authentication } from './sigv4.ts';
import type { S3Store } from './store.ts';
import type { S3Target } from './target.ts';
import type { XmlValue } from './xml.ts';
import { renderS3Xml } from './xml.ts';

/** A request with a valid signature, and the response to it. */
export interface S3Exchange {
  request: IncomingMessage;
  response: ServerResponse;
  target: S3Target;
  authentication: S3Authentication;
  store: S3Store;
  /** Milliseconds since the epoch. */
  now: number;
  /** Reads a header, or the `x-amz-…` query parameter that a presigned URL has instead. */
  header(name: string): string | undefined;
  /** Names of all of these headers, in lower case. */
  headerNames: readonly string[];
}

type Headers = Readonly<Record<string, string | number>>;

/** Collects the headers of a request. A presigned URL has its `x-amz-…` headers in the query, where the signature covers them too. */
export function effectiveS3Headers(
  request: IncomingMessage,
  target: S3Target,
  isPresigned: boolean,
): Map<string, string> {
  const headers = new Map<string, string>();
  if (isPresigned) {
    for (const [name, value] of target.query.pairs) {
      if (/^x-amz-/i.test(name)) headers.set(name.toLowerCase(), encodeHeaderValueAsLatin1(value));
    }
  }
  for (const [name, values] of Object.entries(request.headersDistinct)) {
    if (values) headers.set(name, values.join(','));
  }
  return headers;
}

/**
 * Encodes a text as the value of a header. Node writes values as latin1, so each UTF-8 byte becomes a character.
 * @throws S3Error InvalidArgument for control characters: a line break would end the header and start another
 */
export function encodeHeaderValueAsLatin1(text: string): string {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: these are what is looked for
  if (/[\x00-\x1f\x7f]/.test(text)) throw new S3Error('InvalidArgument', 'A header cannot hold control characters.');
  return Buffer.from(text, 'utf8').toString('latin1');
}

/** Sends an answer without a body. */
export function sendEmptyS3Response(response: ServerResponse, status: number, headers: Headers = {}): void {
  // A 204 or 304 has no body by definition, and must not have a length.
  const length = status === 204 || status === 304 ? {} : { 'content-length': 0 };
  response.writeHead(status, { ...length, ...headers }).end();
}

/** Sends a 200 with an XML document of `value`. */
export function sendS3Xml(response: ServerResponse, root: string, value: XmlValue): void {
  sendS3Document(response, 200, renderS3Xml(root, value));
}

/** Sends an XML document. */
export function sendS3Document(response: ServerResponse, status: number, xml: string, headers: Headers = {}): void {
  const body = Buffer.from(xml);
  response
    .writeHead(status, { 'content-type': 'application/xml', 'content-length': body.length, ...headers })
    .end(body);
}
