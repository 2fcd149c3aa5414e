import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { DynamoDBDocumentClient, ScanCommand } from '@aws-sdk/lib-dynamodb';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { sharedService } from '#test/support/service/shared-service.ts';
import { type Answer, type Client, type ErrorBody, ended, until } from '#test/support/service/start-service.ts';

const service = sharedService();
/** The emulator starts a process for each request at once to a deployed stage. */
const AT_ONCE = service.mode === 'deployed' ? 10 : 50;
let client: Client;
let other: Client;
let database: DynamoDBDocumentClient;
let timelineId: string;

beforeAll(async () => {
  [client, other] = await Promise.all([service.account('max'), service.account('max')]);
  database = DynamoDBDocumentClient.from(
    new DynamoDBClient({
      endpoint: service.stack.endpoint,
      region: 'us-east-1',
      credentials: { accessKeyId: 'test', secretAccessKey: 'test' },
    }),
  );
  timelineId = await timelineOf(client);
});
afterAll(async () => {
  database?.destroy();
});

const timelineOf = async (of: Client): Promise<string> =>
  (await of.ok<{ id: string }>('POST', '/timelines', { title: 'Tides', slides: [{ title: 'a', duration_seconds: 1 }] }))
    .id;
const post = <Body extends object = { id: string }>(of: Client, path: string, body: unknown, key: string) =>
  of.call<Body & ErrorBody>('POST', path, body, { 'idempotency-key': key });
const isReplay = ({ headers }: Answer<unknown>): boolean => headers.get('idempotent-replayed') === 'true';
const rendersOf = async (of: Client, timeline = timelineId): Promise<string[]> =>
  (await of.ok<{ data: { id: string }[] }>('GET', `/renders?limit=100&timeline_id=${timeline}`)).data.map(
    ({ id }) => id,
  );

/** Every item of the service's table. */
async function items(): Promise<Record<string, unknown>[]> {
  const found: Record<string, unknown>[] = [];
  let ExclusiveStartKey: Record<string, unknown> | undefined;
  do {
    const page = await database.send(
      new ScanCommand({ TableName: service.stack.environment.TABLE_NAME, ConsistentRead: true, ExclusiveStartKey }),
    );
    found.push(...(page.Items ?? []));
    ExclusiveStartKey = page.LastEvaluatedKey;
  } while (ExclusiveStartKey);
  return found;
}

