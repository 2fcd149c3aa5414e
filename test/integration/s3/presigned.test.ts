import { randomBytes } from 'node:crypto';
import { GetObjectCommand, HeadObjectCommand, PutObjectCommand, type PutObjectCommandInput } from '@aws-sdk/client-s3';
import { getSignedUrl } from '@aws-sdk/s3-request-presigner';
import { describe, expect, test } from 'vitest';
import {
  BUCKET,
  content,
  expectRefusal,
  get,
  MB,
  md5,
  ODD_KEYS,
  ONE_KB,
  put,
  refusalOf,
  startS3,
  type TestS3,
  text,
} from '#test/support/s3/start-s3.ts';

const SIGNED_UPLOAD = { signableHeaders: new Set(['host', 'content-type', 'content-length']) };

function presignGet(s3: TestS3, Key: string, more: object = {}, options: object = {}): Promise<string> {
  return getSignedUrl(s3.client, new GetObjectCommand({ Bucket: BUCKET, Key, ...more }), {
    expiresIn: 600,
    ...options,
  });
}

function presignPut(
  s3: TestS3,
  Key: string,
  more: Partial<PutObjectCommandInput> = {},
  options: object = {},
): Promise<string> {
  return getSignedUrl(s3.client, new PutObjectCommand({ Bucket: BUCKET, Key, ...more }), {
    expiresIn: 600,
    ...options,
  });
}

describe('a presigned GET', () => {
  test('reads, and names the file as it was signed', async () => {
    const s3 = await startS3();
    await put(s3, 'r.bin', ONE_KB);
    const disposition = 'attachment; filename="x y.mp4"';
    const url = await presignGet(s3, 'r.bin', {
      ResponseContentDisposition: disposition,
    });
    const response = await fetch(url);
    expect(response.status).toBe(200);
    expect(response.headers.get('content-disposition')).toBe(disposition);
    expect(Buffer.from(await response.arrayBuffer())).toEqual(ONE_KB);
  });

  test('takes a Range header that was not signed', async () => {
    const s3 = await startS3();
    await put(s3, 'r.bin', ONE_KB);
    const response = await fetch(await presignGet(s3, 'r.bin'), { headers: { range: 'bytes=10-19' } });
    expect(response.status).toBe(206);
    expect(response.headers.get('accept-ranges')).toBe('bytes');
    expect(Buffer.from(await response.arrayBuffer())).toEqual(ONE_KB.subarray(10, 20));
  });

  test('works for keys with any characters', async () => {
    const s3 = await startS3();
    for (const key of ODD_KEYS) {
      await put(s3, key, key);
      const response = await fetch(await presignGet(s3, key));
      expect([response.status, await response.text()]).toEqual([200, key]);
    }
  });

  test('serves for nothing else: another key, method, host or override', async () => {
    const s3 = await startS3();
    await put(s3, 'r.bin', ONE_KB);
    await put(s3, 'secret', ONE_KB);
    const url = await presignGet(s3, 'r.bin');
    const refused = async (address: string, init?: RequestInit) =>
      expect(await refusalOf(await fetch(address, init))).toEqual([403, 'SignatureDoesNotMatch']);
    await refused(url.replace('r.bin', 'secret'));
    await refused(url, { method: 'PUT', body: 'x' });
    await refused(url, { method: 'DELETE' });
    await refused(url.replace('127.0.0.1', 'localhost'));
    await refused(`${url}&response-content-disposition=inline`);
    await refused(url.replace(/Expires=\d+/, 'Expires=6000'));
    await refused(url.replace(/Signature=..../, 'Signature=0000'));
    await refused(url.replace(/Signature=..../, 'Signature='));
    expect(await content(s3, 'r.bin')).toEqual(ONE_KB);
  });

  test('ends when its time is over, to the second', async () => {
    const s3 = await startS3();
    await put(s3, 'r.bin', ONE_KB);
    const signedAt = Math.floor(Date.now() / 1000) * 1000;
    const url = await presignGet(s3, 'r.bin', {}, { expiresIn: 60, signingDate: new Date(signedAt) });
    s3.clock.now = () => signedAt + 60_000;
    expect((await fetch(url)).status).toBe(200);
    s3.clock.now = () => signedAt + 60_001;
    expect(await refusalOf(await fetch(url))).toEqual([403, 'AccessDenied']);
    s3.clock.now = () => signedAt - 16 * 60_000;
    expect(await refusalOf(await fetch(url))).toEqual([403, 'AccessDenied']);
    s3.clock.now = Date.now;
  });

  test('is for HEAD when signed for HEAD', async () => {
    const s3 = await startS3();
    await put(s3, 'r.bin', ONE_KB);
    const url = await getSignedUrl(s3.client, new HeadObjectCommand({ Bucket: BUCKET, Key: 'r.bin' }));
    const response = await fetch(url, { method: 'HEAD' });
    expect([response.status, response.headers.get('content-length')]).toEqual([200, '1024']);
    expect((await fetch(url)).status).toBe(403);
  });

  test('with its own header meaning that was not signed is refused', async () => {
    const s3 = await startS3();
    await put(s3, 'r.bin', ONE_KB);
    const response = await fetch(await presignGet(s3, 'r.bin'), { headers: { 'x-amz-checksum-mode': 'ENABLED' } });
    expect(await refusalOf(response)).toEqual([403, 'AccessDenied']);
  });
});

