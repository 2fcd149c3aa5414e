import { Webhook } from 'standardwebhooks';
import { describe, expect, it } from 'vitest';
import { ApiError, createVideoClient, NoAnswer, verifiedEvent } from '#front/client/index.ts';
import { sampleRenderAnswer } from '#test/support/samples/render-answer.ts';

const BASE = 'http://localhost:9/v1';

interface Seen {
  call: string;
  key: string | null;
  body: string;
}

/** A client whose requests are answered one after the other; its waits take no time and are noted, in milliseconds. */
function clientWith(answers: (() => Response)[], signal?: AbortSignal) {
  const seen: Seen[] = [];
  const waits: number[] = [];
  const video = createVideoClient({
    baseUrl: `${BASE}/`,
    credentials: { apiKey: 'k' },
    idempotencyKey: () => `key ${seen.length}`,
    random: () => 0,
    sleep: async (milliseconds) => void waits.push(milliseconds),
    signal,
    async fetch(url, init = {}) {
      const key = new Headers(init.headers).get('idempotency-key');
      seen.push({ call: `${init.method} ${url}`, key, body: await new Response(init.body ?? '').text() });
      const answer = answers[seen.length - 1];
      if (!answer) throw new TypeError('one request too many');
      return answer();
    },
  });
  return { video, seen, waits };
}

const answers = (body: object) => () => Response.json(body);
const refuses =
  (status: number, code: string, headers: Record<string, string> = {}) =>
  () =>
    Response.json(
      { error: { type: 't', code, message: 'No.', request_id: 'req_1', param: 'title' } },
      { status, headers },
    );
const breaks = (): never => {
  throw new TypeError('fetch failed');
};
const render = sampleRenderAnswer();

describe('a request', () => {
  it('is made again when it was not answered or the service failed, with the same idempotency key', async () => {
    const { video, seen, waits } = clientWith([breaks, refuses(503, 'unavailable'), answers(render)]);
    expect(await video.post('/renders', { body: { timeline_id: 'tl_1' } })).toEqual(render);
    expect(seen.map(({ call, key }) => [call, key])).toEqual(Array(3).fill([`POST ${BASE}/renders`, 'key 0']));
    expect(waits).toEqual([250, 500]);
  });

  it('is given up after four more attempts', async () => {
    const { video, seen, waits } = clientWith(Array(9).fill(refuses(502, 'bad_gateway')));
    await expect(video.get('/me')).rejects.toMatchObject({ status: 502, code: 'bad_gateway' });
    expect([seen.length, waits]).toEqual([5, [250, 500, 1000, 2000]]);
    const silent = clientWith(Array(9).fill(breaks));
    await expect(silent.video.get('/me')).rejects.toThrow(NoAnswer);
  });

  it('waits as long as a 429 says, and not for a minute or more', async () => {
    const limited = (after: string) => refuses(429, 'rate_limited', { 'retry-after': after });
    const { video, waits } = clientWith([limited('7'), limited('61')]);
    await expect(video.get('/me')).rejects.toMatchObject({ code: 'rate_limited', retryAfterSeconds: 61 });
    expect(waits).toEqual([7000]);
  });

  it('is not made again when it was refused', async () => {
    const { video, seen } = clientWith([refuses(400, 'validation_failed')]);
    const refusal = await video.post('/timelines', { body: { title: '' } }).catch((error: unknown) => error);
    expect(refusal).toBeInstanceOf(ApiError);
    expect(refusal).toMatchObject({ status: 400, code: 'validation_failed', param: 'title', requestId: 'req_1' });
    expect(seen).toHaveLength(1);
  });

  it('ends with the reason of an abort', async () => {
    const { video } = clientWith([breaks], AbortSignal.abort(new Error('enough')));
    await expect(video.get('/me')).rejects.toThrow('enough');
  });
});

