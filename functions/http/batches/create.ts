import { batchRequest } from '../../../lib/renders/batches/batch-request.ts';
import { createBatchContract } from '../../../lib/renders/batches/contract.ts';
import { createBatch } from '../../../lib/renders/batches/create-batch.ts';
import { batchView } from '../../../lib/renders/batches/view.ts';
import { createBatchDeps, endpoint } from '../../../lib/runtime/api.ts';

export const handler = endpoint(createBatchContract, async ({ principal, query, body, file, prepareAnswer }) => {
  const request = batchRequest({ query, body, file });
  await createBatch(createBatchDeps(), principal, request, async ({ batch, secret, warnings }) =>
    prepareAnswer({
      ...batchView(batch),
      ...(secret === undefined ? {} : { webhook_signing_secret: secret }),
      ...(warnings.length > 0 ? { warnings: [...warnings] } : {}),
    }),
  );
});
