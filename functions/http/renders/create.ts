import { createApiEndpoint } from '#app/composition/api.ts';
import { createRenderDeps } from '#app/composition/new-renders.ts';
import { createRenderContract } from '#features/renders/contract.ts';
import { createRender } from '#features/renders/create-render.ts';
import { toRenderAnswer } from '#features/renders/view.ts';

/** Handles `POST /renders`: starts a render of a timeline as it is now. The answer has the secret of the render's `webhook_url` only if one was made. */
export const handler = createApiEndpoint(createRenderContract, async ({ principal, body, prepareAnswer }) => {
  const { files, clock } = createRenderDeps();
  await createRender(createRenderDeps(), principal, body, async ({ render, secret }) => {
    const answer = await toRenderAnswer(render, files, clock());
    return prepareAnswer(secret === undefined ? answer : { ...answer, webhook_signing_secret: secret });
  });
});