describe('a presigned PUT', () => {
  test('uploads exactly the type and length it was signed for', async () => {
    const s3 = await startS3();
    const bytes = randomBytes(25 * MB);
    const url = await presignPut(s3, 'img', { ContentType: 'image/png', ContentLength: bytes.length }, SIGNED_UPLOAD);
    const upload = (body: Buffer, type: string) =>
      fetch(url, { method: 'PUT', body: new Uint8Array(body), headers: { 'content-type': type } });
    expect(await refusalOf(await upload(bytes, 'text/html'))).toEqual([403, 'SignatureDoesNotMatch']);
    expect(await refusalOf(await upload(bytes.subarray(1), 'image/png'))).toEqual([403, 'SignatureDoesNotMatch']);
    await expectRefusal(get(s3, 'img'), 404, 'NoSuchKey');
    const response = await upload(bytes, 'image/png');
    expect([response.status, response.headers.get('etag')]).toEqual([200, `"${md5(bytes)}"`]);
    expect((await get(s3, 'img')).ContentType).toBe('image/png');
    expect(md5(await content(s3, 'img'))).toBe(md5(bytes));
  });

  test('does not read, and once expired does not write', async () => {
    const s3 = await startS3();
    await put(s3, 'r.bin', 'old');
    expect((await fetch(await presignPut(s3, 'r.bin'))).status).toBe(403);
    const url = await presignPut(s3, 'r.bin', {}, { expiresIn: 1, signingDate: new Date(Date.now() - 10_000) });
    expect(await refusalOf(await fetch(url, { method: 'PUT', body: 'new' }))).toEqual([403, 'AccessDenied']);
    expect(await text(s3, 'r.bin')).toBe('old');
  });

  test("signed with the SDK's default checksums only fits an empty body, as on S3", async () => {
    const s3 = await startS3();
    s3.client.config.requestChecksumCalculation = async () => 'WHEN_SUPPORTED';
    const url = await presignPut(s3, 'trap');
    expect(await refusalOf(await fetch(url, { method: 'PUT', body: 'x' }))).toEqual([400, 'BadDigest']);
    expect((await fetch(url, { method: 'PUT' })).status).toBe(200);
  });

  test('needs to know the length of the body', async () => {
    const s3 = await startS3();
    const body = new Blob(['x']).stream();
    const init: RequestInit & { duplex: 'half' } = { method: 'PUT', body, duplex: 'half' };
    expect(await refusalOf(await fetch(await presignPut(s3, 'x'), init))).toEqual([411, 'MissingContentLength']);
  });

  test.each(['0', '604801', '-1', 'soon'])('with a lifetime of %s seconds is refused', async (lifetime) => {
    const s3 = await startS3();
    const url = (await presignPut(s3, 'x')).replace(/Expires=\d+/, `Expires=${lifetime}`);
    expect(await refusalOf(await fetch(url, { method: 'PUT', body: 'x' }))).toEqual([
      400,
      'AuthorizationQueryParametersError',
    ]);
  });
});
