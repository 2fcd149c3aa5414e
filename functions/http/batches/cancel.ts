import { createApiEndpoint } from '#app/composition/api.ts';
import { sharedServices } from '#app/composition/services.ts';
import { cancelBatchContract } from '#features/renders/batches/contract.ts';
import { cancelBatch } from '#features/renders/batches/manage-batches.ts';
import { toBatchAnswer } from '#features/renders/batches/view.ts';

/** Handles `DELETE /batches/{id}`: cancels the rows of a batch that have not ended. */
export const handler = createApiEndpoint(cancelBatchContract, async ({ principal, params, precondition }) => {
  const { batches, renders, taskQueue: queue, batchQueue, clock } = sharedServices();
  const deps = { batches, renders, queue, batchQueue, clock };
  return toBatchAnswer(await cancelBatch(deps, principal, params.id, { precondition }));
});