it('a list is fetched page by page, as its items are asked for', async () => {
  const page = (ids: string[], next_cursor: string | null) => answers({ data: ids.map((id) => ({ id })), next_cursor });
  const { video, seen } = clientWith([page(['a', 'b'], 'c1'), page([], 'c2'), page(['c'], null)]);
  const ids: string[] = [];
  for await (const { id } of video.items('/renders', { query: { limit: 2 } })) {
    ids.push(id);
    if (id === 'b') expect(seen).toHaveLength(1);
  }
  expect(ids).toEqual(['a', 'b', 'c']);
  expect(seen.map(({ call }) => call)).toEqual([
    `GET ${BASE}/renders?limit=2`,
    `GET ${BASE}/renders?limit=2&cursor=c1`,
    `GET ${BASE}/renders?limit=2&cursor=c2`,
  ]);
});

it('a file is announced, sent to storage without credentials, and completed', async () => {
  const upload = { id: 'up_1', method: 'PUT', url: 'http://files/x', headers: { 'content-type': 'image/png' } };
  const { video, seen } = clientWith([answers({ upload }), () => new Response(null), answers({ id: 'sl_1' })]);
  const made = await video.upload('/timelines/{id}/slides/{sid}/images', new Blob(['abc']), {
    contentType: 'image/png',
    params: { path: { id: 'tl_1', sid: 'sl_1' } },
    fields: { fit: 'contain' },
  });
  expect(made).toEqual({ id: 'sl_1' });
  const images = `POST ${BASE}/timelines/tl_1/slides/sl_1/images`;
  expect(seen.map(({ call, body }) => [call, body])).toEqual([
    [images, '{"content_type":"image/png","size_bytes":3}'],
    ['PUT http://files/x', 'abc'],
    [images, '{"upload_id":"up_1","fit":"contain"}'],
  ]);
});

it('a file is sent to storage again when that failed in passing', async () => {
  const upload = { id: 'up_1', method: 'PUT', url: 'http://files/x', headers: {} };
  const slow = () => new Response('<Code>SlowDown</Code>', { status: 503 });
  const { video, seen, waits } = clientWith([
    ...[answers({ upload }), slow, breaks, () => new Response(null), answers({ id: 'imp_1' })],
  ]);
  const sending = video.upload('/timelines/import', new Blob(['abc']), { contentType: 'application/pdf' });
  expect(await sending).toEqual({ id: 'imp_1' });
  expect(seen.map(({ call, body }) => [call, body])).toEqual([
    [`POST ${BASE}/timelines/import`, '{"content_type":"application/pdf","size_bytes":3}'],
    ...Array(3).fill(['PUT http://files/x', 'abc']),
    [`POST ${BASE}/timelines/import`, '{"upload_id":"up_1"}'],
  ]);
  expect(waits).toEqual([250, 500]);
});

it('a file that storage refuses is reported as a refusal', async () => {
  const upload = { id: 'up_1', method: 'PUT', url: 'http://files/x?secret', headers: {} };
  const { video } = clientWith([answers({ upload }), () => new Response('<Code>Expired</Code>', { status: 403 })]);
  const sending = video.upload('/timelines/import', new Uint8Array(2), { contentType: 'application/pdf' });
  await expect(sending).rejects.toThrow('PUT /x answered 403 unreadable_answer: <Code>Expired</Code>');
});

describe('a delivery', () => {
  const SECRET = `whsec_${Buffer.alloc(24, 1).toString('base64')}`;
  const body = JSON.stringify({ event: 'render.completed', event_id: 'evt_1', data: render });
  const signed = (at: Date) => ({
    'webhook-id': 'evt_1',
    'webhook-timestamp': `${Math.floor(at.getTime() / 1000)}`,
    'webhook-signature': new Webhook(SECRET).sign('evt_1', at, body),
  });

  it('is read when its signature is valid', () => {
    expect(verifiedEvent(signed(new Date()), body, SECRET)).toMatchObject({ event: 'render.completed' });
    expect(verifiedEvent(signed(new Date()), Buffer.from(body), SECRET)).toMatchObject({ event_id: 'evt_1' });
  });

  it.each([
    ['changed', signed(new Date()), body.replace('evt_1', 'evt_2')],
    ['old', signed(new Date(Date.now() - 3_600_000)), body],
    ['unsigned', {}, body],
  ])('is refused when it is %s', (_, headers, text) => {
    expect(() => verifiedEvent(headers, text, SECRET)).toThrow();
  });
});
