import { cancelRender } from '../../../lib/renders/cancel-render.ts';
import { cancelRenderContract } from '../../../lib/renders/contract.ts';
import { renderView } from '../../../lib/renders/view.ts';
import { endpoint } from '../../../lib/runtime/api.ts';
import { services } from '../../../lib/runtime/services.ts';

export const handler = endpoint(cancelRenderContract, async ({ principal, params }) => {
  const { renders, taskQueue: queue, batchQueue, files, clock } = services();
  return renderView(await cancelRender({ renders, queue, batchQueue, clock }, principal, params.id), files, clock());
});
