import { endpoint } from '#app/composition/api.ts';
import { templatePreviewDeps } from '#app/composition/template-previews.ts';
import { customTemplateDeps } from '#app/composition/templates.ts';
import { createTemplateContract } from '#features/templates/contract.ts';
import { createTemplate } from '#features/templates/custom-templates.ts';
import { LISTED_PREVIEWS } from '#features/templates/describe-previews.ts';
import { templateView } from '#features/templates/view.ts';

/** Handles `POST /templates`: creates a custom template. */
export const handler = endpoint(createTemplateContract, async ({ principal, body, prepareAnswer }) => {
  await createTemplate(customTemplateDeps(), principal, body, async (made) =>
    prepareAnswer(await templateView(templatePreviewDeps(), made, LISTED_PREVIEWS)),
  );
});
