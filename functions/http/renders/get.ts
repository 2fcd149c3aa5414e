import { createApiEndpoint } from '#app/composition/api.ts';
import { sharedServices } from '#app/composition/services.ts';
import { getRenderContract } from '#features/renders/contract.ts';
import { getRender } from '#features/renders/get-render.ts';
import { toRenderAnswer } from '#features/renders/view.ts';

/** Answers `GET /renders/{id}` with a render. */
export const handler = createApiEndpoint(getRenderContract, async ({ principal, params }) => {
  const { renders, files, clock } = sharedServices();
  const { render, position } = await getRender(renders, principal, params.id);
  return toRenderAnswer(render, files, clock(), { position });
});
