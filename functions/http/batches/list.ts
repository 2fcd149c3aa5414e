import { decodeCursor, filterScope, idPositions, pageAnswer } from '../../../lib/contract/pagination.ts';
import { listBatchesContract } from '../../../lib/renders/batches/contract.ts';
import { batchView } from '../../../lib/renders/batches/view.ts';
import { endpoint } from '../../../lib/runtime/api.ts';
import { services } from '../../../lib/runtime/services.ts';

export const handler = endpoint(listBatchesContract, async ({ principal, query: { limit, cursor, ...filter } }) => {
  const scope = services().scopeOf(`batches:${principal.account_id}:${filterScope(filter)}`);
  const after = decodeCursor(cursor, scope, idPositions('batch'));
  const page = await services().batches.list(principal.account_id, filter, { limit, after });
  return pageAnswer(page, scope, batchView);
});
