import { createRender as contract } from '../../../lib/renders/contract.ts';
import { createRender } from '../../../lib/renders/create-render.ts';
import { renderView } from '../../../lib/renders/view.ts';
import { createRenderTools, endpoint } from '../../../lib/runtime/api.ts';

export const handler = endpoint(contract, async ({ principal, body, announce }) => {
  const { files, clock } = createRenderTools();
  await createRender(createRenderTools(), principal, body, async ({ render, secret }) => {
    const answer = await renderView(render, files, clock());
    await announce(secret === undefined ? answer : { ...answer, webhook_signing_secret: secret });
  });
});
