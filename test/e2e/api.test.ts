import { beforeAll, describe, expect, it } from 'vitest';
import { apiContracts } from '#front/api/contracts.ts';
import { API_ERRORS, type ErrorCode } from '#kernel/shared/errors.ts';
import { isTried } from '#test/support/depth.ts';
import { sharedService } from '#test/support/service/shared-service.ts';
import type { Answer, Client, ErrorBody } from '#test/support/service/start-service.ts';

const service = sharedService();
let client: Client;
let other: Client;
let timeline: { id: string; version: number; slides: { id: string; title: string; position: number }[] };

beforeAll(async () => {
  [client, other] = await Promise.all([service.account('pro'), service.account('max')]);
  timeline = await client.ok('POST', '/timelines', {
    title: 'Mine',
    slides: [{ title: 'A' }, { title: 'B' }, { title: 'C' }],
  });
});

/** The one error shape, with the status that belongs to the code. */
function expectError({ status, headers, body }: Answer<ErrorBody>, code: ErrorCode): void {
  expect(body).toEqual({
    error: expect.objectContaining({ code, type: API_ERRORS[code][0], message: expect.any(String) }),
  });
  expect(status).toBe(API_ERRORS[code][1]);
  expect(body.error.request_id).toMatch(/^req_[0-9A-Z]{26}$/);
  expect(headers.get('x-request-id')).toBe(body.error.request_id);
  expect(headers.get('content-type')).toContain('application/json');
}

describe('credentials', () => {
  it('are needed by every operation', async () => {
    // `credentials.test.ts` asks each of them.
    for (const { method, path } of apiContracts.filter(({ open }, at) => !open && isTried(at, 7))) {
      const place = path.replace('{id}', timeline.id).replace('{sid}', timeline.slides[0]?.id ?? '');
      expectError(await service.anonymous(method, place), 'credentials_missing');
      expectError(
        await service.anonymous(method, place, undefined, { 'x-api-key': 'svc_live_wrong' }),
        'api_key_invalid',
      );
    }
  });

  it('of the Free plan open nothing', async () => {
    const free = await service.account('free');
    expectError(await free.call('GET', '/me'), 'plan_not_allowed');
    expectError(await free.call('POST', '/timelines', { title: 'x' }), 'plan_not_allowed');
  });

  it('say who one is', async () => {
    const answer = await client.call<{ id: string }>('GET', '/me');
    expect(answer.status).toBe(200);
    expect(answer.headers.get('x-request-id')).toMatch(/^req_/);
    expect(answer.body).toEqual({
      id: client.accountId,
      name: 'Test',
      email: 'test@example.com',
      plan: 'pro',
      created_at: expect.any(String),
      auth: { method: 'api_key', key_id: expect.stringMatching(/^key_/) },
    });
  });
});

