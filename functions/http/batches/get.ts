import { getBatchContract } from '../../../lib/renders/batches/contract.ts';
import { findBatch } from '../../../lib/renders/batches/manage-batches.ts';
import { batchView } from '../../../lib/renders/batches/view.ts';
import { endpoint } from '../../../lib/runtime/api.ts';
import { services } from '../../../lib/runtime/services.ts';

export const handler = endpoint(getBatchContract, async ({ principal, params }) =>
  batchView(await findBatch(services().batches, principal, params.id)),
);
