import { createHash, createHmac } from 'node:crypto';
import { readdirSync } from 'node:fs';
import { connect } from 'node:net';
import { join } from 'node:path';
import { ListObjectsV2Command } from '@aws-sdk/client-s3';
import { describe, expect, test } from 'vitest';
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
} from './support.ts';

const EMPTY_HASH = sha256('');

interface SignedRequest {
  headers: Record<string, string>;
  signature: string;
  sign(algorithm: string, ...lines: string[]): string;
}

/** Signs a request by the book, with nothing of the server's own code. */
function sign(
  s3: TestS3,
  method: string,
  path: string,
  payloadHash: string,
  more: Record<string, string> = {},
): SignedRequest {
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
  const stringToSign = (algorithm: string, ...rest: string[]) =>
    hmac(key, [algorithm, date, scope, ...rest].join('\n')).toString('hex');
  const signature = stringToSign('AWS4-HMAC-SHA256', createHash('sha256').update(canonical).digest('hex'));
  const credential = `Credential=${CREDENTIALS.accessKeyId}/${scope}`;
  const authorization = `AWS4-HMAC-SHA256 ${credential}, SignedHeaders=${names.join(';')}, Signature=${signature}`;
  return { headers: { ...headers, authorization }, signature, sign: stringToSign };
}

async function send(
  s3: TestS3,
  method: string,
  path: string,
  { headers }: { headers: Record<string, string> },
  body?: string,
) {
  const { host: _, ...rest } = headers;
  return fetch(s3.endpoint + path, { method, headers: rest, body });
}

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
      s3Client(s3.endpoint, 'WHEN_REQUIRED', credentials).send(new ListObjectsV2Command({ Bucket: BUCKET }));
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

  test('those with an x-amz header that nobody signed', async () => {
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
    expect(await attempt({ 'x-amz-content-sha256': 'STREAMING-AWS4-ECDSA-P256-SHA256-PAYLOAD' })).toBe(501);
  });
});

describe('chunks that are signed one by one', () => {
  const SIZE = 70_000;
  const [FIRST, SECOND] = ['a'.repeat(65_536), 'b'.repeat(SIZE - 65_536)];

  function chunkedRequest(s3: TestS3, payloadHash: string, more: Record<string, string> = {}) {
    const length = { 'content-encoding': 'aws-chunked', 'x-amz-decoded-content-length': String(SIZE), ...more };
    const request = sign(s3, 'PUT', `/${BUCKET}/chunked`, payloadHash, length);
    let previous = request.signature;
    const chunk = (data: string) => {
      previous = request.sign('AWS4-HMAC-SHA256-PAYLOAD', previous, EMPTY_HASH, sha256(data));
      return `${data.length.toString(16)};chunk-signature=${previous}\r\n${data}${data && '\r\n'}`;
    };
    const trailer = (line: string) => {
      const signature = request.sign('AWS4-HMAC-SHA256-TRAILER', previous, sha256(`${line}\n`));
      return `${line}\r\nx-amz-trailer-signature:${signature}\r\n`;
    };
    return { chunk, trailer, send: (body: string) => send(s3, 'PUT', `/${BUCKET}/chunked`, request, body) };
  }

  test('are taken when every signature fits', async () => {
    const s3 = await startS3();
    const { chunk, send } = chunkedRequest(s3, 'STREAMING-AWS4-HMAC-SHA256-PAYLOAD');
    const response = await send(`${chunk(FIRST)}${chunk(SECOND)}${chunk('')}\r\n`);
    expect(response.status).toBe(200);
    expect(await text(s3, 'chunked')).toBe(FIRST + SECOND);
  });

  test('are taken with a signed trailer, and not with another', async () => {
    const s3 = await startS3();
    const sum = `x-amz-checksum-sha256:${createHash('sha256')
      .update(FIRST + SECOND)
      .digest('base64')}`;
    const attempt = (change: (trailer: string) => string) => {
      const request = chunkedRequest(s3, 'STREAMING-AWS4-HMAC-SHA256-PAYLOAD-TRAILER', {
        'x-amz-trailer': 'x-amz-checksum-sha256',
      });
      return request.send(
        `${request.chunk(FIRST)}${request.chunk(SECOND)}${request.chunk('')}${change(request.trailer(sum))}\r\n`,
      );
    };
    expect((await attempt((trailer) => trailer)).status).toBe(200);
    const forged = (trailer: string) => trailer.replace(/sha256:.{4}/, 'sha256:AAAA');
    expect(await refusalOf(await attempt(forged))).toEqual([403, 'SignatureDoesNotMatch']);
    expect(await refusalOf(await attempt(() => ''))).toEqual([403, 'SignatureDoesNotMatch']);
  });

  test.each<[string, (chunks: string[]) => string]>([
    ['a changed byte', ([a = '', b = '', end = '']) => `${a.replace('aaaa', 'aaab')}${b}${end}`],
    ['swapped chunks', ([a = '', b = '', end = '']) => `${b}${a}${end}`],
    ['a chunk left out', ([, b = '', end = '']) => `${b}${end}`],
    ['no signature', ([a = '', b = '', end = '']) => `${a}${b}${end}`.replace(/;chunk-signature=\w+/g, '')],
  ])('are refused with %s', async (_, change) => {
    const s3 = await startS3();
    await put(s3, 'chunked', 'old');
    const { chunk, send } = chunkedRequest(s3, 'STREAMING-AWS4-HMAC-SHA256-PAYLOAD');
    const response = await send(`${change([chunk(FIRST), chunk(SECOND), chunk('')])}\r\n`);
    expect(await refusalOf(response)).toEqual([403, 'SignatureDoesNotMatch']);
    expect(await text(s3, 'chunked')).toBe('old');
    expect(readdirSync(join(s3.dir, 'blobs'))).toHaveLength(1);
  });

  test.each<[string, (chunks: string[]) => string, string]>([
    ['ends early', ([a = '', b = '']) => a + b, 'IncompleteBody'],
    ['is longer than announced', ([a = '', , end = '']) => a + a + a + end, 'IncompleteBody'],
    ['has no frames', () => 'x'.repeat(20_000), 'IncompleteBody'],
    ['goes on after its end', ([a = '', b = '', end = '']) => `${a}${b}${end}\r\nmore`, 'IncompleteBody'],
  ])('an unsigned one that %s is refused, whatever is left of it', async (_, arrange, code) => {
    const s3 = await startS3();
    const { chunk, send } = chunkedRequest(s3, 'STREAMING-UNSIGNED-PAYLOAD-TRAILER');
    const chunks = [chunk(FIRST), chunk(SECOND), chunk('')].map((one) => one.replace(/;chunk-signature=\w+/, ''));
    expect(await refusalOf(await send(`${arrange(chunks)}\r\n`))).toEqual([400, code]);
    expect(readdirSync(join(s3.dir, 'blobs'))).toEqual([]);
  });

  test('an announced trailer that does not come is an error', async () => {
    const s3 = await startS3();
    const announced = { 'x-amz-trailer': 'x-amz-checksum-crc32' };
    const { send } = chunkedRequest(s3, 'STREAMING-UNSIGNED-PAYLOAD-TRAILER', announced);
    const response = await send(`${SIZE.toString(16)}\r\n${FIRST}${SECOND}\r\n0\r\n\r\n`);
    expect(await refusalOf(response)).toEqual([400, 'MalformedTrailerError']);
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
