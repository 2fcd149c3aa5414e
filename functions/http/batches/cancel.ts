import { cancelBatchContract } from '../../../lib/renders/batches/contract.ts';
import { cancelBatch } from '../../../lib/renders/batches/manage-batches.ts';
import { batchView } from '../../../lib/renders/batches/view.ts';
import { endpoint } from '../../../lib/runtime/api.ts';
import { services } from '../../../lib/runtime/services.ts';

export const handler = endpoint(cancelBatchContract, async ({ principal, params, precondition }) => {
  const { batches, renders, taskQueue: queue, batchQueue, clock } = services();
  const deps = { batches, renders, queue, batchQueue, clock };
  return batchView(await cancelBatch(deps, principal, params.id, { precondition }));
});
