import { createApiEndpoint } from '#app/composition/api.ts';
import { createBatchDeps } from '#app/composition/new-renders.ts';
import { createBatchContract } from '#features/renders/batches/contract.ts';
import { createBatch } from '#features/renders/batches/create-batch.ts';
import { toBatchRequest } from '#features/renders/batches/to-batch-request.ts';
import { toBatchAnswer } from '#features/renders/batches/view.ts';

/** Handles `POST /batches`: makes one video for each row of values. */
export const handler = createApiEndpoint(
  createBatchContract,
  async ({ principal, query, body, file, prepareAnswer }) => {
    const request = toBatchRequest({ query, body, file });
    await createBatch(createBatchDeps(), principal, request, async ({ batch, secret, warnings }) =>
      prepareAnswer({
        ...toBatchAnswer(batch),
        ...(secret === undefined ? {} : { webhook_signing_secret: secret }),
        ...(warnings.length > 0 ? { warnings: [...warnings] } : {}),
      }),
    );
  },
);
