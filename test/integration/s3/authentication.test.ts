import { readdirSync } from 'node:fs';
import { connect } from 'node:net';
import { join } from 'node:path';
import { ListObjectsV2Command } from '@aws-sdk/client-s3';
import { describe, expect, test } from 'vitest';
import { EMPTY_HASH, send, sign } from '#test/support/s3/signing.ts';
import {
  BUCKET,
  CREDENTIALS,
  expectRefusal,
  ONE_KB,
  put,
  refusalOf,
  s3Client,
  sha256,
  startS3,
  type TestS3,
  text,
} from '#test/support/s3/start-s3.ts';

describe('requests that are refused', () => {
  test('unsigned ones', async () => {
    const s3 = await startS3();
    await put(s3, 'k', 'old');
    for (const [method, body] of [['GET'], ['PUT', 'new'], ['DELETE'], ['POST', 'x']] as const) {
      expect(await refusalOf(await fetch(`${s3.endpoint}/${BUCKET}/k`, { method, body }))).toEqual([
        403,
        'AccessDenied',
      ]);
    }
    expect((await fetch(`${s3.endpoint}/${BUCKET}/k`, { method: 'HEAD' })).status).toBe(403);
    expect(await text(s3, 'k')).toBe('old');
  });

  test('those of a wrong secret, and of an unknown key', async () => {
    const s3 = await startS3();
    const list = (credentials: typeof CREDENTIALS) =>
      s3Client(s3.endpoint, credentials).send(new ListObjectsV2Command({ Bucket: BUCKET }));
    await list(CREDENTIALS);
    await expectRefusal(list({ ...CREDENTIALS, secretAccessKey: 'nope' }), 403, 'SignatureDoesNotMatch');
    await expectRefusal(list({ ...CREDENTIALS, accessKeyId: 'nobody' }), 403, 'InvalidAccessKeyId');
    await expectRefusal(list({ ...CREDENTIALS, accessKeyId: 'constructor' }), 403, 'InvalidAccessKeyId');
  });

  test('those whose clock is more than 15 minutes off', async () => {
    const s3 = await startS3();
    const list = () => s3.client.send(new ListObjectsV2Command({ Bucket: BUCKET }));
    s3.clock.now = () => Date.now() + 14 * 60_000;
    await list();
    s3.clock.now = () => Date.now() + 16 * 60_000;
    await expectRefusal(list(), 403, 'RequestTimeTooSkewed');
    s3.clock.now = Date.now;
  });

  test('those that were changed on the way: a header, the path, the query', async () => {
    const s3 = await startS3();
    const path = `/${BUCKET}/k`;
    const request = sign(s3, 'PUT', path, sha256('x'), { 'content-type': 'text/plain' });
    const refused = async (response: Promise<Response>) =>
      expect(await refusalOf(await response)).toEqual([403, 'SignatureDoesNotMatch']);
    await refused(send(s3, 'PUT', path, { headers: { ...request.headers, 'content-type': 'text/html' } }, 'x'));
    await refused(send(s3, 'PUT', `${path}2`, request, 'x'));
    await refused(send(s3, 'PUT', `${path}?tagging`, request, 'x'));
    await refused(send(s3, 'POST', path, request, 'x'));
    expect((await send(s3, 'PUT', path, request, 'x')).status).toBe(200);
  });

  test('those with an x-amz header that is not signed', async () => {
    const s3 = await startS3();
    const request = sign(s3, 'PUT', `/${BUCKET}/k`, sha256('x'));
    const headers = { ...request.headers, 'x-amz-meta-owner': 'somebody' };
    expect(await refusalOf(await send(s3, 'PUT', `/${BUCKET}/k`, { headers }, 'x'))).toEqual([403, 'AccessDenied']);
  });

  test('those whose body is not the signed one', async () => {
    const s3 = await startS3();
    await put(s3, 'k', 'old');
    const request = sign(s3, 'PUT', `/${BUCKET}/k`, sha256('signed'));
    const response = await send(s3, 'PUT', `/${BUCKET}/k`, request, 'forged');
    expect(await refusalOf(response)).toEqual([400, 'XAmzContentSHA256Mismatch']);
    expect(await text(s3, 'k')).toBe('old');
  });

  test('those with a header that makes no sense', async () => {
    const s3 = await startS3();
    const { headers } = sign(s3, 'GET', `/${BUCKET}/k`, EMPTY_HASH);
    const attempt = async (change: Record<string, string>) =>
      (await refusalOf(await send(s3, 'GET', `/${BUCKET}/k`, { headers: { ...headers, ...change } })))[0];
    expect(await attempt({ authorization: 'Bearer x' })).toBe(400);
    expect(await attempt({ authorization: headers.authorization?.replace('/s3/', '/sqs/') ?? '' })).toBe(400);
    expect(
      await attempt({ authorization: headers.authorization?.replace('SignedHeaders=host;', 'SignedHeaders=') ?? '' }),
    ).toBe(403);
    expect(await attempt({ 'x-amz-date': 'yesterday' })).toBe(400);
    expect(await attempt({ 'x-amz-content-sha256': 'abc' })).toBe(400);
    expect(await attempt({ 'x-amz-content-sha256': 'STREAMING-AWS4-HMAC-SHA256-PAYLOAD' })).toBe(501);
  });
});

