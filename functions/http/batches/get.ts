import { endpoint } from '#app/composition/api.ts';
import { services } from '#app/composition/services.ts';
import { getBatchContract } from '#features/renders/batches/contract.ts';
import { findBatch } from '#features/renders/batches/manage-batches.ts';
import { batchView } from '#features/renders/batches/view.ts';

export const handler = endpoint(getBatchContract, async ({ principal, params }) =>
  batchView(await findBatch(services().batches, principal, params.id)),
);
