import { createHmac } from 'node:crypto';
import { beforeAll, describe, expect, it } from 'vitest';
import { sharedService } from '#test/support/service/shared-service.ts';
import { type Client, type ErrorBody, until } from '#test/support/service/start-service.ts';

interface Made {
  id: string;
  created_at: string;
}
interface List {
  data: Made[];
  has_more: boolean;
  next_cursor: string | null;
}

const service = sharedService();
let client: Client;
beforeAll(async () => {
  client = await service.account('max');
});

const ids = async (path: string): Promise<string[]> => (await client.ok<List>('GET', path)).data.map(({ id }) => id);
/** The renders of the rows that have started. */
const rowsOf = async (batchId: string) =>
  (await client.ok<{ data: { id: string; external_id: string | null }[] }>('GET', `/batches/${batchId}/renders`)).data;
const encoded = (time: string): string => encodeURIComponent(time);

describe('a list narrowed to a time', () => {
  it('has what was made between two moments, which are left out, page by page', async () => {
    const made: Made[] = [];
    for (const title of ['1', '2', '3', '4']) {
      const { id } = await client.ok<Made>('POST', '/timelines', { title });
      made.push(await client.ok<Made>('GET', `/timelines/${id}`));
    }
    const [first, second, third, fourth] = made;
    if (!first || !second || !third || !fourth) throw new Error('too few timelines');
    const between = `created_after=${encoded(first.created_at)}&created_before=${encoded(fourth.created_at)}`;
    expect(await ids(`/timelines?${between}`)).toEqual([third.id, second.id]);
    expect(await ids(`/timelines?created_after=${encoded(third.created_at)}`)).toEqual([fourth.id]);
    expect(await ids(`/timelines?created_before=${encoded(second.created_at)}`)).toEqual([first.id]);
    expect(
      await ids(`/timelines?created_after=${encoded(fourth.created_at)}&created_before=${encoded(first.created_at)}`),
    ).toEqual([]);
    const page = await client.ok<List>('GET', `/timelines?limit=1&${between}`);
    expect(page).toMatchObject({ data: [{ id: third.id }], has_more: true });
    expect(await ids(`/timelines?limit=1&${between}&cursor=${page.next_cursor}`)).toEqual([second.id]);
    // A cursor belongs to its filter.
    const other = await client.call<ErrorBody>('GET', `/timelines?cursor=${page.next_cursor}`);
    expect(other.body.error.code).toBe('invalid_cursor');
    const bad = await client.call<ErrorBody>('GET', '/timelines?created_after=yesterday');
    expect(bad.body.error).toMatchObject({ code: 'validation_failed', param: 'query.created_after' });
  });
});

describe('a list narrowed to what its client wrote', () => {
  it('has timelines by a part of their title and by a pair of metadata, page by page', async () => {
    const own = await service.account('max');
    const make = async (title: string, metadata: object) =>
      (await own.ok<Made>('POST', '/timelines', { title, metadata })).id;
    const first = await make('Rückblick Q1', { customer: '4711', 'a.b': 'x=y' });
    await make('Outlook', { customer: '47110', constructor: 'x' });
    const third = await make('RÜCKBLICK Q2', { customer: '4711' });
    const list = async (query: string) => {
      const { data, next_cursor } = await own.ok<List>('GET', `/timelines?${query}`);
      return { ids: data.map(({ id }) => id), next_cursor };
    };
    expect((await list(`title=${encoded('rückblick')}`)).ids).toEqual([third, first]);
    expect((await list(`metadata=${encoded('customer=4711')}`)).ids).toEqual([third, first]);
    expect((await list(`metadata=${encoded('a.b=x=y')}`)).ids).toEqual([first]);
    expect((await list(`metadata=${encoded('customer=4711')}&title=q1`)).ids).toEqual([first]);
    for (const none of ['customer=471', 'toString=x', 'customer='])
      expect((await list(`metadata=${encoded(none)}`)).ids, none).toEqual([]);
    const page = await list(`metadata=${encoded('customer=4711')}&limit=1`);
    expect(page.ids).toEqual([third]);
    expect((await list(`metadata=${encoded('customer=4711')}&limit=1&cursor=${page.next_cursor}`)).ids).toEqual([
      first,
    ]);
    const bad = await own.call<ErrorBody>('GET', '/timelines?metadata=customer');
    expect(bad.body.error).toMatchObject({ code: 'validation_failed', param: 'query.metadata' });
  });
});

