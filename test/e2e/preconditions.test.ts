import { beforeAll, describe, expect, it } from 'vitest';
import { createVideoClient } from '#front/client/index.ts';
import { sharedService } from '#test/support/service/shared-service.ts';
import type { Answer, Client, ErrorBody } from '#test/support/service/start-service.ts';

interface Slide {
  id: string;
  title: string;
  etag: string;
}
interface Timeline {
  id: string;
  title: string;
  version: number;
  slides: Slide[];
}

const service = sharedService();
let client: Client;
beforeAll(async () => {
  client = await service.account('max');
});

const newTimeline = (): Promise<Timeline> =>
  client.ok('POST', '/timelines', { title: 'Shared', slides: [{ title: 'a' }, { title: 'b' }] });
const send = <Body extends object>(
  method: string,
  path: string,
  body: unknown,
  headers: Record<string, string>,
): Promise<Answer<Body & ErrorBody>> => client.call(method, path, body, headers);
const tagOf = ({ headers }: Answer<unknown>): string => headers.get('etag') ?? '';

describe('a change with if-match', () => {
  it('is made of the state that its client has read, and of no other', async () => {
    const { id } = await newTimeline();
    const read = await send<Timeline>('GET', `/timelines/${id}`, undefined, {});
    expect(tagOf(read)).toMatch(/^"1\.[\w-]+"$/);
    const mine = await send<Timeline>('PUT', `/timelines/${id}`, { title: 'Mine' }, { 'if-match': tagOf(read) });
    expect(mine.body).toMatchObject({ title: 'Mine', version: 2 });
    expect(tagOf(mine)).toMatch(/^"2\./);

    const theirs = await send<Timeline>('PUT', `/timelines/${id}`, { title: 'Theirs' }, { 'if-match': tagOf(read) });
    expect([theirs.status, theirs.body.error]).toMatchObject([
      412,
      { type: 'conflict_error', code: 'precondition_failed', param: 'if-match' },
    ]);
    expect(await client.ok('GET', `/timelines/${id}`)).toMatchObject({ title: 'Mine', version: 2 });

    for (const [tag, status] of [
      ['"2"', 200],
      ['"1", "3"', 200],
      ['*', 200],
      ['"1"', 412],
      ['W/"5"', 412],
      ['5', 400],
    ] as const)
      expect([tag, (await send('PUT', `/timelines/${id}`, { title: 'x' }, { 'if-match': tag })).status]).toEqual([
        tag,
        status,
      ]);
    const both = await send('PUT', `/timelines/${id}`, { title: 'x', version: 4 }, { 'if-match': '"5"' });
    expect([both.status, both.body.error.code]).toEqual([409, 'version_conflict']);
    expect((await send('PUT', '/timelines/tl_none', { title: 'x' }, { 'if-match': '*' })).status).toBe(404);
  });

  it('of many writers at once is made by one of them', async () => {
    const { id, version } = await newTimeline();
    const answers = await Promise.all(
      Array.from({ length: 8 }, (_, writer) =>
        send('PUT', `/timelines/${id}`, { title: `of ${writer}` }, { 'if-match': `"${version}"` }),
      ),
    );
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, ...Array(7).fill(412)]);
    expect(await client.ok('GET', `/timelines/${id}`)).toMatchObject({ version: version + 1 });
  });

  it('of a slide takes the tag of the slide, which other slides do not change, or that of the timeline', async () => {
    const { id, version, slides } = await newTimeline();
    const [a, b] = slides;
    if (!a || !b) throw new Error('no slides');
    const change = (slide: Slide, tag: string, title: string) =>
      send<Slide>('PUT', `/timelines/${id}/slides/${slide.id}`, { title }, { 'if-match': tag });

    const first = await change(a, a.etag, 'A');
    const second = await change(b, b.etag, 'B');
    expect([first.status, second.status]).toEqual([200, 200]);
    expect(first.body.etag).not.toBe(a.etag);
    expect((await change(a, a.etag, 'late')).status).toBe(412);
    expect((await change(a, `"${version}"`, 'late')).status).toBe(412);
    expect((await change(a, tagOf(first), 'A again')).status).toBe(200);
    expect((await change(b, `"${version + 3}"`, 'B again')).status).toBe(200);

    const order = { slide_ids: [b.id, a.id] };
    const path = `/timelines/${id}/slides/reorder`;
    expect((await send('PATCH', path, order, { 'if-match': `"${version}"` })).status).toBe(412);
    const list = await send('GET', `/timelines/${id}/slides`, undefined, {});
    expect(tagOf(list)).not.toBe('');
    expect((await send('PATCH', path, order, { 'if-match': `"${version + 4}"` })).status).toBe(200);
    const gone = await send('DELETE', `/timelines/${id}/slides/${a.id}`, undefined, { 'if-match': a.etag });
    expect(gone.status).toBe(412);
    expect(
      (await client.ok<{ data: Slide[] }>('GET', `/timelines/${id}/slides`)).data.map((slide) => slide.title),
    ).toEqual(['B again', 'A again']);
  });

  it('of a webhook and of a template goes by their versions', async () => {
    const webhook = await client.ok<{ id: string; version: number }>('POST', '/webhooks', {
      url: 'https://93.184.216.34/hook',
      events: ['render.failed'],
    });
    const path = `/webhooks/${webhook.id}`;
    const moved = await send<{ version: number }>(
      'PUT',
      path,
      { url: 'https://93.184.216.34/moved', events: ['render.completed'] },
      { 'if-match': '"1"' },
    );
    expect(moved.body).toMatchObject({ version: 2, url: 'https://93.184.216.34/moved', events: ['render.completed'] });
    expect(moved.body).not.toHaveProperty('signing_secret');
    for (const [method, place] of [
      ['PUT', path],
      ['DELETE', path],
      ['POST', `${path}/enable`],
      ['POST', `${path}/rotate-secret`],
    ] as const)
      expect((await send(method, place, method === 'PUT' ? {} : undefined, { 'if-match': '"1"' })).status).toBe(412);
    const forbidden = await send('PUT', path, { url: 'http://10.0.0.1/' }, {});
    expect(forbidden.body.error.code).toBe('webhook_url_forbidden');
    const stale = await send('PUT', path, { description: 'x', version: 1 }, {});
    expect([stale.status, stale.body.error.code]).toEqual([409, 'version_conflict']);
    expect((await send('DELETE', path, undefined, { 'if-match': tagOf(moved) })).status).toBe(200);

    const template = await client.ok<{ id: string }>('POST', '/templates', { name: 'Own', base: 'plain' });
    const rename = (tag: string) => send('PUT', `/templates/${template.id}`, { name: 'New' }, { 'if-match': tag });
    expect((await rename('"1"')).status).toBe(200);
    expect((await rename('"1"')).status).toBe(412);
    expect((await send('DELETE', `/templates/${template.id}`, undefined, { 'if-match': '"1"' })).status).toBe(412);
  });

  it('of narration takes its tag, which stays while it is made', async () => {
    const { id, slides } = await newTimeline();
    const path = `/timelines/${id}/slides/${slides[0]?.id}/audio`;
    const none = await send('GET', path, undefined, {});
    const asked = await send<{ etag: string }>('POST', path, { text: 'Hello.' }, { 'if-match': tagOf(none) });
    expect(asked.status).toBe(200);
    expect((await send('POST', path, { text: 'Other.' }, { 'if-match': tagOf(none) })).status).toBe(412);
    const again = await send('POST', path, { text: 'Other words.' }, { 'if-match': asked.body.etag });
    expect(again.status).toBe(200);
  });

  it('by time, or where it cannot be looked at, is refused', async () => {
    const { id } = await newTimeline();
    const since = { 'if-unmodified-since': 'Wed, 04 Mar 2026 10:00:00 GMT' };
    const byTime = await send('PUT', `/timelines/${id}`, { title: 'x' }, since);
    expect([byTime.status, byTime.body.error]).toMatchObject([400, { param: 'if-unmodified-since' }]);
    const render = await send('POST', '/renders', { timeline_id: id }, { 'if-match': '"1"' });
    expect([render.status, render.body.error]).toMatchObject([400, { param: 'if-match' }]);
    const exists = await send('PUT', `/timelines/${id}`, { title: 'x' }, { 'if-none-match': '*' });
    expect([exists.status, exists.body.error]).toMatchObject([412, { param: 'if-none-match' }]);
    expect(await client.ok('GET', `/timelines/${id}`)).toMatchObject({ version: 1 });
  });
});

