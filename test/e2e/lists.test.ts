import { beforeAll, describe, expect, it } from 'vitest';
import { sharedService } from '../support/service/shared-service.ts';
import type { Client, ErrorBody } from '../support/service/start-service.ts';

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

describe('renders', () => {
  it('of a batch are listed by its id, and the batch says until when its rows begin', async () => {
    const { id } = await client.ok<Made>('POST', '/timelines', {
      title: 'x',
      slides: [{ title: 'a', duration_seconds: 1 }],
    });
    const alone = await client.ok<Made>('POST', '/renders', { timeline_id: id });
    const batch = await client.ok<Made & { begins_until: string }>('POST', '/batches', {
      timeline_id: id,
      rows: [{}, {}],
    });
    expect(Date.parse(batch.begins_until) - Date.parse(batch.created_at)).toBe(48 * 3600 * 1000);
    const canceled = await client.ok('DELETE', `/batches/${batch.id}`).catch(() => undefined);
    if (canceled) expect(canceled).toMatchObject({ canceled_by: 'client' });
    const found = await ids(`/renders?batch_id=${batch.id}`);
    expect(found).not.toContain(alone.id);
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
