import { stringify } from 'csv-stringify/sync';
import { formatUtcTimestamp } from '#kernel/shared/clock.ts';
import { storageKeys } from '#kernel/shared/storage-keys.ts';
import { FileMissingError, type FileStore, type RenderStore } from '../ports.ts';
import { findAvailableRenderFiles, type Render } from '../render.ts';
import { ANSWER_URL_SECONDS } from '../view.ts';
import type { Batch } from './batch.ts';
import { readFrozenBatch } from './frozen-batch.ts';
import { renderIdOfBatchRow, renderIdsOfBatchRows } from './row-render.ts';

/** The columns of the results of a batch. */
export const BATCH_RESULT_COLUMNS = [
  'row',
  'external_id',
  'render_id',
  'status',
  'video_url',
  'error',
  'files_deleted_at',
] as const;
type ResultRow = Record<(typeof BATCH_RESULT_COLUMNS)[number], string | number>;

/** Dependencies of the results of a batch. */
export interface BatchResultsDeps {
  renders: Pick<RenderStore, 'findMany'>;
  files: Pick<FileStore, 'getBytes' | 'presignGet'>;
}

/**
 * Reads the external ids of all rows; empty if all rows have started, because their renders have them, or if the batch's file was deleted, three
 * days after its creation.
 */
async function readExternalIds(files: Pick<FileStore, 'getBytes'>, batch: Batch): Promise<(string | undefined)[]> {
  if (batch.begun === batch.total) return [];
  try {
    const key = storageKeys.frozenBatch(batch.account_id, batch.timeline_id, batch.id);
    return (await readFrozenBatch(files, key)).rows.map(({ external_id }) => external_id);
  } catch (error) {
    if (!(error instanceof FileMissingError)) throw error;
    return [];
  }
}

/** A presigned address of a render's video; empty when it has no stored files. */
async function videoUrl({ files }: BatchResultsDeps, render: Render, now: Date): Promise<string> {
  const renderFiles = findAvailableRenderFiles(render, formatUtcTimestamp(now));
  return renderFiles ? files.presignGet(renderFiles.video_key, { seconds: ANSWER_URL_SECONDS }) : '';
}

/** The reason why a row never started: the batch's time limit; undefined if the row may still start, or the client canceled the batch. */
const reasonNotBegun = ({ canceled_by, begins_until }: Batch): { code: string; message: string } | undefined =>
  canceled_by === 'time_limit'
    ? { code: 'batch_expired', message: `The row had not started by ${begins_until}, the time limit of its batch.` }
    : undefined;

/**
 * Formats all rows of a batch as CSV, in their order, including those that have not started. A cell that a spreadsheet would evaluate as a
 * formula starts with an apostrophe. 1,000 rows with addresses of 2 KB and the longest names are 3.3 MB; in base64 they fit into an answer.
 */
export async function formatBatchResultsCsv(deps: BatchResultsDeps, batch: Batch, now: Date): Promise<string> {
  const [renders, externalIds] = await Promise.all([
    deps.renders.findMany(batch.account_id, renderIdsOfBatchRows(batch, 0, batch.begun)),
    readExternalIds(deps.files, batch),
  ]);
  const rendersById = new Map(renders.map((render) => [render.id, render]));
  const rowAt = async (index: number): Promise<ResultRow> => {
    const render = index < batch.begun ? rendersById.get(renderIdOfBatchRow(batch, index)) : undefined;
    const statusIfNotBegun = batch.status === 'canceled' ? 'canceled' : 'waiting';
    const error = render?.error ?? (index < batch.begun ? undefined : reasonNotBegun(batch));
    return {
      row: index + 1,
      external_id: render?.external_id ?? externalIds[index] ?? '',
      render_id: render?.id ?? '',
      status: render?.status ?? (index < batch.begun ? '' : statusIfNotBegun),
      video_url: render ? await videoUrl(deps, render, now) : '',
      error: error ? `${error.code}: ${error.message}` : '',
      files_deleted_at: render?.files_deleted_at ?? '',
    };
  };
  const rows = await Promise.all(Array.from({ length: batch.total }, (_, index) => rowAt(index)));
  return stringify(rows, {
    header: true,
    columns: [...BATCH_RESULT_COLUMNS],
    record_delimiter: 'windows',
    escape_formulas: true,
  });
}
