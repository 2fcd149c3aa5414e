import { cancelBatchContract } from '../../../lib/renders/batches/contract.ts';
import { cancelBatch } from '../../../lib/renders/batches/manage-batches.ts';
import { batchView } from '../../../lib/renders/batches/view.ts';
import { endpoint } from '../../../lib/runtime/api.ts';
import { services } from '../../../lib/runtime/services.ts';

export const handler = endpoint(cancelBatchContract, async ({ principal, params }) => {
  const { batches, renders, taskQueue: queue, batchQueue, clock } = services();
  return batchView(await cancelBatch({ batches, renders, queue, batchQueue, clock }, principal, params.id));
});
