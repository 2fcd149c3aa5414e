import { endpoint } from '../../../lib/runtime/api.ts';
import { templatePreviewDeps } from '../../../lib/runtime/template-previews.ts';
import { getTemplateContract } from '../../../lib/templates/contract.ts';
import { ALL_PREVIEWS } from '../../../lib/templates/describe-previews.ts';
import { templateOrNotFound, templateView } from '../../../lib/templates/view.ts';

export const handler = endpoint(getTemplateContract, async ({ principal, params }) => {
  const deps = templatePreviewDeps();
  return templateView(deps, await templateOrNotFound(deps, principal, params.id), ALL_PREVIEWS);
});
