import { createHash, randomBytes } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { RunningStack } from '#stack/start-stack.ts';
import { isTried } from '#test/support/depth.ts';
import { INHERITED_ENVIRONMENT } from '#test/support/processes/inherited-environment.ts';
import { eventually } from '#test/support/processes/process-tree.ts';
import { remove, sendRaw, startFixture, temporaryFolder } from '#test/support/stack/fixture-service.ts';

const dataDir = temporaryFolder();
let stack: RunningStack;
beforeAll(async () => {
  stack = await startFixture(dataDir, { environment: { ...INHERITED_ENVIRONMENT, LOG_LEVEL: 'WARN', FOREIGN: 'x' } });
});
afterAll(async () => {
  await stack?.stop();
  remove(dataDir);
});

const portOf = () => Number(new URL(stack.baseUrl).port);
const call = (path: string, init?: RequestInit) => fetch(`${stack.baseUrl}${path}`, init);

/** Checks the error shape and returns `status type/code`. */
async function failure(response: Response): Promise<string> {
  const { error } = (await response.json()) as { error: Record<string, string> };
  expect(response.headers.get('x-request-id')).toMatch(/^req_[0-9A-Z]{26}$/);
  expect(error.request_id).toBe(response.headers.get('x-request-id'));
  expect(error.message).toMatch(/^[A-Z].+\.$/);
  return `${response.status} ${error.type}/${error.code}`;
}

describe('what no handler answers', () => {
  test('an unknown route is 404 in the error shape', async () => {
    expect(await failure(await call('/nothing'))).toBe('404 not_found_error/route_not_found');
  });

  test('an unknown method of a known route is 404 in the error shape', async () => {
    expect(await failure(await call('/environment', { method: 'DELETE' }))).toBe('404 not_found_error/route_not_found');
  });

  test('an error thrown by a handler is 502 and says nothing of it', async () => {
    const response = await call('/throws');
    const text = await response.clone().text();

    expect(await failure(response)).toBe('502 api_error/bad_gateway');
    expect(text).not.toMatch(/secret|stack|trace/i);
  });

  test('an answer without a request id counts as none', async () => {
    expect(await failure(await call('/unsigned'))).toBe('502 api_error/bad_gateway');
  });

  test('a body over 10 MB is 413', async () => {
    const response = await call('/echo', { method: 'POST', body: Buffer.alloc(10 * 1024 * 1024 + 1) });

    expect(await failure(response)).toBe('413 invalid_request_error/body_too_large');
  });

  // In base64 it makes an event of over 6 MB, which Lambda refuses.
  test.each(['image/png', 'multipart/form-data; boundary=x'])('a body of %s over 4.5 MB is 413', async (type) => {
    const send = (bytes: number) =>
      call('/echo', { method: 'POST', headers: { 'content-type': type }, body: Buffer.alloc(bytes) });

    expect(await (await send(4_500_000)).json()).toMatchObject({ size_bytes: 4_500_000 });
    const refused = await send(4_720_000);
    expect(await refused.clone().text()).toContain('4.5 MB');
    expect(await failure(refused)).toBe('413 invalid_request_error/body_too_large');
    expect(readFileSync(join(dataDir, 'logs', 'stack.log'), 'utf8')).toMatch(
      /gateway: the event for stack-fixture-local-echo has 629\d{4} bytes; Lambda takes 6291456/,
    );
  });

  test('an answer over 6 MB is 502, and the log says why', async () => {
    const largest = await call('/large/6291000');
    expect([largest.status, (await largest.text()).length]).toEqual([200, 6_291_000 + '{"text":""}'.length]);

    expect(await failure(await call('/large/6291456'))).toBe('502 api_error/bad_gateway');
    expect(readFileSync(join(dataDir, 'logs', 'stack.log'), 'utf8')).toMatch(
      /gateway: the answer of stack-fixture-local-large has 6291\d{3} bytes; Lambda takes 6291456/,
    );
  });

  test('HEAD is answered as GET is, without a body', async () => {
    const [got, head] = await Promise.all([call('/large/10'), call('/large/10', { method: 'HEAD' })]);
    const seen = ({ status, headers }: Response) => [
      status,
      ...['content-type', 'content-length', 'x-request-id'].map((name) => headers.get(name)),
    ];

    expect(seen(head)).toEqual(seen(got));
    expect(await head.text()).toBe('');
  });

  test('what is not HTTP is 400 in the error shape', async () => {
    const answer = await sendRaw(portOf(), 'GARBAGE\r\n\r\n');

    expect(answer).toMatch(/^HTTP\/1\.1 400 Bad Request\r\n/);
    const { error } = JSON.parse(answer.slice(answer.indexOf('\r\n\r\n'))) as { error: Record<string, string> };
    expect(error).toMatchObject({ type: 'invalid_request_error', code: 'malformed_request' });
    expect(answer).toContain(`x-request-id: ${error.request_id}`);
  });
});

