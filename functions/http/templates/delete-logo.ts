import { deleteTemplateLogoContract } from '../../../lib/images/contract.ts';
import { deleteLogo } from '../../../lib/images/set-logo.ts';
import { endpoint } from '../../../lib/runtime/api.ts';
import { templatePreviewDeps } from '../../../lib/runtime/template-previews.ts';
import { ownTemplateDeps } from '../../../lib/runtime/templates.ts';
import { LISTED_PREVIEWS } from '../../../lib/templates/describe-previews.ts';
import { templateView } from '../../../lib/templates/view.ts';

export const handler = endpoint(deleteTemplateLogoContract, async ({ principal, params, precondition }) =>
  templateView(
    templatePreviewDeps(),
    await deleteLogo(ownTemplateDeps(), principal, params.id, precondition),
    LISTED_PREVIEWS,
  ),
);
