import { cancelRender } from '../../../lib/renders/cancel-render.ts';
import { cancelRender as contract } from '../../../lib/renders/contract.ts';
import { renderView } from '../../../lib/renders/view.ts';
import { endpoint } from '../../../lib/runtime/api.ts';
import { data } from '../../../lib/runtime/data.ts';

export const handler = endpoint(contract, async ({ principal, params }) => {
  const { renders, units: queue, files, clock } = data();
  return renderView(await cancelRender({ renders, queue, clock }, principal, params.id), files, clock());
});
