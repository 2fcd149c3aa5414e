import { apiEndpoint } from '#app/composition/api.ts';
import { templatePreviewDeps } from '#app/composition/template-previews.ts';
import { customTemplateDeps } from '#app/composition/templates.ts';
import { updateTemplateContract } from '#features/templates/contract.ts';
import { updateTemplate } from '#features/templates/custom-templates.ts';
import { LISTED_PREVIEWS } from '#features/templates/describe-previews.ts';
import { toTemplateAnswer } from '#features/templates/view.ts';

/** Handles `PUT /templates/{id}`: changes the sent fields of a template. */
export const handler = apiEndpoint(updateTemplateContract, async ({ principal, params, body, precondition }) =>
  toTemplateAnswer(
    templatePreviewDeps(),
    await updateTemplate(customTemplateDeps(), principal, params.id, body, precondition),
    LISTED_PREVIEWS,
  ),
);