describe('bad input', () => {
  it.each<[string, unknown, ErrorCode, string | undefined]>([
    ['broken JSON', '{"title":', 'invalid_json', undefined],
    ['no object', '[]', 'validation_failed', 'body'],
    ['no title', {}, 'validation_failed', 'title'],
    ['a title of the wrong type', { title: 7 }, 'validation_failed', 'title'],
    ['an empty title', { title: '' }, 'validation_failed', 'title'],
    ['a title that is too long', { title: 'x'.repeat(201) }, 'validation_failed', 'title'],
    ['an unknown field', { title: 'x', titel: 'y' }, 'unknown_field', 'titel'],
    [
      'an unknown field of a slide',
      { title: 'x', slides: [{ title: 'a' }, { tilte: 'b' }] },
      'unknown_field',
      'slides[1].tilte',
    ],
    ['an unknown format', { title: 'x', format: 'round' }, 'validation_failed', 'format'],
    ['an unknown template', { title: 'x', template_id: 'none' }, 'validation_failed', 'template_id'],
    ['half a surrogate pair', { title: 'x\ud800' }, 'validation_failed', 'title'],
    [
      'too many bullets',
      { title: 'x', slides: [{ bullet_points: Array(13).fill('b') }] },
      'validation_failed',
      'slides[0].bullet_points',
    ],
  ])('with %s is a 400 that names the place', async (_, body, code, param) => {
    const answer = await client.call<ErrorBody>('POST', '/timelines', body);
    expectError(answer, code);
    expect(answer.body.error.param).toBe(param);
  });

  it('lists every fault', async () => {
    const { body } = await client.call<ErrorBody>('POST', '/timelines', {
      title: '',
      format: 'x',
      slides: [{ layout: 'y' }],
    });
    expect(body.error.errors?.map(({ param }) => param)).toEqual(['title', 'format', 'slides[0].layout']);
  });

  it('without a JSON content type is a 415', async () => {
    expectError(
      await client.call('POST', '/timelines', 'title=x', { 'content-type': 'text/plain' }),
      'unsupported_media_type',
    );
  });

  it('beyond the plan is a 403', async () => {
    const slides = Array.from({ length: 101 }, () => ({ title: 's' }));
    expectError(await client.call('POST', '/timelines', { title: 'x', slides }), 'entitlement_required');
    expect((await other.call('POST', '/timelines', { title: 'x', slides })).status).toBe(200);
    const render = { timeline_id: timeline.id, output: { resolution: '2160p' } };
    expectError(await client.call('POST', '/renders', render), 'entitlement_required');
  });

  it.each(['limit=0', 'limit=101', 'limit=x', 'cursor=abc', 'unknown=1', 'limit=1&limit=2'])(
    'in a query (%s) is a 400',
    async (query) => {
      const { status, body } = await client.call<ErrorBody>('GET', `/timelines?${query}`);
      expect([status, body.error.type]).toEqual([400, 'invalid_request_error']);
    },
  );

  it.each(['', 'abc', '%00', 'a.b', 'A'.repeat(5000), 'abc&cursor=abc'])(
    'with a malformed cursor (%s) is invalid_cursor',
    async (cursor) => {
      expectError(await client.call('GET', `/timelines?cursor=${cursor}`), 'invalid_cursor');
    },
  );

  it('to a route or with a method that does not exist is a 404 or a 405', async () => {
    expectError(await client.call('GET', '/nothing'), 'route_not_found');
    const answer = await client.call<ErrorBody>('PATCH', '/timelines');
    expectError(answer, 'method_not_allowed');
    expect(answer.headers.get('allow')).toBe('GET, HEAD, POST');
  });

  it('of an empty timeline, an unknown timeline or an impossible receiver makes no render', async () => {
    const empty = await client.ok<{ id: string }>('POST', '/timelines', { title: 'Empty' });
    expectError(await client.call('POST', '/renders', { timeline_id: empty.id }), 'timeline_empty');
    expectError(await client.call('POST', '/renders', { timeline_id: 'tl_none' }), 'timeline_not_found');
    for (const webhook_url of ['ftp://example.com', 'http://10.0.0.1/', 'http://169.254.169.254/latest', 'nonsense'])
      expectError(
        await client.call('POST', '/renders', { timeline_id: timeline.id, webhook_url }),
        'webhook_url_forbidden',
      );
    expect((await client.ok<{ data: unknown[] }>('GET', '/renders')).data).toEqual([]);
  });
});

describe("another account's things", () => {
  it('are as if they did not exist, to the byte', async () => {
    const webhook = await client.ok<{ id: string }>('POST', '/webhooks', {
      url: 'https://example.com/h',
      events: ['render.failed'],
    });
    const [slide] = timeline.slides;
    const never = (id: string) => `${id.slice(0, -1)}${id.endsWith('0') ? '1' : '0'}`;
    const cases: [string, (tl: string, wh: string) => string, unknown?][] = [
      ['GET', (tl) => `/timelines/${tl}`],
      ['PUT', (tl) => `/timelines/${tl}`, { title: 'x' }],
      ['DELETE', (tl) => `/timelines/${tl}`],
      ['GET', (tl) => `/timelines/${tl}/slides`],
      ['POST', (tl) => `/timelines/${tl}/slides`, { title: 'x' }],
      ['PUT', (tl) => `/timelines/${tl}/slides/${slide?.id}`, { title: 'x' }],
      ['DELETE', (tl) => `/timelines/${tl}/slides/${slide?.id}`],
      ['PATCH', (tl) => `/timelines/${tl}/slides/reorder`, { slide_ids: [] }],
      ['POST', (tl) => `/timelines/${tl}/slides/${slide?.id}/images`, { content_type: 'image/png', size_bytes: 9 }],
      ['GET', (_, wh) => `/webhooks/${wh}`],
      ['DELETE', (_, wh) => `/webhooks/${wh}`],
    ];
    for (const [method, path, body] of cases) {
      const foreign = await other.call<ErrorBody>(method, path(timeline.id, webhook.id), body);
      const absent = await other.call<ErrorBody>(method, path(never(timeline.id), never(webhook.id)), body);
      expect(foreign.status).toBe(404);
      const plain = ({ body: { error } }: Answer<ErrorBody>) => JSON.stringify({ ...error, request_id: '' });
      expect(plain(foreign)).toBe(plain(absent));
    }
    expectError(await other.call('POST', '/renders', { timeline_id: timeline.id }), 'timeline_not_found');
    expect((await client.ok<{ slides: unknown[] }>('GET', `/timelines/${timeline.id}`)).slides).toHaveLength(3);
  });
});

