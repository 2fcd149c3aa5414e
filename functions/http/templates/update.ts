import { createApiEndpoint } from '#app/composition/api.ts';
import { templatePreviewDeps } from '#app/composition/template-previews.ts';
import { customTemplateDeps } from '#app/composition/templates.ts';
import { updateTemplateContract } from '#features/templates/contract.ts';
import { updateCustomTemplate } from '#features/templates/custom-templates.ts';
import { LISTED_TEMPLATE_PREVIEW_SUBJECTS } from '#features/templates/describe-template-previews.ts';
import { toTemplateAnswer } from '#features/templates/view.ts';

/** Handles `PUT /templates/{id}`: changes the sent fields of a template. */
export const handler = createApiEndpoint(updateTemplateContract, async ({ principal, params, body, precondition }) =>
  toTemplateAnswer(
    templatePreviewDeps(),
    await updateCustomTemplate(customTemplateDeps(), principal, params.id, body, precondition),
    LISTED_TEMPLATE_PREVIEW_SUBJECTS,
  ),
);
