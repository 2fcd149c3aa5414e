import { createApiEndpoint } from '#app/composition/api.ts';
import { templatePreviewDeps } from '#app/composition/template-previews.ts';
import { customTemplateDeps } from '#app/composition/templates.ts';
import { deleteTemplateLogoContract } from '#features/images/contract.ts';
import { deleteTemplateLogo } from '#features/images/set-logo.ts';
import { LISTED_TEMPLATE_PREVIEW_SUBJECTS } from '#features/templates/describe-template-previews.ts';
import { toTemplateAnswer } from '#features/templates/view.ts';

/** Handles `DELETE /templates/{id}/logo`: removes the logo of a template. */
export const handler = createApiEndpoint(deleteTemplateLogoContract, async ({ principal, params, precondition }) =>
  toTemplateAnswer(
    templatePreviewDeps(),
    await deleteTemplateLogo(customTemplateDeps(), principal, params.id, precondition),
    LISTED_TEMPLATE_PREVIEW_SUBJECTS,
  ),
);
