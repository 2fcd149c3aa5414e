import { getRender as contract } from '../../../lib/renders/contract.ts';
import { getRender } from '../../../lib/renders/get-render.ts';
import { renderView } from '../../../lib/renders/view.ts';
import { endpoint } from '../../../lib/runtime/api.ts';
import { data } from '../../../lib/runtime/data.ts';

export const handler = endpoint(contract, async ({ principal, params }) => {
  const { renders, files, clock } = data();
  const { render, position } = await getRender(renders, principal, params.id);
  return renderView(render, files, clock(), { position });
});
