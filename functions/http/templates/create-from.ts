import { createApiEndpoint } from '#app/composition/api.ts';
import { templateFromBrandDeps } from '#app/composition/brands.ts';
import { templatePreviewDeps } from '#app/composition/template-previews.ts';
import { createTemplateFromContract } from '#features/brands/contract.ts';
import { createTemplateFrom } from '#features/brands/create-template-from.ts';
import { LISTED_TEMPLATE_PREVIEW_SUBJECTS } from '#features/templates/describe-template-previews.ts';
import { toTemplateAnswer } from '#features/templates/view.ts';

/** Handles `POST /templates/from`: creates a custom template from a web page, a logo or a deck. */
export const handler = createApiEndpoint(createTemplateFromContract, async ({ principal, body, prepareAnswer }) => {
  await createTemplateFrom(templateFromBrandDeps(), principal, body, async (template) =>
    prepareAnswer(await toTemplateAnswer(templatePreviewDeps(), template, LISTED_TEMPLATE_PREVIEW_SUBJECTS)),
  );
});
