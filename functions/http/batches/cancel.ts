import { endpoint } from '#app/composition/api.ts';
import { services } from '#app/composition/services.ts';
import { cancelBatchContract } from '#features/renders/batches/contract.ts';
import { cancelBatch } from '#features/renders/batches/manage-batches.ts';
import { batchView } from '#features/renders/batches/view.ts';

/** Handles `DELETE /batches/{id}`: cancels the rows of a batch that have not ended. */
export const handler = endpoint(cancelBatchContract, async ({ principal, params, precondition }) => {
  const { batches, renders, taskQueue: queue, batchQueue, clock } = services();
  const deps = { batches, renders, queue, batchQueue, clock };
  return batchView(await cancelBatch(deps, principal, params.id, { precondition }));
});
