import { endpoint } from '#app/composition/api.ts';
import { services } from '#app/composition/services.ts';
import { getBatchContract } from '#features/renders/batches/contract.ts';
import { findBatch } from '#features/renders/batches/manage-batches.ts';
import { batchView } from '#features/renders/batches/view.ts';

/** Answers `GET /batches/{id}` with a batch and the number of its rows in each state. */
export const handler = endpoint(getBatchContract, async ({ principal, params }) =>
  batchView(await findBatch(services().batches, principal, params.id)),
);
