import { endpoint } from '#app/composition/api.ts';
import { templatePreviewDeps } from '#app/composition/template-previews.ts';
import { ownTemplateDeps } from '#app/composition/templates.ts';
import { createTemplateContract } from '#features/templates/contract.ts';
import { LISTED_PREVIEWS } from '#features/templates/describe-previews.ts';
import { createTemplate } from '#features/templates/own-templates.ts';
import { templateView } from '#features/templates/view.ts';

export const handler = endpoint(createTemplateContract, async ({ principal, body, prepareAnswer }) => {
  await createTemplate(ownTemplateDeps(), principal, body, async (made) =>
    prepareAnswer(await templateView(templatePreviewDeps(), made, LISTED_PREVIEWS)),
  );
});
