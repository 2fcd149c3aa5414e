import { endpoint } from '#app/composition/api.ts';
import { services } from '#app/composition/services.ts';
import { cancelRender } from '#features/renders/cancel-render.ts';
import { cancelRenderContract } from '#features/renders/contract.ts';
import { renderView } from '#features/renders/view.ts';

/** Handles `DELETE /renders/{id}`: cancels a render that has not ended. */
export const handler = endpoint(cancelRenderContract, async ({ principal, params, precondition }) => {
  const { renders, taskQueue: queue, batchQueue, files, clock } = services();
  const canceled = await cancelRender({ renders, queue, batchQueue, clock }, principal, params.id, precondition);
  return renderView(canceled, files, clock());
});