describe('timelines and slides', () => {
  it('are made, changed, listed and deleted', async () => {
    const made = await client.ok<typeof timeline>('POST', '/timelines', {
      title: 'One',
      slides: [{ title: 'a' }, { title: 'b' }],
    });
    const [a, b] = made.slides;
    const added = await client.ok<{ id: string; position: number }>('POST', `/timelines/${made.id}/slides`, {
      title: 'c',
      position: 1,
    });
    expect(added.position).toBe(1);
    const order = [b?.id, added.id, a?.id];
    const reordered = await client.ok<{ data: { id: string; position: number }[] }>(
      'PATCH',
      `/timelines/${made.id}/slides/reorder`,
      { slide_ids: order },
    );
    expect(reordered.data.map(({ id }) => id)).toEqual(order);
    expect(reordered.data.map(({ position }) => position)).toEqual([0, 1, 2]);
    for (const slide_ids of [
      [],
      order.slice(1),
      [...order, order[0]],
      [order[0], order[0], order[1]],
      [...order.slice(1), 'sl_none'],
    ])
      expectError(
        await client.call('PATCH', `/timelines/${made.id}/slides/reorder`, { slide_ids }),
        'slide_set_mismatch',
      );
    expect(
      await client.ok('PUT', `/timelines/${made.id}/slides/${a?.id}`, { title: 'A', duration_seconds: 4 }),
    ).toMatchObject({ title: 'A', duration_seconds: 4, position: 2 });
    expect(await client.ok('PUT', `/timelines/${made.id}/slides/${a?.id}`, { duration_seconds: null })).toMatchObject({
      title: 'A',
      duration_seconds: null,
    });
    expect(await client.ok('DELETE', `/timelines/${made.id}/slides/${b?.id}`)).toEqual({ id: b?.id, deleted: true });
    expectError(await client.call('DELETE', `/timelines/${made.id}/slides/${b?.id}`), 'slide_not_found');
    const now = await client.ok<typeof timeline>('PUT', `/timelines/${made.id}`, {
      title: 'Two',
      version: 6,
      slides: [{ id: a?.id, title: 'kept' }, { title: 'new' }],
    });
    expect(now).toMatchObject({ title: 'Two', version: 7, slide_count: 2 });
    expect(now.slides[0]?.id).toBe(a?.id);
    expectError(await client.call('PUT', `/timelines/${made.id}`, { title: 'Three', version: 6 }), 'version_conflict');
    expect(await client.ok('DELETE', `/timelines/${made.id}`)).toEqual({ id: made.id, deleted: true });
    expectError(await client.call('DELETE', `/timelines/${made.id}`), 'timeline_not_found');
  });

  it('are listed newest first, page by page, without their slides', async () => {
    const mine = await service.account('pro');
    for (const title of ['1', '2', '3', '4', '5']) await mine.ok('POST', '/timelines', { title });
    const titles: string[] = [];
    let cursor: string | null = null;
    do {
      const page: { data: { title: string; slides?: unknown }[]; has_more: boolean; next_cursor: string | null } =
        await mine.ok('GET', `/timelines?limit=2${cursor === null ? '' : `&cursor=${cursor}`}`);
      expect(page.has_more).toBe(page.next_cursor !== null);
      expect(page.data.every((item) => !('slides' in item))).toBe(true);
      titles.push(...page.data.map(({ title }) => title));
      cursor = page.next_cursor;
      if (cursor !== null) expectError(await other.call('GET', `/timelines?cursor=${cursor}`), 'invalid_cursor');
    } while (cursor !== null);
    expect(titles).toEqual(['5', '4', '3', '2', '1']);
  });
});

describe('webhooks', () => {
  it('show their secret once', async () => {
    const made = await client.ok<{ id: string; signing_secret: string }>('POST', '/webhooks', {
      url: 'https://example.com/hook',
      events: ['render.completed', 'render.completed'],
      description: 'mine',
    });
    expect(made.signing_secret).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/);
    const read = await client.ok<Record<string, unknown>>('GET', `/webhooks/${made.id}`);
    expect(read).toMatchObject({
      url: 'https://example.com/hook',
      events: ['render.completed'],
      status: 'active',
      description: 'mine',
    });
    const list = await client.ok<object>('GET', '/webhooks');
    expect(JSON.stringify([read, list])).not.toContain(made.signing_secret.slice(6));
    expect(await client.ok('DELETE', `/webhooks/${made.id}`)).toEqual({ id: made.id, deleted: true });
    expectError(await client.call('GET', `/webhooks/${made.id}`), 'webhook_not_found');
  });
});
