import { cancelRender } from '../../../lib/renders/cancel-render.ts';
import { cancelRender as contract } from '../../../lib/renders/contract.ts';
import { renderView } from '../../../lib/renders/view.ts';
import { endpoint } from '../../../lib/runtime/api.ts';
import { data } from '../../../lib/runtime/data.ts';

export const handler = endpoint(contract, async ({ principal, params }) =>
  renderView(await cancelRender(data(), principal, params.id), data().files, data().clock()),
);