describe('a GET with if-none-match', () => {
  it('is a 304 without a body until the answer would be another one', async () => {
    const { id, slides } = await newTimeline();
    for (const path of [`/timelines/${id}`, `/timelines/${id}/slides`, '/timelines?limit=1', '/me']) {
      const url = `${service.stack.baseUrl}${path}`;
      const headers = { 'x-api-key': client.apiKey };
      const first = await fetch(url, { headers });
      const etag = first.headers.get('etag') ?? '';
      const same = await fetch(url, { headers: { ...headers, 'if-none-match': `"other", ${etag}` } });
      expect([path, same.status, await same.text()]).toEqual([path, 304, '']);
      expect(same.headers.get('etag')).toBe(etag);
      expect(same.headers.get('x-request-id')).toMatch(/^req_/);
    }
    const path = `/timelines/${id}`;
    const before = tagOf(await send('GET', path, undefined, {}));
    await client.ok('PUT', `${path}/slides/${slides[0]?.id}`, { title: 'new' });
    const after = await send<Timeline>('GET', path, undefined, { 'if-none-match': before });
    expect([after.status, after.body.slides[0]?.title]).toEqual([200, 'new']);
  });

  it('is made by the TypeScript client, which shows tags and sends them', async () => {
    const { id } = await newTimeline();
    const video = createVideoClient({ baseUrl: service.stack.baseUrl, credentials: { apiKey: client.apiKey } });
    const path = { id };
    const { data, etag = '' } = await video.getTagged('/timelines/{id}', { params: { path } });
    expect(data?.title).toBe('Shared');
    const again = await video.getTagged('/timelines/{id}', { params: { path, header: { 'if-none-match': etag } } });
    expect(again).toEqual({ data: undefined, etag });
    const header = { 'if-match': etag };
    expect(await video.put('/timelines/{id}', { params: { path, header }, body: { title: 'x' } })).toMatchObject({
      version: 2,
    });
    await expect(
      video.put('/timelines/{id}', { params: { path, header }, body: { title: 'y' } }),
    ).rejects.toMatchObject({
      status: 412,
      code: 'precondition_failed',
    });
  });
});
