import { gunzipSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import { type CompressibleAnswer, compressAnswerBodyIfAccepted } from '#stack/gateway/compress-answer.ts';

const ANSWER: CompressibleAnswer = {
  ...{ acceptEncoding: 'gzip, deflate', contentType: 'application/json; charset=utf-8', contentEncoding: undefined },
  body: Buffer.from('{"a":1}'.repeat(200)),
};

describe('compressAnswerBody', () => {
  test.each(['gzip', 'br;q=1, gzip;q=0.5', '*', 'deflate, GZIP ; q=1.0'])(
    'compresses for a client that accepts %s',
    async (accepted) => {
      const body = await compressAnswerBodyIfAccepted({ ...ANSWER, acceptEncoding: accepted }, 1024);
      expect(body && gunzipSync(body).equals(ANSWER.body)).toBe(true);
    },
  );

  test.each([
    ['a client that accepts nothing', { acceptEncoding: undefined }],
    ['a client that refuses it', { acceptEncoding: 'gzip;q=0, br' }],
    ['a client that accepts another', { acceptEncoding: 'br' }],
    ['a client that takes any other', { acceptEncoding: 'gzip;q=0, *' }],
    ['a picture', { contentType: 'image/png' }],
    ['a body that is compressed', { contentEncoding: 'gzip' }],
    ['a small body', { body: Buffer.alloc(1023) }],
    ['no type', { contentType: undefined }],
  ])('leaves the body as it is: %s', async (_, part) => {
    expect(await compressAnswerBodyIfAccepted({ ...ANSWER, ...part }, 1024)).toBeUndefined();
  });

  test.each([
    'text/html',
    'application/problem+json',
    'application/openapi+yaml',
    'image/svg+xml',
    'text/csv; charset=utf-8',
  ])('compresses %s', async (contentType) => {
    expect(await compressAnswerBodyIfAccepted({ ...ANSWER, contentType }, 1024)).toBeDefined();
  });

  test('compresses nothing without a bound, and a large body, too', async () => {
    expect(await compressAnswerBodyIfAccepted(ANSWER, undefined)).toBeUndefined();
    const body = Buffer.alloc(200_000, 'ab');
    const compressed = await compressAnswerBodyIfAccepted({ ...ANSWER, body }, 1024);
    expect(compressed && gunzipSync(compressed).equals(body)).toBe(true);
  });
});
