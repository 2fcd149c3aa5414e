import type { IncomingHttpHeaders } from 'node:http';

/** The emulator that a request is for, or the name of a service without an emulator. */
export type RequestedAwsService = 'dynamodb' | 'sqs' | 's3' | { unsupported: string };

const SCOPE = /Credential=[^/,\s]+\/\d{8}\/[^/]+\/([^/]+)\/aws4_request/;

/** Finds the name of the service in the SigV4 credential scope, in the header or, for a presigned URL, in the query. */
function credentialScope(authorization: string | undefined, url: string): string | undefined {
  const signed = authorization === undefined ? null : SCOPE.exec(authorization);
  if (signed !== null) return signed[1];
  const query = url.indexOf('?');
  if (query < 0) return undefined;
  const credential = new URLSearchParams(url.slice(query)).get('X-Amz-Credential');
  return credential?.split('/')[3];
}

/**
 * Finds the emulator that a request is for: by the operation header of the JSON protocols, else by the service that it is signed for. A
 * request without either belongs to S3, which decides about anonymous requests.
 */
export function findEmulatorOfRequest(headers: IncomingHttpHeaders, url: string): RequestedAwsService {
  const target = String(headers['x-amz-target'] ?? '');
  if (target.startsWith('DynamoDB')) return 'dynamodb';
  if (target.startsWith('AmazonSQS.')) return 'sqs';
  const scope = credentialScope(headers.authorization, url);
  if (scope === undefined || scope === 's3') return 's3';
  if (scope === 'dynamodb' || scope === 'sqs') return scope;
  return { unsupported: scope };
}
