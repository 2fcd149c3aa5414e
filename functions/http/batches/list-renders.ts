import type { APIGatewayProxyEvent, Context } from 'aws-lambda';
import { createApiEndpoint } from '#app/composition/api.ts';
import { sharedServices } from '#app/composition/services.ts';
import { getBatchResultsContract, listBatchRendersContract } from '#features/renders/batches/contract.ts';
import { formatBatchResultsCsv } from '#features/renders/batches/format-batch-results-csv.ts';
import { rendersOfBatch, requireBatch } from '#features/renders/batches/manage-batches.ts';
import { toRenderAnswer } from '#features/renders/view.ts';
import { decodeCursor, indexCursorPositionSchema, listAnswerOfPage } from '#kernel/contract/pagination.ts';

const listRenders = createApiEndpoint(
  listBatchRendersContract,
  async ({ principal, params, query: { limit, cursor } }) => {
    const { batches, renders, files, clock, scopeOf } = sharedServices();
    const scope = scopeOf(`batch:${principal.account_id}:${params.id}`);
    const after = decodeCursor(cursor, scope, indexCursorPositionSchema);
    const batch = await requireBatch(batches, principal, params.id);
    const page = await rendersOfBatch(renders, batch, { limit, after });
    const now = clock();
    const items = await Promise.all(
      page.items.map((render) => toRenderAnswer(render, files, now, { showsThumbnails: false })),
    );
    return listAnswerOfPage({ items, next: page.next }, scope, (render) => render);
  },
);

const getResults = createApiEndpoint(getBatchResultsContract, async ({ principal, params }) => {
  const { batches, renders, files, clock } = sharedServices();
  const batch = await requireBatch(batches, principal, params.id);
  return Buffer.from(await formatBatchResultsCsv({ renders, files }, batch, clock()));
});

/** Answers `GET /batches/{id}/renders` with a page of a batch's renders, and `GET /batches/{id}/results.csv` with all its rows as a CSV file. */
export const handler = (event: APIGatewayProxyEvent, context: Context) =>
  (event.path.replace(/\/+$/, '').endsWith('.csv') ? getResults : listRenders)(event, context);
