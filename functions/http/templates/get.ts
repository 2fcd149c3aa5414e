import { createApiEndpoint } from '#app/composition/api.ts';
import { templatePreviewDeps } from '#app/composition/template-previews.ts';
import { getTemplateContract } from '#features/templates/contract.ts';
import { ALL_TEMPLATE_PREVIEW_SUBJECTS } from '#features/templates/describe-template-previews.ts';
import { requireBuiltInOrCustomTemplate, toTemplateAnswer } from '#features/templates/view.ts';

/** Answers `GET /templates/{id}` with a template. */
export const handler = createApiEndpoint(getTemplateContract, async ({ principal, params }) => {
  const deps = templatePreviewDeps();
  return toTemplateAnswer(
    deps,
    await requireBuiltInOrCustomTemplate(deps, principal, params.id),
    ALL_TEMPLATE_PREVIEW_SUBJECTS,
  );
});
