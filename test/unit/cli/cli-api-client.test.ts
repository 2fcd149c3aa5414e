import { describe, expect, it } from 'vitest';
import { createCliApiClient } from '#cli/cli-api-client.ts';
import { sampleRenderAnswer } from '#test/support/samples/render-answer.ts';

interface Seen {
  url: string;
  method: string;
  headers: Headers;
  body: string;
}

/** A client whose requests are answered by `answers`, one after the other. */
function clientWith(...answers: (() => Response | Promise<Response>)[]) {
  const seen: Seen[] = [];
  const client = createCliApiClient({
    baseUrl: 'http://127.0.0.1:9/v1/',
    apiKey: 'svc_live_key',
    async fetch(url, init = {}) {
      seen.push({
        url: String(url),
        method: init.method ?? '',
        headers: new Headers(init.headers),
        body: await new Response(init.body ?? '').text(),
      });
      const answer = answers[seen.length - 1];
      if (!answer) throw new Error('one request too many');
      return answer();
    },
  });
  return { client, seen };
}

const problem =
  (error: object, status: number, headers: Record<string, string> = {}) =>
  () =>
    Response.json({ error }, { status, headers });

describe('requests', () => {
  it('carry the key, JSON, and a fresh idempotency key with every POST', async () => {
    const { client, seen } = clientWith(
      () => Response.json(sampleRenderAnswer()),
      () => Response.json(sampleRenderAnswer()),
    );
    await client.createRender({ timeline_id: 'tl_1', narration: 'none' });
    await client.createRender({ timeline_id: 'tl_1', narration: 'none' });
    const [first, second] = seen;
    expect(first).toMatchObject({ url: 'http://127.0.0.1:9/v1/renders', method: 'POST' });
    expect(first?.headers.get('x-api-key')).toBe('svc_live_key');
    expect(first?.headers.get('content-type')).toBe('application/json');
    expect(JSON.parse(first?.body ?? '')).toEqual({ timeline_id: 'tl_1', narration: 'none' });
    expect(first?.headers.get('idempotency-key')).toMatch(/^[\x21-\x7e]{1,255}$/);
    expect(second?.headers.get('idempotency-key')).not.toBe(first?.headers.get('idempotency-key'));
  });

  it('put ids into paths so that no id can leave its place', async () => {
    const { client, seen } = clientWith(() => Response.json(sampleRenderAnswer()));
    await client.getRender('../me?x');
    expect(seen[0]?.url).toBe('http://127.0.0.1:9/v1/renders/..%2Fme%3Fx');
    expect(seen[0]?.headers.has('idempotency-key')).toBe(false);
  });

  it('are made again after a 429 that says when, with the same idempotency key', async () => {
    const { client, seen } = clientWith(
      problem({ type: 'rate_limit_error', code: 'rate_limited', message: 'Slow down.' }, 429, { 'retry-after': '0' }),
      () => Response.json(sampleRenderAnswer()),
    );
    await client.createRender({ timeline_id: 'tl_1' });
    expect(new Set(seen.map(({ headers }) => headers.get('idempotency-key'))).size).toBe(1);
    expect(seen).toHaveLength(2);
  });
});

describe('errors', () => {
  it.each<[name: string, answer: () => Response, message: string]>([
    [
      'show code, message and request id',
      problem(
        { type: 'not_found_error', code: 'render_not_found', message: 'There is no render rn_1.', request_id: 'req_7' },
        404,
      ),
      'GET /renders/rn_1 answered 404 render_not_found: There is no render rn_1. (req_7)',
    ],
    [
      'list every fault of a request',
      problem(
        {
          type: 'invalid_request_error',
          code: 'validation_failed',
          message: 'title: Too long (and 1 more)',
          request_id: 'req_8',
          param: 'title',
          errors: [
            { param: 'title', message: 'Too long' },
            { param: 'slides[0].title', message: 'Too long' },
          ],
        },
        400,
      ),
      'GET /renders/rn_1 answered 400 validation_failed: title: Too long (and 1 more) (req_8)\n  title: Too long\n  slides[0].title: Too long',
    ],
    [
      'take the request id from the header where the body has none',
      problem({ type: 'api_error', code: 'internal_error', message: 'Oh.' }, 500, { 'x-request-id': 'req_9' }),
      'GET /renders/rn_1 answered 500 internal_error: Oh. (req_9)',
    ],
    [
      'show what is not in the error shape',
      () => new Response('<h1>Bad gateway</h1>', { status: 502 }),
      'GET /renders/rn_1 answered 502 unreadable_answer: <h1>Bad gateway</h1>',
    ],
    [
      'show that a body was empty',
      () => new Response('', { status: 503 }),
      'GET /renders/rn_1 answered 503 unreadable_answer: an empty body',
    ],
    [
      'show a success that is not JSON',
      () => new Response('ok'),
      'GET /renders/rn_1 answered 200 unreadable_answer: ok',
    ],
    [
      'stop at a 429 that does not say when to come back',
      problem({ type: 'rate_limit_error', code: 'quota_exceeded', message: 'Next month.', request_id: 'req_1' }, 429),
      'GET /renders/rn_1 answered 429 quota_exceeded: Next month. (req_1)',
    ],
  ])('%s', async (_, answer, message) => {
    const { client } = clientWith(answer);
    const failure = await client.getRender('rn_1').catch((error: unknown) => error);
    expect(failure).toBeInstanceOf(Error);
    expect((failure as Error).message).toBe(message);
  });

  it('name the field where an answer is not as its contract has it', async () => {
    const { client } = clientWith(() => Response.json({ ...sampleRenderAnswer(), progress: 'half' }));
    await expect(client.getRender('rn_1')).rejects.toThrow(
      'getRender returned an answer that does not match its contract: progress:',
    );
  });

  it('say why there was no answer', async () => {
    const refused = Object.assign(new Error('connect'), { code: 'ECONNREFUSED' });
    const { client } = clientWith(() => Promise.reject(new TypeError('fetch failed', { cause: refused })));
    await expect(client.me()).rejects.toThrow('GET /me: no answer from http://127.0.0.1:9/v1 (ECONNREFUSED)');
  });

  it('never show the key', async () => {
    const { client } = clientWith(
      problem({ type: 'authentication_error', code: 'api_key_invalid', message: 'No.' }, 401),
    );
    const failure = await client.me().catch((error: unknown) => error);
    expect(String(failure)).toContain('api_key_invalid');
    expect(String(failure)).not.toContain('svc_live_key');
  });
});
