import type { IncomingHttpHeaders } from 'node:http';

/** The emulator that a request is for, or the name of a service without an emulator. */
export type RequestedAwsService = 'dynamodb' | 'sqs' | 's3' | { unsupported: string };

const SCOPE = /Credential=[^/,\s]+\/\d{8}\/[^/]+\/([^/]+)\/aws4_request/;

/** Finds the name of the service in the SigV4 credential scope of the header or, for a presigned URL, of the query. */
function signedServiceOf(authorization: string | undefined, url: string): string | undefined {
  const signedScope = authorization === undefined ? null : SCOPE.exec(authorization);
  if (signedScope !== null) return signedScope[1];
  const queryIndex = url.indexOf('?');
  if (queryIndex < 0) return undefined;
  const credential = new URLSearchParams(url.slice(queryIndex)).get('X-Amz-Credential');
  return credential?.split('/')[3];
}

/**
 * Finds the emulator that a request is for: by the operation header of the JSON protocols, else by the service that it is signed for. A
 * request without either belongs to S3, which decides about anonymous requests.
 */
export function emulatorOfRequest(headers: IncomingHttpHeaders, url: string): RequestedAwsService {
  const target = String(headers['x-amz-target'] ?? '');
  if (target.startsWith('DynamoDB')) return 'dynamodb';
  if (target.startsWith('AmazonSQS.')) return 'sqs';
  const service = signedServiceOf(headers.authorization, url);
  if (service === undefined || service === 's3') return 's3';
  if (service === 'dynamodb' || service === 'sqs') return service;
  return { unsupported: service };
}
