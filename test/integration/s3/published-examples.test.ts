import { createServer, type IncomingMessage, request as sendRequest } from 'node:http';
import type { AddressInfo } from 'node:net';
import { describe, expect, onTestFinished, test } from 'vitest';
import { decodeAwsChunked } from '../../../localstack/s3/aws-chunked.ts';
import { ChunkSignatures } from '../../../localstack/s3/chunk-signatures.ts';
import { type Authentication, authenticateS3Request } from '../../../localstack/s3/sigv4.ts';
import { parseTarget } from '../../../localstack/s3/target.ts';
import { sha256 } from '../../support/s3/start-s3.ts';

// The requests, credentials and signatures that the S3 API reference publishes as examples of Signature Version 4.
const CREDENTIALS = { AKIAIOSFODNN7EXAMPLE: 'wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY' };
const NOW = Date.UTC(2013, 4, 24);
const CREDENTIAL = 'AKIAIOSFODNN7EXAMPLE/20130524/us-east-1/s3/aws4_request';
const EMPTY_HASH = sha256('');

async function authenticateRaw(path: string, headers: Record<string, string>, method = 'GET'): Promise<Authentication> {
  const result = Promise.withResolvers<Authentication>();
  const server = createServer((request: IncomingMessage, response) => {
    try {
      result.resolve(authenticateS3Request(request, parseTarget(request.url ?? ''), CREDENTIALS, NOW));
    } catch (error) {
      result.reject(error);
    }
    response.end();
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => void server.close());
  const { port } = server.address() as AddressInfo;
  sendRequest({ host: '127.0.0.1', port, path, method, headers, agent: false }, (response) => response.resume()).end();
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
    expect(await authenticateRaw('/test.txt', { ...headers, ...signed })).toMatchObject({
      signature,
      presigned: false,
    });
    const changed = authenticateRaw('/test.txt', { ...headers, ...signed, range: 'bytes=0-8' });
    await expect(changed).rejects.toMatchObject({ code: 'SignatureDoesNotMatch' });
  });

  test('a query that is a single word', async () => {
    const signature = 'fea454ca298b7da1c68078a5d1bdbfbbe0d65c699e0f91ac7a200a0136783543';
    const signed = signedBy('host;x-amz-content-sha256;x-amz-date', signature);
    const headers = { host, 'x-amz-content-sha256': EMPTY_HASH, ...signed };
    expect(await authenticateRaw('/?lifecycle', headers)).toMatchObject({ signature });
  });

  test('a presigned GET', async () => {
    const signature = 'aeeed9bbccd4d02ee5c0109b86d86835f995330da4c265957d157751f604d404';
    const query = `X-Amz-Algorithm=AWS4-HMAC-SHA256&X-Amz-Credential=${encodeURIComponent(CREDENTIAL)}&X-Amz-Date=20130524T000000Z`;
    const path = `/test.txt?${query}&X-Amz-Expires=86400&X-Amz-SignedHeaders=host&X-Amz-Signature=${signature}`;
    expect(await authenticateRaw(path, { host })).toMatchObject({
      signature,
      presigned: true,
      payloadHash: 'UNSIGNED-PAYLOAD',
    });
  });
});

describe('the published chunked upload', () => {
  const seed = '4f232c4386841ef735655705268965c44a0e4690baa4adea153f7db9fa80a0a9';
  const chunk = (data: string, signature: string) =>
    `${data.length.toString(16)};chunk-signature=${signature}\r\n${data}\r\n`;
  const body = [
    chunk('a'.repeat(65_536), 'ad80c730a21e5b8d04586a2213dd63b9a0e99e0e2307b0ade35a65485a288648'),
    chunk('a'.repeat(1024), '0055627c9e194cb4542bae2aa5492e3c1575bbb81b612b7d234b86a503ef5497'),
    chunk('', 'b6c6ea8a5354eaf15b3cb7646744f4275b71ea724fed81ceb9323e279d449df9'),
  ].join('');

  async function decode(cut: number): Promise<string> {
    const headers = {
      host: 's3.amazonaws.com',
      'content-encoding': 'aws-chunked',
      'content-length': '66824',
      'x-amz-content-sha256': 'STREAMING-AWS4-HMAC-SHA256-PAYLOAD',
      'x-amz-decoded-content-length': '66560',
      'x-amz-storage-class': 'REDUCED_REDUNDANCY',
    };
    const names = `content-encoding;content-length;host;${'x-amz-content-sha256;x-amz-date;x-amz-decoded-content-length;x-amz-storage-class'}`;
    const context = await authenticateRaw(
      '/examplebucket/chunkObject.txt',
      { ...headers, ...signedBy(names, seed) },
      'PUT',
    );
    async function* source(): AsyncGenerator<Buffer> {
      for (let at = 0; at < body.length; at += cut) yield Buffer.from(body.slice(at, at + cut));
    }
    let decoded = '';
    const options = { signatures: new ChunkSignatures(context), signedTrailers: false };
    for await (const bytes of decodeAwsChunked(source(), options, new Map())) decoded += bytes;
    return decoded;
  }

  test.each([body.length, 65_536, 1000, 7])('decodes and verifies, cut into pieces of %i bytes', async (cut) => {
    expect(await decode(cut)).toBe('a'.repeat(66_560));
  });
});