describe('a cursor', () => {
  it('of another account, another list, another filter or another maker is a 400', async () => {
    const [own, other] = [await service.account('pro'), await service.account('pro')];
    for (const client of [own, other]) for (const title of ['1', '2']) await client.ok('POST', '/timelines', { title });
    const { data, next_cursor } = await own.ok<List>('GET', '/timelines?limit=1');
    expect(data).toHaveLength(1);
    const { next_cursor: foreign } = await other.ok<List>('GET', '/timelines?limit=1');
    const { next_cursor: ofTemplates } = await own.ok<List>('GET', '/templates?limit=1');
    // As every client can make them: all that was in the key of cursors is public.
    const { id } = await own.ok<Made>('GET', '/me');
    const forged = ['-5', 'NaN', 'abc', data[0]?.id ?? ''].map((position) => {
      const tag = createHmac('sha256', `cursor:timelines:${id}:[]`).update(position).digest().subarray(0, 12);
      return Buffer.concat([tag, Buffer.from(position)]).toString('base64url');
    });
    for (const cursor of [foreign, ofTemplates, ...forged]) {
      const refused = await own.call<ErrorBody>('GET', `/timelines?limit=1&cursor=${cursor}`);
      expect([refused.status, refused.body.error.code]).toEqual([400, 'invalid_cursor']);
    }
    const narrowed = await own.call<ErrorBody>('GET', `/timelines?limit=1&title=1&cursor=${next_cursor}`);
    expect(narrowed.body.error.code).toBe('invalid_cursor');
    expect(await own.ok<List>('GET', `/timelines?limit=1&cursor=${next_cursor}`)).toMatchObject({ has_more: false });
  });
});

describe('renders', () => {
  it('of a batch are listed by its id, and the batch says until when its rows start', async () => {
    const { id } = await client.ok<Made>('POST', '/timelines', {
      title: 'x',
      slides: [{ title: 'a', duration_seconds: 1 }],
    });
    const metadata = { order: '1' };
    const alone = await client.ok<Made>('POST', '/renders', { timeline_id: id, metadata });
    const batch = await client.ok<Made & { begins_until: string }>('POST', '/batches', {
      timeline_id: id,
      rows: [{ external_id: 'of-ada' }, { metadata: { order: '2' } }],
    });
    expect(Date.parse(batch.begins_until) - Date.parse(batch.created_at)).toBe(48 * 3600 * 1000);
    await until(
      () => rowsOf(batch.id),
      (rows) => rows.length === 2,
      60,
    );
    const found = await ids(`/renders?batch_id=${batch.id}`);
    expect(found).not.toContain(alone.id);
    expect(await ids(`/renders?metadata=${encoded('order=1')}`)).toEqual([alone.id]);
    for (const { id: row, external_id } of await rowsOf(batch.id))
      expect((await ids('/renders?external_id=of-ada')).includes(row)).toBe(external_id === 'of-ada');
    expect(new Set(found)).toEqual(new Set(await ids(`/batches/${batch.id}/renders`)));
    const csv = await fetch(`${service.stack.baseUrl}/batches/${batch.id}/results.csv`, {
      headers: { 'x-api-key': client.apiKey },
    });
    expect(csv.headers.get('content-disposition')).toBe('attachment; filename="results.csv"');
  });
});

describe('imports and uploads', () => {
  it('are listed, the newest first; an upload until it is completed', async () => {
    const announced: string[] = [];
    for (const size_bytes of [100, 200]) {
      const { upload } = await client.ok<{ upload: Made }>('POST', '/uploads', {
        content_type: 'image/png',
        size_bytes,
      });
      announced.push(upload.id);
    }
    expect(await ids('/uploads')).toEqual(announced.toReversed());
    const page = await client.ok<List>('GET', '/uploads?limit=1');
    expect(page).toMatchObject({ data: [{ id: announced[1], size_bytes: 200, target: '/uploads' }], has_more: true });
    expect(await ids(`/uploads?limit=1&cursor=${page.next_cursor}`)).toEqual([announced[0]]);

    const made: string[] = [];
    for (const name of ['# One', '# Two']) {
      const response = await fetch(`${service.stack.baseUrl}/timelines/import`, {
        method: 'POST',
        headers: { 'x-api-key': client.apiKey, 'content-type': 'text/markdown' },
        body: name,
      });
      made.push(((await response.json()) as Made).id);
    }
    expect(await ids('/imports')).toEqual(made.toReversed());
    expect(await ids('/imports?created_before=2026-01-01T00:00:00Z')).toEqual([]);
    const other = await service.account('pro');
    expect((await other.ok<List>('GET', '/imports')).data).toEqual([]);
  });
});
