import { createApiEndpoint } from '#app/composition/api.ts';
import { sharedServices } from '#app/composition/services.ts';
import { cancelRender } from '#features/renders/cancel-render.ts';
import { cancelRenderContract } from '#features/renders/contract.ts';
import { toRenderAnswer } from '#features/renders/view.ts';

/** Handles `DELETE /renders/{id}`: cancels a render that has not ended. */
export const handler = createApiEndpoint(cancelRenderContract, async ({ principal, params, precondition }) => {
  const { renders, taskQueue: queue, batchQueue, files, clock } = sharedServices();
  const canceledRender = await cancelRender({ renders, queue, batchQueue, clock }, principal, params.id, precondition);
  return toRenderAnswer(canceledRender, files, clock());
});