describe('POST /renders with an idempotency-key', () => {
  it(`sent ${AT_ONCE} times at once makes one render, and is answered the same ever after`, async () => {
    const timeline = await timelineOf(client);
    const body = { timeline_id: timeline, output: { resolution: '480p' }, metadata: { a: '1', b: '2' } };
    const answers = await Promise.all(Array.from({ length: AT_ONCE }, () => post(client, '/renders', body, 'many')));

    const made = answers.filter(({ status }) => status === 200);
    expect(made.filter((answer) => !isReplay(answer))).toHaveLength(1);
    for (const { status, headers, body: refused } of answers.filter(({ status }) => status !== 200))
      expect([status, refused.error.code, headers.get('retry-after')]).toEqual([409, 'idempotency_in_progress', '1']);
    const first = made[0]?.body;
    for (const { body: same } of made) expect(same).toEqual(first);
    expect(await rendersOf(client, timeline)).toEqual([first?.id]);

    const { metadata, output, timeline_id } = body;
    const again = await post(client, '/renders', { metadata: { b: '2', a: metadata.a }, output, timeline_id }, 'many');
    expect([again.status, isReplay(again)]).toEqual([200, true]);
    expect(again.body).toEqual(first);
    expect(new Set([...answers, again].map(({ headers }) => headers.get('x-request-id'))).size).toBe(AT_ONCE + 1);
    expect(await rendersOf(client, timeline)).toHaveLength(1);
  });

  it('and another body is a 422; on another path it is another key', async () => {
    await post(client, '/renders', { timeline_id: timelineId }, 'one');
    const reused = await post(client, '/renders', { timeline_id: timelineId, metadata: { x: 'y' } }, 'one');
    expect([reused.status, reused.body.error.code]).toEqual([422, 'idempotency_key_reused']);
    const timeline = await post(client, '/timelines', { title: 'x' }, 'one');
    expect([timeline.status, isReplay(timeline)]).toEqual([200, false]);
  });

  it('of another account is another key', async () => {
    const foreign = await timelineOf(other);
    const mine = await post(client, '/renders', { timeline_id: timelineId }, 'both');
    const theirs = await post(other, '/renders', { timeline_id: foreign }, 'both');
    expect([mine.status, theirs.status, isReplay(theirs)]).toEqual([200, 200, false]);
    expect(await rendersOf(other, foreign)).toEqual([theirs.body.id]);
  });

  it('that was refused for its content can be sent again, put right', async () => {
    const refused = await post(client, '/renders', { timeline_id: timelineId, output: { fps: 7 } }, 'fixed');
    expect(refused.status).toBe(400);
    const forbidden = await post(
      client,
      '/renders',
      { timeline_id: timelineId, webhook_url: 'http://10.0.0.1/' },
      'fixed',
    );
    expect(forbidden.status).toBe(400);
    const right = await post(client, '/renders', { timeline_id: timelineId }, 'fixed');
    expect([right.status, isReplay(right)]).toEqual([200, false]);
  });

  it('that failed for what has passed is carried out: no slides, no timeline, a name taken, no value', async () => {
    const empty = await client.ok<{ id: string }>('POST', '/timelines', { title: 'Empty' });
    const failed = await post(client, '/renders', { timeline_id: empty.id }, 'empty');
    await client.ok('POST', `/timelines/${empty.id}/slides`, { title: 'Hello {{name}}' });
    const rendered = await post(client, '/renders', { timeline_id: empty.id }, 'empty');
    expect([failed.status, failed.body.error.code]).toEqual([422, 'timeline_empty']);
    expect([rendered.status, isReplay(rendered)]).toEqual([200, false]);
    const repeated = await post(client, '/renders', { timeline_id: empty.id }, 'empty');
    expect([repeated.body.id, isReplay(repeated)]).toEqual([rendered.body.id, true]);

    await client.ok('PUT', `/timelines/${empty.id}`, { variables: { name: null } });
    const missing = await post(client, '/renders', { timeline_id: empty.id, metadata: { a: 'b' } }, 'value');
    await client.ok('PUT', `/timelines/${empty.id}`, { variables: { name: 'Ada' } });
    const filled = await post(client, '/renders', { timeline_id: empty.id, metadata: { a: 'b' } }, 'value');
    expect([missing.body.error.code, filled.status, isReplay(filled)]).toEqual(['variable_missing', 200, false]);
  });

  it('of a file that came too late is carried out once it is there, and a bad file stays bad', async () => {
    const timeline = await client.ok<{ id: string; slides: [{ id: string }] }>('POST', '/timelines', {
      title: 'Late',
      slides: [{ title: 'a' }],
    });
    const path = `/timelines/${timeline.id}/slides/${timeline.slides[0].id}/images`;
    const bytes = await sharp({ create: { width: 64, height: 64, channels: 3, background: 'teal' } })
      .png()
      .toBuffer();
    const { upload } = await client.ok<{ upload: { id: string; url: string } }>('POST', path, {
      content_type: 'image/png',
      size_bytes: bytes.length,
    });
    const early = await post(client, path, { upload_id: upload.id }, 'late');
    expect([early.status, early.body.error.code]).toEqual([422, 'image_invalid']);
    const put = await fetch(upload.url, {
      method: 'PUT',
      body: new Uint8Array(bytes),
      headers: { 'content-type': 'image/png' },
    });
    expect(put.status).toBe(200);
    const later = await post(client, path, { upload_id: upload.id }, 'late');
    expect([later.status, isReplay(later)]).toEqual([200, false]);
    // The upload is gone by now: what was answered is.
    const repeated = await post(client, path, { upload_id: upload.id }, 'late');
    expect([repeated.status, isReplay(repeated)]).toEqual([200, true]);

    const sendBad = () =>
      client.call<ErrorBody>('POST', path, 'no image', { 'content-type': 'image/png', 'idempotency-key': 'bad' });
    const [bad, again] = [await sendBad(), await sendBad()];
    expect([bad.status, isReplay(bad), again.status, isReplay(again)]).toEqual([422, false, 422, true]);
    expect({ ...again.body.error, request_id: '' }).toEqual({ ...bad.body.error, request_id: '' });
    expect(again.body.error.request_id).toBe(again.headers.get('x-request-id'));
  });

  it('that met a conflict or a missing thing is carried out when that is over', async () => {
    const render = await post(client, '/renders', { timeline_id: 'tl_none' }, 'soon');
    expect(render.status).toBe(404);
    const found = await post(client, '/renders', { timeline_id: 'tl_none' }, 'soon');
    expect([found.status, isReplay(found)]).toEqual([404, false]);

    const draft = await client.ok<{ id: string }>('POST', '/timelines', {
      title: 'Spoken',
      slides: [{ title: 'a', speaker_notes: 'One sentence.' }],
    });
    const existing = { timeline_id: draft.id, narration: 'existing' };
    const missing = await post(client, '/renders', existing, 'narrated');
    expect([missing.status, missing.body.error.code]).toEqual([409, 'narration_missing']);
    const [slide] = (await client.ok<{ data: [{ id: string }] }>('GET', `/timelines/${draft.id}/slides`)).data;
    const audio = `/timelines/${draft.id}/slides/${slide.id}/audio`;
    await client.ok('POST', audio);
    await until(
      () => client.ok<{ status: string }>('GET', audio),
      ({ status }) => status === 'ready',
      120,
    );
    const now = await post(client, '/renders', existing, 'narrated');
    expect([now.status, isReplay(now)]).toEqual([200, false]);
  });
});