test('a key that tries to climb out of the folder is a name like any other, or refused', async () => {
  const s3 = await startS3();
  const before = readdirSync(join(s3.dir, '..')).filter((name) => name.startsWith('escape'));
  const keys = ['../../escape', '..', 'a/../../../escape', '/etc/escape', 'x\\..\\..\\escape', '.\u0000.'];
  for (const key of keys) {
    const path = `/${BUCKET}/${key.split('/').map(encodeURIComponent).join('/')}`;
    const { headers } = sign(s3, 'PUT', path, sha256('x'));
    expect(await rawStatus(s3, `PUT ${path}`, headers)).toBe(200);
    expect(await rawStatus(s3, `PUT ${path}`, {})).toBe(403);
  }
  const { Contents } = await s3.client.send(new ListObjectsV2Command({ Bucket: BUCKET, EncodingType: 'url' }));
  expect(Contents?.map((object) => decodeURIComponent(object.Key ?? '')).sort()).toEqual([...keys].sort());
  const files = readdirSync(join(s3.dir, 'buckets', BUCKET, 'objects'));
  expect(files.filter((file) => !/^[0-9a-f]{64}\.json$/.test(file))).toEqual([]);
  expect(readdirSync(s3.dir).sort()).toEqual(['blobs', 'buckets']);
  expect(readdirSync(join(s3.dir, '..')).filter((name) => name.startsWith('escape'))).toEqual(before);
});

test.each(['..', '../..', '.', 'UPPER', 'a', 'a..b', '1.2.3.4'])('a bucket cannot be called %s', async (name) => {
  const s3 = await startS3();
  const path = `/${encodeURIComponent(name)}`;
  const { headers } = sign(s3, 'PUT', path, sha256('x'));
  expect([400, 403, 404]).toContain(await rawStatus(s3, `PUT ${path}`, headers));
  expect(readdirSync(join(s3.dir, 'buckets'))).toEqual([BUCKET]);
});

test.each(['/%', '/media/%E0%A4%A', '/media/k?x=%zz'])('a target that cannot be decoded (%s) is 400', async (path) => {
  const s3 = await startS3();
  expect(await rawStatus(s3, `GET ${path}`, {})).toBe(400);
});

/** Writes the request line as it stands: clients resolve dot segments before they send. */
async function rawStatus(s3: TestS3, line: string, headers: Record<string, string>): Promise<number> {
  const { port, host } = new URL(s3.endpoint);
  const fields = Object.entries({ host, ...headers, 'content-length': '1', connection: 'close' });
  const socket = connect(Number(port), '127.0.0.1');
  socket.write(`${line} HTTP/1.1\r\n${fields.map(([name, value]) => `${name}: ${value}\r\n`).join('')}\r\nx`);
  let answer = '';
  for await (const bytes of socket) answer += bytes;
  return Number(/^HTTP\/1\.1 (\d{3})/.exec(answer)?.[1]);
}

test('a refusal tells its request id and resource', async () => {
  const s3 = await startS3();
  const response = await fetch(`${s3.endpoint}/${BUCKET}/a%20b?x=1`);
  const requestId = response.headers.get('x-amz-request-id') ?? 'none';
  expect(response.headers.get('content-type')).toBe('application/xml');
  const document = await response.text();
  expect(document).toContain(`<RequestId>${requestId}</RequestId>`);
  expect(document).toContain(`<Resource>/${BUCKET}/a%20b</Resource>`);
  await put(s3, 'still-there', ONE_KB);
});
