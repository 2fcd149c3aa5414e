import { createHash } from 'node:crypto';
import { readdirSync } from 'node:fs';
import { connect } from 'node:net';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { EMPTY_HASH, send, sign } from '../../support/s3/signing.ts';
import { BUCKET, MB, put, refusalOf, sha256, startS3, type TestS3, text } from '../../support/s3/start-s3.ts';

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
    ['is shorter than announced', ([a = '', , end = '']) => a + end, 'IncompleteBody'],
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

  test('a body refused in its middle gets its answer, and the connection serves the next request', async () => {
    const s3 = await startS3();
    const body = `${SIZE.toString(16)}\r\n${FIRST}${SECOND}\r\n${'x'.repeat(20 * MB)}`;
    const { headers } = sign(s3, 'PUT', `/${BUCKET}/k`, 'STREAMING-UNSIGNED-PAYLOAD-TRAILER', {
      'x-amz-decoded-content-length': String(SIZE),
    });
    const fields = Object.entries({ ...headers, 'content-length': String(body.length) });
    const head = fields.map(([name, value]) => `${name}: ${value}\r\n`).join('');
    const socket = connect(Number(new URL(s3.endpoint).port), '127.0.0.1');
    socket.write(`PUT /${BUCKET}/k HTTP/1.1\r\n${head}\r\n${body}`);
    socket.write(`GET /${BUCKET}/k HTTP/1.1\r\nhost: x\r\nconnection: close\r\n\r\n`);
    let answer = '';
    for await (const bytes of socket) answer += bytes;
    expect([...answer.matchAll(/HTTP\/1\.1 (\d{3})/g)].map((match) => match[1])).toEqual(['400', '403']);
  });

  test('an announced trailer that does not come is an error', async () => {
    const s3 = await startS3();
    const announced = { 'x-amz-trailer': 'x-amz-checksum-crc32' };
    const { send } = chunkedRequest(s3, 'STREAMING-UNSIGNED-PAYLOAD-TRAILER', announced);
    const response = await send(`${SIZE.toString(16)}\r\n${FIRST}${SECOND}\r\n0\r\n\r\n`);
    expect(await refusalOf(response)).toEqual([400, 'MalformedTrailerError']);
  });
});
