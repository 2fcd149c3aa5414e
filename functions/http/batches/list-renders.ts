import { decodeCursor, pageAnswer } from '../../../lib/contract/pagination.ts';
import { listBatchRendersContract } from '../../../lib/renders/batches/contract.ts';
import { findBatch, rendersOfBatch } from '../../../lib/renders/batches/manage-batches.ts';
import { renderView } from '../../../lib/renders/view.ts';
import { endpoint } from '../../../lib/runtime/api.ts';
import { services } from '../../../lib/runtime/services.ts';

export const handler = endpoint(listBatchRendersContract, async ({ principal, params, query: { limit, cursor } }) => {
  const { batches, renders, files, clock } = services();
  const scope = `batch:${principal.account_id}:${params.id}`;
  const after = cursor === undefined ? undefined : decodeCursor(cursor, scope);
  const batch = await findBatch(batches, principal, params.id);
  const page = await rendersOfBatch(renders, batch, { limit, after });
  const now = clock();
  const items = await Promise.all(
    page.items.map((render) => renderView(render, files, now, { showsThumbnails: false })),
  );
  return pageAnswer({ items, next: page.next }, scope, (render) => render);
});
