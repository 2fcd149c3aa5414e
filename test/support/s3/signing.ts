import { createHash, createHmac } from 'node:crypto';
import { CREDENTIALS, sha256, type TestS3 } from './start-s3.ts';

export const EMPTY_HASH = sha256('');

/** Signs a request by the book, with nothing of the server's own code. @returns its headers */
export function sign(
  s3: TestS3,
  method: string,
  path: string,
  payloadHash: string,
  more: Record<string, string> = {},
): { headers: Record<string, string> } {
  const date = new Date().toISOString().replace(/[-:]|\.\d+/g, '');
  const scope = `${date.slice(0, 8)}/us-east-1/s3/aws4_request`;
  const hmac = (key: string | Buffer, data: string) => createHmac('sha256', key).update(data).digest();
  const key = scope.split('/').reduce<string | Buffer>(hmac, `AWS4${CREDENTIALS.secretAccessKey}`);
  const headers: Record<string, string> = {
    host: new URL(s3.endpoint).host,
    'x-amz-content-sha256': payloadHash,
    'x-amz-date': date,
    ...more,
  };
  const names = Object.keys(headers).sort();
  const lines = names.map((name) => `${name}:${headers[name]}`);
  const canonical = [method, path, '', ...lines, '', names.join(';'), payloadHash].join('\n');
  const toSign = ['AWS4-HMAC-SHA256', date, scope, createHash('sha256').update(canonical).digest('hex')].join('\n');
  const signature = hmac(key, toSign).toString('hex');
  const credential = `Credential=${CREDENTIALS.accessKeyId}/${scope}`;
  const authorization = `AWS4-HMAC-SHA256 ${credential}, SignedHeaders=${names.join(';')}, Signature=${signature}`;
  return { headers: { ...headers, authorization } };
}

/** Sends what `sign` signed. */
export async function send(
  s3: TestS3,
  method: string,
  path: string,
  { headers }: { headers: Record<string, string> },
  body?: string,
) {
  const { host: _, ...rest } = headers;
  return fetch(s3.endpoint + path, { method, headers: rest, body });
}
