import { cancelRender } from '../../../lib/renders/cancel-render.ts';
import { cancelRenderContract } from '../../../lib/renders/contract.ts';
import { renderView } from '../../../lib/renders/view.ts';
import { endpoint } from '../../../lib/runtime/api.ts';
import { services } from '../../../lib/runtime/services.ts';

export const handler = endpoint(cancelRenderContract, async ({ principal, params, precondition }) => {
  const { renders, taskQueue: queue, batchQueue, files, clock } = services();
  const canceled = await cancelRender({ renders, queue, batchQueue, clock }, principal, params.id, precondition);
  return renderView(canceled, files, clock());
});
