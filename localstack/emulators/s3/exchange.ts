import type { IncomingMessage, ServerResponse } from 'node:http';
import { S3Error } from './errors.ts';
import type { Authentication } from './sigv4.ts';
import type { S3Store } from './store.ts';
import type { S3Target } from './target.ts';
import type { XmlValue } from './xml.ts';
import { renderXml } from './xml.ts';

/** One accepted request, its signature checked, and the response to it. */
export interface Exchange {
  request: IncomingMessage;
  response: ServerResponse;
  target: S3Target;
  authentication: Authentication;
  store: S3Store;
  /** ms since the epoch. */
  now: number;
  /** A header, or the `x-amz-…` query parameter that a presigned URL carries in its place. */
  header(name: string): string | undefined;
  /** Names of all of those, lower case. */
  headerNames: readonly string[];
}

type Headers = Readonly<Record<string, string | number>>;

/** Presigners move `x-amz-…` headers into the query, where the signature covers them just as well. */
export function effectiveHeaders(request: IncomingMessage, target: S3Target, presigned: boolean): Map<string, string> {
  const headers = new Map<string, string>();
  if (presigned) {
    for (const [name, value] of target.query.pairs) {
      if (/^x-amz-/i.test(name)) headers.set(name.toLowerCase(), headerValue(value));
    }
  }
  for (const [name, values] of Object.entries(request.headersDistinct)) {
    if (values) headers.set(name, values.join(','));
  }
  return headers;
}

/**
 * Text as the value of a header: Node writes values as latin1, so the UTF-8 bytes pose as that. Throws InvalidArgument
 * for control characters: a line break would end the header and start another.
 */
export function headerValue(text: string): string {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: these are what is looked for
  if (/[\x00-\x1f\x7f]/.test(text)) throw new S3Error('InvalidArgument', 'A header cannot hold control characters.');
  return Buffer.from(text, 'utf8').toString('latin1');
}

/** Answers without a body. */
export function sendEmpty(response: ServerResponse, status: number, headers: Headers = {}): void {
  // A 204 or 304 has no body by definition, and must not announce one.
  const length = status === 204 || status === 304 ? {} : { 'content-length': 0 };
  response.writeHead(status, { ...length, ...headers }).end();
}

/** Answers 200 with an XML document made of `value`. */
export function sendXml(response: ServerResponse, root: string, value: XmlValue): void {
  sendDocument(response, 200, renderXml(root, value));
}

/** Answers with an XML document that is already text. */
export function sendDocument(response: ServerResponse, status: number, xml: string, headers: Headers = {}): void {
  const body = Buffer.from(xml);
  response
    .writeHead(status, { 'content-type': 'application/xml', 'content-length': body.length, ...headers })
    .end(body);
}
