import { parse } from 'csv-parse/sync';
import { describe, expect, it } from 'vitest';
import type { Batch } from '#features/renders/batches/batch.ts';
import { type BatchResultsDeps, formatBatchResultsCsv } from '#features/renders/batches/format-batch-results-csv.ts';
import { renderIdOfBatchRow } from '#features/renders/batches/row-render.ts';
import { FileMissingError } from '#features/renders/ports.ts';
import type { Render } from '#features/renders/render.ts';
import { sampleRender } from '#test/support/samples/entities.ts';

const NOW = new Date('2026-01-02T00:00:00.000Z');
const batch = (over: Partial<Batch>): Batch => {
  const { account_id, plan = 'max', output, narration } = { plan: 'max' as const, ...sampleRender() };
  return {
    ...{
      id: 'bat_1',
      account_id,
      plan,
      timeline_id: 'tl_1',
      timeline_version: 1,
      status: 'running',
      output,
      narration,
    },
    ...{ total: 2, begun: 2, running: 0, completed: 2, failed: 0, canceled: 0 },
    created_at: '2026-01-01T00:00:00.000Z',
    begins_until: '2026-01-03T00:00:00.000Z',
    ...over,
  };
};
const renderOf = (of: Batch, index: number, over: Partial<Render>): Render =>
  sampleRender({ id: renderIdOfBatchRow(of, index), batch_id: of.id, ...over });
const RESULT = { video_key: 'v', size_bytes: 1, duration_seconds: 1 } as Render['result'];

const depsWith = (renders: readonly Render[], url = 'https://files/v'): BatchResultsDeps => ({
  renders: { findMany: async (_, ids) => renders.filter(({ id }) => ids.includes(id)) },
  files: {
    presignGet: async () => url,
    getBytes: async (key) => {
      throw new FileMissingError(key);
    },
  },
});
const rowsOf = (csv: string) => parse(csv, { columns: true }) as Record<string, string>[];

describe('the results of a batch', () => {
  it('have a line for each row in its order, also for those that have not started', async () => {
    const open = batch({ total: 4, begun: 2 });
    const made = renderOf(open, 0, { status: 'completed', external_id: 'a', result: RESULT });
    const failed = renderOf(open, 1, {
      status: 'failed',
      external_id: 'b',
      error: { code: 'quota_exceeded', message: 'No room, "none".' },
    });
    const csv = await formatBatchResultsCsv(depsWith([failed, made]), open, NOW);
    expect(csv.split('\r\n')[0]).toBe('row,external_id,render_id,status,video_url,error,files_deleted_at');
    expect(rowsOf(csv).map(({ files_deleted_at: _, ...row }) => row)).toEqual([
      { row: '1', external_id: 'a', render_id: made.id, status: 'completed', video_url: 'https://files/v', error: '' },
      {
        ...{ row: '2', external_id: 'b', render_id: failed.id, status: 'failed', video_url: '' },
        error: 'quota_exceeded: No room, "none".',
      },
      { row: '3', external_id: '', render_id: '', status: 'waiting', video_url: '', error: '' },
      { row: '4', external_id: '', render_id: '', status: 'waiting', video_url: '', error: '' },
    ]);
  });

  it('show no address of a video that is deleted', async () => {
    const over = batch({ total: 1, begun: 1 });
    const old = renderOf(over, 0, { status: 'completed', result: RESULT, expires_at: '2026-01-01T12:00:00.000Z' });
    expect(rowsOf(await formatBatchResultsCsv(depsWith([old]), over, NOW))[0]).toMatchObject({ video_url: '' });
  });

  it('say of rows that a canceled batch never started that they are canceled', async () => {
    const rows = rowsOf(await formatBatchResultsCsv(depsWith([]), batch({ status: 'canceled', begun: 0 }), NOW));
    expect(rows.map(({ status }) => status)).toEqual(['canceled', 'canceled']);
  });

  it('say why rows never started whose time was over, and which files a client deleted', async () => {
    const at = '2026-03-04T05:06:07.000Z';
    const over = batch({ status: 'canceled', canceled_by: 'time_limit', begins_until: at, total: 2, begun: 1 });
    const gone = renderOf(over, 0, { status: 'completed', result: RESULT, files_deleted_at: at });
    expect(rowsOf(await formatBatchResultsCsv(depsWith([gone]), over, NOW))).toMatchObject([
      { status: 'completed', video_url: '', error: '', files_deleted_at: at },
      {
        status: 'canceled',
        error: expect.stringMatching(/^batch_expired: .*2026-03-04T05:06:07/),
        files_deleted_at: '',
      },
    ]);
  });

  it.each(['=1+1', '+1', '-1', '@SUM(A1)', '\t=1', '\r=1'])('cannot be run as a formula: %j', async (external_id) => {
    const open = batch({ total: 1, begun: 1 });
    const [row] = rowsOf(await formatBatchResultsCsv(depsWith([renderOf(open, 0, { external_id })]), open, NOW));
    expect(row?.external_id).toBe(`'${external_id}`);
  });

  it('of 1,000 rows with the longest addresses and names fit into an answer of 6 MB', async () => {
    const full = batch({ total: 1000, begun: 1000 });
    const renders = Array.from({ length: 1000 }, (_, index) =>
      renderOf(full, index, { status: 'completed', external_id: '"😀'.repeat(100), result: RESULT }),
    );
    const csv = await formatBatchResultsCsv(depsWith(renders, `https://files/${'x'.repeat(2048)}`), full, NOW);
    expect(rowsOf(csv)).toHaveLength(1000);
    expect(Buffer.from(csv).toString('base64').length).toBeLessThan(6_000_000);
  });
});
