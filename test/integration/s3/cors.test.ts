import { type CORSRule, GetObjectCommand, PutBucketCorsCommand } from '@aws-sdk/client-s3';
import { getSignedUrl } from '@aws-sdk/s3-request-presigner';
import { expect, test } from 'vitest';
import { BUCKET, expectRefusal, ONE_KB, put, refusalOf, startS3, type TestS3 } from '#test/support/s3/start-s3.ts';

const ORIGIN = 'http://localhost:5173';
const RULE: CORSRule = {
  AllowedOrigins: [ORIGIN, 'https://*.example.com', 'http://a.*.test'],
  AllowedMethods: ['GET', 'PUT', 'HEAD'],
  AllowedHeaders: ['content-*', 'Authorization'],
  ExposeHeaders: ['ETag', 'Content-Range'],
  MaxAgeSeconds: 300,
};

async function startWithRules(...CORSRules: CORSRule[]): Promise<TestS3> {
  const s3 = await startS3();
  await s3.client.send(new PutBucketCorsCommand({ Bucket: BUCKET, CORSConfiguration: { CORSRules } }));
  await put(s3, 'r.bin', ONE_KB);
  return s3;
}

function preflight(s3: TestS3, origin: string, method = 'PUT', headers = 'content-type'): Promise<Response> {
  return fetch(`${s3.endpoint}/${BUCKET}/r.bin`, {
    method: 'OPTIONS',
    headers: { origin, 'access-control-request-method': method, 'access-control-request-headers': headers },
  });
}

test.each([ORIGIN, 'https://app.example.com'])('a preflight from %s is answered by the rule', async (origin) => {
  const { status, headers } = await preflight(await startWithRules(RULE), origin, 'PUT', 'Content-Type, authorization');
  expect(status).toBe(200);
  expect(headers.get('access-control-allow-origin')).toBe(origin);
  expect(headers.get('access-control-allow-methods')).toBe('GET, PUT, HEAD');
  expect(headers.get('access-control-allow-headers')).toBe('content-type, authorization');
  expect(headers.get('access-control-max-age')).toBe('300');
  expect(headers.get('vary')).toContain('Origin');
});

test.each([
  ['another origin', 'http://evil.test', 'PUT', 'content-type'],
  ['an origin that only ends alike', 'https://example.com', 'PUT', 'content-type'],
  ['an origin in which two parts of a pattern overlap', 'http://a.test', 'PUT', 'content-type'],
  ['another method', ORIGIN, 'DELETE', 'content-type'],
  ['another header', ORIGIN, 'PUT', 'content-type, x-other'],
])('a preflight for %s is refused', async (_, origin, method, headers) => {
  const response = await preflight(await startWithRules(RULE), origin, method, headers);
  expect(response.headers.get('access-control-allow-origin')).toBeNull();
  expect(await refusalOf(response)).toEqual([403, 'AccessForbidden']);
});

test('answers to the browser itself may be read, refusals included', async () => {
  const s3 = await startWithRules(RULE);
  const url = await getSignedUrl(s3.client, new GetObjectCommand({ Bucket: BUCKET, Key: 'r.bin' }));
  for (const [address, status] of [
    [url, 200],
    [`${url}0`, 403],
  ] as const) {
    const response = await fetch(address, { headers: { origin: ORIGIN } });
    expect(response.status).toBe(status);
    expect(response.headers.get('access-control-allow-origin')).toBe(ORIGIN);
    expect(response.headers.get('access-control-expose-headers')).toBe('ETag, Content-Range');
  }
  const foreign = await fetch(url, { headers: { origin: 'http://evil.test' } });
  expect(foreign.headers.get('access-control-allow-origin')).toBeNull();
});

test('the first rule that fits decides, and a rule for anyone says so', async () => {
  const s3 = await startWithRules(RULE, { AllowedOrigins: ['*'], AllowedMethods: ['GET'] });
  const { headers } = await preflight(s3, 'http://anyone.test', 'GET', '');
  expect(headers.get('access-control-allow-origin')).toBe('*');
  expect(headers.get('access-control-allow-credentials')).toBeNull();
  expect((await preflight(s3, 'http://anyone.test', 'PUT', '')).status).toBe(403);
});

test('rules that make no sense are refused', async () => {
  const s3 = await startS3();
  const attempt = (rule: CORSRule) =>
    s3.client.send(new PutBucketCorsCommand({ Bucket: BUCKET, CORSConfiguration: { CORSRules: [rule] } }));
  await expectRefusal(attempt({ ...RULE, AllowedMethods: ['PATCH'] }), 400, 'InvalidRequest');
  await expectRefusal(attempt({ ...RULE, AllowedOrigins: ['*.a.*'] }), 400, 'InvalidRequest');
  await expectRefusal(attempt({ ...RULE, AllowedOrigins: [] }), 400, 'MalformedXML');
});
