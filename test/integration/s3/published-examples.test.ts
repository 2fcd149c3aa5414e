import { createServer, type IncomingMessage, request as sendRequest } from 'node:http';
import type { AddressInfo } from 'node:net';
import { describe, expect, onTestFinished, test } from 'vitest';
import { authenticateS3Request, type S3Authentication } from '#emulators/s3/sigv4.ts';
import { parseS3Target } from '#emulators/s3/target.ts';
import { sha256 } from '#test/support/s3/start-s3.ts';

// The requests, credentials and signatures that the S3 API reference publishes as examples of Signature Version 4.
const CREDENTIALS = { AKIAIOSFODNN7EXAMPLE: 'wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY' };
const NOW = Date.UTC(2013, 4, 24);
const CREDENTIAL = 'AKIAIOSFODNN7EXAMPLE/20130524/us-east-1/s3/aws4_request';
const EMPTY_HASH = sha256('');

async function authenticateRaw(path: string, headers: Record<string, string>): Promise<S3Authentication> {
  const result = Promise.withResolvers<S3Authentication>();
  const server = createServer((request: IncomingMessage, response) => {
    try {
      result.resolve(authenticateS3Request(request, parseS3Target(request.url ?? ''), CREDENTIALS, NOW));
    } catch (error) {
      result.reject(error);
    }
    response.end();
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => void server.close());
  const { port } = server.address() as AddressInfo;
  sendRequest({ host: '127.0.0.1', port, path, headers, agent: false }, (response) => response.resume()).end();
  return result.promise;
}

function signedBy(signedHeaders: string, signature: string): Record<string, string> {
  return {
    authorization: `AWS4-HMAC-SHA256 Credential=${CREDENTIAL},SignedHeaders=${signedHeaders},Signature=${signature}`,
    'x-amz-date': '20130524T000000Z',
  };
}

describe('the examples of the API reference', () => {
  const host = 'examplebucket.s3.amazonaws.com';

  test('a GET with a range', async () => {
    const signature = 'f0e8bdb87c964420e857bd35b5d6ed310bd44f0170aba48dd91039c6036bdb41';
    const headers = { host, range: 'bytes=0-9', 'x-amz-content-sha256': EMPTY_HASH };
    const signed = signedBy('host;range;x-amz-content-sha256;x-amz-date', signature);
    expect(await authenticateRaw('/test.txt', { ...headers, ...signed })).toEqual({
      isPresigned: false,
      payloadHash: EMPTY_HASH,
    });
    const changed = authenticateRaw('/test.txt', { ...headers, ...signed, range: 'bytes=0-8' });
    await expect(changed).rejects.toMatchObject({ code: 'SignatureDoesNotMatch' });
  });

  test('a query that is a single word', async () => {
    const signature = 'fea454ca298b7da1c68078a5d1bdbfbbe0d65c699e0f91ac7a200a0136783543';
    const signed = signedBy('host;x-amz-content-sha256;x-amz-date', signature);
    const headers = { host, 'x-amz-content-sha256': EMPTY_HASH, ...signed };
    expect(await authenticateRaw('/?lifecycle', headers)).toEqual({ isPresigned: false, payloadHash: EMPTY_HASH });
  });

  test('a presigned GET', async () => {
    const signature = 'aeeed9bbccd4d02ee5c0109b86d86835f995330da4c265957d157751f604d404';
    const query = `X-Amz-Algorithm=AWS4-HMAC-SHA256&X-Amz-Credential=${encodeURIComponent(CREDENTIAL)}&X-Amz-Date=20130524T000000Z`;
    const path = `/test.txt?${query}&X-Amz-Expires=86400&X-Amz-SignedHeaders=host&X-Amz-Signature=${signature}`;
    expect(await authenticateRaw(path, { host })).toEqual({ isPresigned: true, payloadHash: 'UNSIGNED-PAYLOAD' });
  });
});
