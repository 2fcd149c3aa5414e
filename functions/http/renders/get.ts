import { getRenderContract } from '../../../lib/renders/contract.ts';
import { getRender } from '../../../lib/renders/get-render.ts';
import { renderView } from '../../../lib/renders/view.ts';
import { endpoint } from '../../../lib/runtime/api.ts';
import { services } from '../../../lib/runtime/services.ts';

export const handler = endpoint(getRenderContract, async ({ principal, params }) => {
  const { renders, files, clock } = services();
  const { render, position } = await getRender(renders, principal, params.id);
  return renderView(render, files, clock(), { position });
});
