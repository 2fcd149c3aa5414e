import { endpoint } from '#app/composition/api.ts';
import { services } from '#app/composition/services.ts';
import { getRenderContract } from '#features/renders/contract.ts';
import { getRender } from '#features/renders/get-render.ts';
import { renderView } from '#features/renders/view.ts';

/** Answers `GET /renders/{id}` with a render. */
export const handler = endpoint(getRenderContract, async ({ principal, params }) => {
  const { renders, files, clock } = services();
  const { render, position } = await getRender(renders, principal, params.id);
  return renderView(render, files, clock(), { position });
});
