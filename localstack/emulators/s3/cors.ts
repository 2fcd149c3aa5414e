import type { IncomingMessage, ServerResponse } from 'node:http';
import type { S3Bucket } from './bucket.ts';
import { S3Error } from './errors.ts';
import { sendEmptyS3Response } from './exchange.ts';
import type { S3XmlElement } from './xml.ts';
import { findS3XmlChildText, s3XmlChildrenNamed, s3XmlTextsOf } from './xml.ts';

const METHODS = ['GET', 'PUT', 'POST', 'DELETE', 'HEAD'];
const MAX_RULES = 100;
const VARY = 'Origin, Access-Control-Request-Headers, Access-Control-Request-Method';

/** Checks a CORS configuration. @throws S3Error MalformedXML, InvalidRequest */
export function validateBucketCors(root: S3XmlElement): void {
  const rules = s3XmlChildrenNamed(root, 'CORSRule');
  if (!rules.length || rules.length > MAX_RULES) throw new S3Error('MalformedXML');
  for (const rule of rules) {
    const [origins, methods] = [s3XmlTextsOf(rule, 'AllowedOrigin'), s3XmlTextsOf(rule, 'AllowedMethod')];
    if (!origins.length || !methods.length) throw new S3Error('MalformedXML');
    const unsupportedMethod = methods.find((method) => !METHODS.includes(method));
    if (unsupportedMethod !== undefined)
      throw new S3Error('InvalidRequest', `Found unsupported HTTP method in CORS config: ${unsupportedMethod}`);
    const ambiguousPattern = [...origins, ...s3XmlTextsOf(rule, 'AllowedHeader')].find(
      (pattern) => pattern.split('*').length > 2,
    );
    if (ambiguousPattern !== undefined)
      throw new S3Error('InvalidRequest', `${ambiguousPattern} can not have more than one wildcard.`);
  }
}

/** Adds the headers that let a page of the origin read the response, if a rule of the bucket allows that. */
export function addBucketCorsHeaders(
  request: IncomingMessage,
  response: ServerResponse,
  bucket: S3Bucket | undefined,
): void {
  const { origin } = request.headers;
  const rule = origin && findRule(bucket, origin, request.method ?? '', []);
  if (rule) setCorsHeaders(response, rule, origin);
}

/** Answers an OPTIONS request, which browsers never sign. @throws S3Error AccessForbidden, BadRequest */
export function answerPreflight(
  request: IncomingMessage,
  response: ServerResponse,
  bucket: S3Bucket | undefined,
): void {
  const { origin } = request.headers;
  const method = request.headers['access-control-request-method'];
  if (!origin || !method) {
    throw new S3Error('BadRequest', 'Insufficient information. Origin and Access-Control-Request-Method are needed.');
  }
  const headers = (request.headers['access-control-request-headers'] ?? '')
    .split(',')
    .map((name) => name.trim().toLowerCase())
    .filter(Boolean);
  const rule = findRule(bucket, origin, method, headers);
  if (!rule) throw new S3Error('AccessForbidden');
  setCorsHeaders(response, rule, origin);
  if (headers.length) response.setHeader('access-control-allow-headers', headers.join(', '));
  const maxAge = findS3XmlChildText(rule, 'MaxAgeSeconds');
  if (maxAge !== undefined) response.setHeader('access-control-max-age', maxAge);
  sendEmptyS3Response(response, 200);
}

function findRule(
  bucket: S3Bucket | undefined,
  origin: string,
  method: string,
  headers: string[],
): S3XmlElement | undefined {
  const root = bucket?.configuration('cors')?.root;
  return (root ? s3XmlChildrenNamed(root, 'CORSRule') : []).find(
    (rule) =>
      s3XmlTextsOf(rule, 'AllowedOrigin').some((pattern) => matchesPattern(pattern, origin)) &&
      s3XmlTextsOf(rule, 'AllowedMethod').includes(method) &&
      headers.every((name) =>
        s3XmlTextsOf(rule, 'AllowedHeader').some((pattern) => matchesPattern(pattern.toLowerCase(), name)),
      ),
  );
}

function setCorsHeaders(response: ServerResponse, rule: S3XmlElement, origin: string): void {
  const allowsAnyOrigin = s3XmlTextsOf(rule, 'AllowedOrigin').includes('*');
  response.setHeader('access-control-allow-origin', allowsAnyOrigin ? '*' : origin);
  if (!allowsAnyOrigin) response.setHeader('access-control-allow-credentials', 'true');
  response.setHeader('access-control-allow-methods', s3XmlTextsOf(rule, 'AllowedMethod').join(', '));
  const exposedHeaders = s3XmlTextsOf(rule, 'ExposeHeader');
  if (exposedHeaders.length) response.setHeader('access-control-expose-headers', exposedHeaders.join(', '));
  response.setHeader('vary', VARY);
}

/** Reports whether a text matches a pattern, which has at most one `*`. */
function matchesPattern(pattern: string, text: string): boolean {
  const [prefix = '', suffix] = pattern.split('*');
  if (suffix === undefined) return pattern === text;
  return text.length >= prefix.length + suffix.length && text.startsWith(prefix) && text.endsWith(suffix);
}
