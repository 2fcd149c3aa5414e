import { endpoint } from '../../../lib/runtime/api.ts';
import { templatePreviewDeps } from '../../../lib/runtime/template-previews.ts';
import { ownTemplateDeps } from '../../../lib/runtime/templates.ts';
import { createTemplateContract } from '../../../lib/templates/contract.ts';
import { LISTED_PREVIEWS } from '../../../lib/templates/describe-previews.ts';
import { createTemplate } from '../../../lib/templates/own-templates.ts';
import { templateView } from '../../../lib/templates/view.ts';

export const handler = endpoint(createTemplateContract, async ({ principal, body, prepareAnswer }) => {
  await createTemplate(ownTemplateDeps(), principal, body, async (made) =>
    prepareAnswer(await templateView(templatePreviewDeps(), made, LISTED_PREVIEWS)),
  );
});