describe('the key', () => {
  it.each([
    ['1 character', '~', 200],
    ['255 characters', 'k'.repeat(255), 200],
    ['256 characters', 'k'.repeat(256), 400],
    ['no character', '', 400],
    ['a blank in it', 'a b', 400],
    ['a letter beyond ASCII', 'schlüssel', 400],
    ['a control character', 'a\u0001b', 400],
  ])('with %s', async (_, key, status) => {
    if (key === 'a\u0001b') {
      // No client library sends it: that it never arrives is as good as a refusal.
      await expect(post(client, '/timelines', { title: 'x' }, key)).rejects.toThrow();
      return;
    }
    const answer = await post(client, '/timelines', { title: 'x' }, key);
    expect(answer.status).toBe(status);
    if (status === 400) {
      expect(answer.body.error).toMatchObject({ code: 'validation_failed', param: 'idempotency-key' });
      return;
    }
    const again = await post(client, '/timelines', { title: 'x' }, key);
    expect([again.body, isReplay(again)]).toEqual([answer.body, true]);
  });

  it('works on every POST: timelines large and small, slides, image uploads, audio, webhooks and their secrets', async () => {
    const slides = (count: number) => Array.from({ length: count }, (_, i) => ({ title: `slide ${i}` }));
    const timeline = await client.ok<{ id: string; slides: { id: string }[] }>('POST', '/timelines', {
      title: 'x',
      slides: slides(1),
    });
    const place = `/timelines/${timeline.id}/slides`;
    const receiver = await client.ok<{ id: string }>('POST', '/webhooks', {
      url: 'https://93.184.216.34/rotated',
      events: ['render.failed'],
    });
    const cases: [string, unknown][] = [
      ['/timelines', { title: 'x', slides: slides(3) }],
      ['/timelines', { title: 'x', slides: slides(400) }],
      [place, { title: 'y' }],
      [`${place}/${timeline.slides[0]?.id}/images`, { content_type: 'image/png', size_bytes: 9 }],
      [`${place}/${timeline.slides[0]?.id}/audio`, { text: 'One sentence.' }],
      ['/webhooks', { url: 'https://93.184.216.34/hook', events: ['render.failed'] }],
      [`/webhooks/${receiver.id}/rotate-secret`, undefined],
    ];
    for (const [index, [path, body]] of cases.entries()) {
      const first = await post(client, path, body, `every-${index}`);
      const again = await post(client, path, body, `every-${index}`);
      expect([first.status, isReplay(first), again.status, isReplay(again)], path).toEqual([200, false, 200, true]);
      expect(again.body).toEqual(first.body);
    }
    expect((await client.ok<{ data: unknown[] }>('GET', place)).data).toHaveLength(2);
    expect((await client.ok<{ data: unknown[] }>('GET', '/webhooks')).data).toHaveLength(2);
  });
});

