import { endpoint } from '#app/composition/api.ts';
import { templatePreviewDeps } from '#app/composition/template-previews.ts';
import { getTemplateContract } from '#features/templates/contract.ts';
import { ALL_PREVIEWS } from '#features/templates/describe-previews.ts';
import { templateOrNotFound, templateView } from '#features/templates/view.ts';

/** Answers `GET /templates/{id}` with a template. */
export const handler = endpoint(getTemplateContract, async ({ principal, params }) => {
  const deps = templatePreviewDeps();
  return templateView(deps, await templateOrNotFound(deps, principal, params.id), ALL_PREVIEWS);
});
