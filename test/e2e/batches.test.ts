import { beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { CP1252_FILE, EXTRA_COLUMN_FILE, SHEET_FILES, SHEET_ROWS } from '#test/support/batches/spreadsheet-files.ts';
import { startReceiver } from '#test/support/service/receiver.ts';
import { sharedService } from '#test/support/service/shared-service.ts';
import { type Client, type ErrorBody, until } from '#test/support/service/start-service.ts';

interface BatchBody {
  id: string;
  status: string;
  counts: Record<string, number>;
  completed_at: string | null;
}
interface RenderBody {
  id: string;
  status: string;
  batch_id: string | null;
  external_id: string | null;
  slides_reused: number;
  output: { captions: { vtt_url: string } };
}

const service = sharedService();
let client: Client;
let timelineId: string;

const create = (rows: readonly object[], over: object = {}) =>
  client.call<BatchBody & ErrorBody>('POST', '/batches', { timeline_id: timelineId, rows, ...over });
const rows = (...names: string[]) =>
  names.map((name, index) => ({ variables: { name }, external_id: `customer-${index}` }));

beforeAll(async () => {
  client = await service.account('max');
  const { id } = await client.ok<{ id: string }>('POST', '/timelines', {
    title: 'For {{name}}',
    resolution: '480p',
    variables: { name: null },
    slides: [
      { title: 'Hello {{name}}', speaker_notes: 'Hello {{name}}.' },
      { title: 'The same for all', speaker_notes: 'And this is said to everyone.' },
    ],
  });
  timelineId = id;
});

describe('a batch', () => {
  it('makes a video of each row, and makes once what they share', async () => {
    const receiver = await startReceiver();
    onTestFinished(() => receiver.stop());
    const { status, body } = await create(rows('Ada', 'Grace', 'Mary'), { webhook_url: receiver.url });
    expect([status, body.status, body.counts]).toEqual([
      200,
      'running',
      { total: 3, waiting: 3, running: 0, completed: 0, failed: 0, canceled: 0 },
    ]);
    // An edit reaches none of the rows.
    await client.ok('PUT', `/timelines/${timelineId}`, { footer: 'Later' });
    const sums: number[] = [];
    const ended = await until(
      async () => {
        const shown = await client.ok<BatchBody>('GET', `/batches/${body.id}`);
        const { total, ...states } = shown.counts;
        sums.push(Object.values(states).reduce((sum, count) => sum + count) - (total ?? 0));
        return shown;
      },
      ({ status: now }) => now !== 'running',
      120,
    );
    expect(new Set(sums)).toEqual(new Set([0]));
    expect(ended).toMatchObject({ status: 'completed', counts: { total: 3, completed: 3, waiting: 0, running: 0 } });

    const first = await client.ok<{ data: RenderBody[]; next_cursor: string }>(
      'GET',
      `/batches/${body.id}/renders?limit=2`,
    );
    const second = await client.ok<{ data: RenderBody[]; next_cursor: string | null }>(
      'GET',
      `/batches/${body.id}/renders?limit=2&cursor=${first.next_cursor}`,
    );
    const renders = [...first.data, ...second.data];
    expect(second.next_cursor).toBeNull();
    expect(renders.map(({ batch_id, external_id, status: now }) => [batch_id, external_id, now])).toEqual(
      [0, 1, 2].map((index) => [body.id, `customer-${index}`, 'completed']),
    );
    expect(renders.map(({ slides_reused }) => slides_reused)).toEqual([0, 1, 1]);
    const captions = await Promise.all(
      renders.map(async ({ output }) => (await fetch(output.captions.vtt_url)).text()),
    );
    expect(captions.map((text) => /Hello (\w+)/.exec(text)?.[1])).toEqual(['Ada', 'Grace', 'Mary']);

    // An event may come twice: what tells of it is its id.
    const told = await until(
      async () => {
        const ends = receiver.received.filter(({ event }) => event === 'render.completed');
        return [...new Map(ends.map((end) => [end.event_id, end])).values()];
      },
      (events) => events.length >= 3,
      30,
    );
    const named = told.map(({ raw }) => (JSON.parse(raw) as { data: RenderBody }).data);
    expect(named.map(({ external_id }) => external_id).toSorted()).toEqual(
      renders.map(({ external_id }) => external_id),
    );
    expect(new Set(named.map(({ batch_id }) => batch_id))).toEqual(new Set([body.id]));
  });

  it('takes its rows from a CSV file, tells each row its own receiver, and gives the results as CSV', async () => {
    const receiver = await startReceiver();
    onTestFinished(() => receiver.stop());
    const send = (text: string) =>
      fetch(`${service.stack.baseUrl}/batches?timeline_id=${timelineId}&narration=none&resolution=480p`, {
        method: 'POST',
        headers: { 'x-api-key': client.apiKey, 'content-type': 'text/csv' },
        body: text,
      });
    const refused = await send('external_id,name\na,Ada\nb\n');
    const { error } = (await refused.json()) as ErrorBody;
    expect([refused.status, error.code, error.param]).toEqual([400, 'validation_failed', 'lines[3]']);

    const form = new FormData();
    form.set('timeline_id', timelineId);
    form.set('narration', 'none');
    form.set('file', new Blob([`external_id,name,webhook_url\n=1+1,Ada,${receiver.url}\n`], { type: 'text/csv' }));
    const taken = await fetch(`${service.stack.baseUrl}/batches`, {
      method: 'POST',
      headers: { 'x-api-key': client.apiKey },
      body: form,
    });
    const made = (await taken.json()) as BatchBody;
    expect([taken.status, made.counts?.total]).toEqual([200, 1]);
    const told = await until(
      async () => receiver.received.filter(({ event }) => event === 'render.completed'),
      (events) => events.length > 0,
      120,
    );
    expect(told[0]?.data).toMatchObject({ external_id: '=1+1', batch_id: made.id });
    const results = await fetch(`${service.stack.baseUrl}/batches/${made.id}/results.csv`, {
      headers: { 'x-api-key': client.apiKey },
    });
    expect(results.headers.get('content-type')).toContain('text/csv');
    const lines = (await results.text()).split('\r\n');
    expect(lines[0]).toBe('row,external_id,render_id,status,video_url,error,files_deleted_at');
    expect(lines[1]).toMatch(/^1,'=1\+1,rn_\w+,completed,http.+,$/);
  });

  it('takes the files that spreadsheets write, and says what it left out', async () => {
    const letter = await client.ok<{ id: string }>('POST', '/timelines', {
      title: 'For {{ name }}',
      resolution: '480p',
      variables: { name: null, offer: 'a gift' },
      slides: [{ title: 'Hello {{Name}}' }],
    });
    const send = async (bytes: Uint8Array<ArrayBuffer>, more = '') => {
      const response = await fetch(
        `${service.stack.baseUrl}/batches?timeline_id=${letter.id}&narration=none&resolution=480p${more}`,
        { method: 'POST', headers: { 'x-api-key': client.apiKey, 'content-type': 'text/csv' }, body: bytes },
      );
      const body = (await response.json()) as BatchBody & ErrorBody & { warnings?: { code: string; param: string }[] };
      if (response.ok) await client.ok('DELETE', `/batches/${body.id}`);
      return { status: response.status, body };
    };
    for (const [name, bytes] of Object.entries(SHEET_FILES)) {
      const { status, body } = await send(bytes);
      expect([name, status, body.counts?.total]).toEqual([name, 200, SHEET_ROWS.length]);
      expect(body.warnings).toContainEqual(
        expect.objectContaining({ code: 'variable_unknown_in_text', param: 'slides[0].title' }),
      );
      const blank = body.warnings?.some(({ code }) => code === 'rows_blank');
      expect([name, blank]).toEqual([name, name.startsWith('rows of empty cells')]);
    }
    expect((await send(EXTRA_COLUMN_FILE)).body.error.param).toBe('lines[1].City');
    const ignoring = await send(EXTRA_COLUMN_FILE, '&unknown_columns=ignore');
    expect(ignoring.body.warnings).toContainEqual(expect.objectContaining({ code: 'columns_ignored' }));
    expect((await send(CP1252_FILE)).body.error.message).toContain('In Excel choose');
  });

  it('names a bad row, and starts nothing', async () => {
    const { status, body } = await create([...rows('Ada'), { variables: { nam: 'x' } }]);
    expect([status, body.error.code, body.error.param]).toEqual([400, 'variable_unknown', 'rows[1].variables.nam']);
    const { usage } = await client.ok<{ usage: Record<string, number> }>('GET', '/entitlements');
    expect(usage.open_batches).toBe(0);
  });

  it('is canceled with all that has not ended', async () => {
    const names = Array.from({ length: 40 }, (_, index) => `N${index}`);
    const { body } = await create(rows(...names), { narration: 'none' });
    const canceled = await client.ok<BatchBody>('DELETE', `/batches/${body.id}`);
    expect(canceled).toMatchObject({ status: 'canceled', counts: { total: 40, waiting: 0, running: 0 } });
    expect(await client.ok<BatchBody>('DELETE', `/batches/${body.id}`)).toEqual(canceled);
    expect(await client.ok<BatchBody>('GET', `/batches/${body.id}`)).toEqual(canceled);
  });

  it('is one of those that the account sees, and counts against its limits', async () => {
    const other = await service.account('max');
    const { body } = await create(rows('Ada'), { narration: 'none' });
    expect((await other.call<ErrorBody>('GET', `/batches/${body.id}`)).body.error.code).toBe('batch_not_found');
    const { limits } = await client.ok<{ limits: Record<string, number> }>('GET', '/entitlements');
    expect(limits).toMatchObject({ open_batches: 10, batch_rows: 1000 });
  });
});
