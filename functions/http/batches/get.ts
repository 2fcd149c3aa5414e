import { createApiEndpoint } from '#app/composition/api.ts';
import { sharedServices } from '#app/composition/services.ts';
import { getBatchContract } from '#features/renders/batches/contract.ts';
import { requireBatch } from '#features/renders/batches/manage-batches.ts';
import { toBatchAnswer } from '#features/renders/batches/view.ts';

/** Answers `GET /batches/{id}` with a batch and the number of its rows in each state. */
export const handler = createApiEndpoint(getBatchContract, async ({ principal, params }) =>
  toBatchAnswer(await requireBatch(sharedServices().batches, principal, params.id)),
);