it('secrets that an answer showed cannot be read in the table', async () => {
  const webhook = await post<{ signing_secret: string }>(
    other,
    '/webhooks',
    { url: 'https://93.184.216.34/a', events: ['render.failed'] },
    'secret',
  );
  const foreign = await timelineOf(other);
  const render = await post<{ webhook_signing_secret: string }>(
    other,
    '/renders',
    { timeline_id: foreign, webhook_url: 'https://93.184.216.34/b' },
    'secret',
  );
  const secrets = [webhook.body.signing_secret, render.body.webhook_signing_secret];
  for (const secret of secrets) expect(secret).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/);

  const table = JSON.stringify(await items());
  expect(table).toContain('"entity":"idempotency"');
  for (const secret of secrets) {
    expect(table).not.toContain(secret);
    expect(table).not.toContain(secret.slice('whsec_'.length));
  }
  const again = await post<{ signing_secret: string }>(
    other,
    '/webhooks',
    { events: ['render.failed'], url: 'https://93.184.216.34/a' },
    'secret',
  );
  expect(again.body.signing_secret).toBe(secrets[0]);
});

describe('rate limits', () => {
  /** Sends requests, some at once, until one is refused. */
  async function untilRefused(send: () => Promise<Answer<ErrorBody>>): Promise<Answer<ErrorBody>> {
    for (let sent = 0; sent < 1500; sent += 25) {
      const answers = await Promise.all(Array.from({ length: 25 }, send));
      const refused = answers.find(({ status }) => status === 429);
      if (refused) return refused;
    }
    throw new Error('nothing was refused');
  }

  it('let renders be created so often and no oftener, and nothing else be held up by that', async () => {
    const pro = await service.account('pro');
    const good = await pro.call('GET', '/me');
    expect(good.headers.get('ratelimit-policy')).toBe('"requests";q=300;w=60');
    expect(good.headers.get('ratelimit')).toMatch(/^"requests";r=299;t=\d+$/);

    const refused = await untilRefused(() => pro.call('POST', '/renders', {}));
    expect(refused.body.error).toMatchObject({ type: 'rate_limit_error', code: 'rate_limited' });
    expect(refused.headers.get('ratelimit-policy')).toBe('"requests";q=300;w=60, "render_creations";q=60;w=60');
    expect(refused.headers.get('ratelimit')).toMatch(/^"requests";r=\d+;t=\d+, "render_creations";r=0;t=\d+$/);
    expect((await pro.call('GET', '/me')).status).toBe(200);
  });

  it('refuse all requests of an account beyond its limit, and of no other account', async () => {
    const pro = await service.account('pro');
    const refused = await untilRefused(() => pro.call('GET', '/me'));
    expect(refused.body.error).toMatchObject({ type: 'rate_limit_error', code: 'rate_limited' });
    const seconds = Number(refused.headers.get('retry-after'));
    expect(seconds).toBeGreaterThanOrEqual(1);
    expect(seconds).toBeLessThanOrEqual(60);
    expect(refused.headers.get('ratelimit')).toBe(`"requests";r=0;t=${seconds}`);
    expect((await other.call('GET', '/me')).status).toBe(200);
  });
});

describe('POST /renders with its own timeline', () => {
  it('sent many times at once makes one timeline and one render of it, which is completed', async () => {
    const fresh = await service.account('max');
    const body = {
      timeline: { title: 'In one call', resolution: '480p', slides: [{ title: 'One' }, { title: 'Two' }] },
      narration: 'none',
    };
    const answers = await Promise.all(
      Array.from({ length: 5 }, () => post<{ id: string; timeline_id: string }>(fresh, '/renders', body, 'one-call')),
    );
    const made = answers
      .filter(({ status }) => status === 200)
      .map(({ body: { id, timeline_id } }) => ({ id, timeline_id }));
    expect(new Set(made.map(({ id }) => id)).size).toBe(1);
    const { data: timelines } = await fresh.ok<{ data: { id: string; slide_count: number }[] }>('GET', '/timelines');
    expect(timelines).toMatchObject([{ id: made[0]?.timeline_id, slide_count: 2 }]);
    expect(await ended(fresh, made[0]?.id ?? '')).toMatchObject({ status: 'completed', slides_total: 2 });
  });

  it('that is refused makes no timeline', async () => {
    const fresh = await service.account('pro');
    const timeline = { title: 'In one call', slides: [{ title: 'One' }] };
    const refused = await post<ErrorBody>(fresh, '/renders', { timeline, output: { resolution: '2160p' } }, 'refused');
    expect(refused.body.error.code).toBe('entitlement_required');
    expect((await fresh.ok<{ data: unknown[] }>('GET', '/timelines')).data).toEqual([]);
  });
});
