import { createRenderContract } from '../../../lib/renders/contract.ts';
import { createRender } from '../../../lib/renders/create-render.ts';
import { renderView } from '../../../lib/renders/view.ts';
import { createRenderDeps, endpoint } from '../../../lib/runtime/api.ts';

export const handler = endpoint(createRenderContract, async ({ principal, body, prepareAnswer }) => {
  const { files, clock } = createRenderDeps();
  await createRender(createRenderDeps(), principal, body, async ({ render, secret }) => {
    const answer = await renderView(render, files, clock());
    return prepareAnswer(secret === undefined ? answer : { ...answer, webhook_signing_secret: secret });
  });
});
