import { endpoint } from '../../../lib/runtime/api.ts';
import { templatePreviewDeps } from '../../../lib/runtime/template-previews.ts';
import { ownTemplateDeps } from '../../../lib/runtime/templates.ts';
import { updateTemplateContract } from '../../../lib/templates/contract.ts';
import { LISTED_PREVIEWS } from '../../../lib/templates/describe-previews.ts';
import { updateTemplate } from '../../../lib/templates/own-templates.ts';
import { templateView } from '../../../lib/templates/view.ts';

export const handler = endpoint(updateTemplateContract, async ({ principal, params, body, precondition }) =>
  templateView(
    templatePreviewDeps(),
    await updateTemplate(ownTemplateDeps(), principal, params.id, body, precondition),
    LISTED_PREVIEWS,
  ),
);
