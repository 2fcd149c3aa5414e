import { createApiEndpoint } from '#app/composition/api.ts';
import { templatePreviewDeps } from '#app/composition/template-previews.ts';
import { customTemplateDeps } from '#app/composition/templates.ts';
import { createTemplateContract } from '#features/templates/contract.ts';
import { createCustomTemplate } from '#features/templates/custom-templates.ts';
import { LISTED_TEMPLATE_PREVIEW_SUBJECTS } from '#features/templates/describe-template-previews.ts';
import { toTemplateAnswer } from '#features/templates/view.ts';

/** Handles `POST /templates`: creates a custom template. */
export const handler = createApiEndpoint(createTemplateContract, async ({ principal, body, prepareAnswer }) => {
  await createCustomTemplate(customTemplateDeps(), principal, body, async (template) =>
    prepareAnswer(await toTemplateAnswer(templatePreviewDeps(), template, LISTED_TEMPLATE_PREVIEW_SUBJECTS)),
  );
});
