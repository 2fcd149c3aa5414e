import { endpoint } from '#app/composition/api.ts';
import { services } from '#app/composition/services.ts';
import { listBatchesContract } from '#features/renders/batches/contract.ts';
import { batchView } from '#features/renders/batches/view.ts';
import { decodeCursor, filterScope, idPositions, pageAnswer } from '#kernel/contract/pagination.ts';

/** Answers `GET /batches` with the batches of the account, newest first. */
export const handler = endpoint(listBatchesContract, async ({ principal, query: { limit, cursor, ...filter } }) => {
  const scope = services().scopeOf(`batches:${principal.account_id}:${filterScope(filter)}`);
  const after = decodeCursor(cursor, scope, idPositions('batch'));
  const page = await services().batches.list(principal.account_id, filter, { limit, after });
  return pageAnswer(page, scope, batchView);
});