describe('an uncaught exception of a handler', () => {
  // Each ends the process, whose next start takes seconds.
  test.each(['/crashes', '/rejects'].filter((_, at) => isTried(at, 2)))(
    'at %s costs its own request a 502; the next one works',
    async (path) => {
      const before = stack.children().api;

      expect(await failure(await call(path))).toBe('502 api_error/bad_gateway');
      // A request that a slow start of the next process keeps waiting is a 503, to be sent again.
      let next = await call('/environment');
      while (next.status === 503) {
        await wait(100);
        next = await call('/environment');
      }

      expect(next.status).toBe(200);
      expect(stack.children().api).not.toBe(before);
      const log = readFileSync(join(dataDir, 'logs', 'stack.log'), 'utf8');
      expect(log).toContain(`uncaught exception: Error: ${path} without a catch`);
    },
    120_000,
  );
});

describe('what a handler gets and gives', () => {
  test.each(['127.0.0.1', '[::1]', 'localhost'])('it answers at %s', async (host) => {
    const response = await fetch(`http://${host}:${portOf()}/v1/slow/0`);

    expect([response.status, await response.json()]).toEqual([200, { done: true }]);
  });

  test('its environment has every value of serverless.yml and of the stack, and nothing foreign', async () => {
    const environment = (await (await call('/environment')).json()) as Record<string, string>;

    expect(environment).toMatchObject({
      TABLE_NAME: 'stack-fixture-local',
      BUCKET_NAME: 'stack-fixture-local-media-000000000000',
      JOBS_QUEUE_URL: `${stack.endpoint}/000000000000/stack-fixture-local-jobs`,
      AWS_ENDPOINT_URL: stack.endpoint,
      AWS_REGION: 'us-east-1',
      AWS_ACCESS_KEY_ID: 'test',
      STAGE: 'local',
      PUBLIC_BASE_URL: stack.baseUrl,
      WEBHOOK_ALLOW_LOOPBACK: 'true',
      LOG_LEVEL: 'WARN',
      OWN_VARIABLE: 'own-stack-fixture-local-parked',
    });
    expect(environment.TABLE_STREAM).toMatch(
      /^arn:aws:dynamodb:[^:]+:000000000000:table\/stack-fixture-local\/stream\//,
    );
    expect(environment).not.toHaveProperty('FOREIGN');
    expect(environment).not.toHaveProperty('NOTHING_LOCAL');
  });

  test.each(['image/png', 'multipart/form-data; boundary=x', 'application/json'])(
    'a body of %s comes byte for byte',
    async (type) => {
      // Bytes that are not UTF-8, as in any picture, unless the type says that the body is text.
      const body = type === 'application/json' ? Buffer.from('{"title":"Größe 日本語"}') : randomBytes(300_000);
      const response = await call('/echo', { method: 'POST', headers: { 'content-type': type }, body });

      const echo = (await response.json()) as { sha256: string; size_bytes: number; headers: Record<string, string> };
      expect(echo.size_bytes).toBe(body.length);
      expect(echo.sha256).toBe(createHash('sha256').update(body).digest('hex'));
      expect(echo.headers['content-type'] ?? echo.headers['Content-Type']).toBe(type);
    },
  );

  test('a header of 100 kB reaches it', async () => {
    const authorization = `Bearer ${'x'.repeat(100_000)}`;
    const response = await call('/echo', { method: 'POST', headers: { authorization }, body: '{}' });

    expect(response.status).toBe(200);
    expect(JSON.stringify(await response.json())).toContain(authorization);
  });

  test('a message it sends runs the queue function, whose row runs the stream function', async () => {
    const id = 'chain';
    await call('/jobs', { method: 'POST', body: JSON.stringify({ id }) });

    await eventually('the stream function has seen the row', async () => {
      const { item } = (await (await call(`/items/${id}`)).json()) as { item: Record<string, unknown> | null };
      return item?.reflected !== undefined;
    });
  });
});
