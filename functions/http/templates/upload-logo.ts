import { uploadTemplateLogoContract } from '../../../lib/images/contract.ts';
import { logoUploadOperation } from '../../../lib/images/set-logo.ts';
import { endpoint } from '../../../lib/runtime/api.ts';
import { templatePreviewDeps } from '../../../lib/runtime/template-previews.ts';
import { logoDeps } from '../../../lib/runtime/templates.ts';
import { LISTED_PREVIEWS } from '../../../lib/templates/describe-previews.ts';
import { templateView } from '../../../lib/templates/view.ts';
import { receiveFile } from '../../../lib/uploads/receive-file.ts';

export const handler = endpoint(
  uploadTemplateLogoContract,
  async ({ principal, params, body, file, precondition, prepareAnswer }) => {
    const deps = logoDeps();
    const destination = logoUploadOperation(
      deps,
      principal,
      params.id,
      async (changed) => prepareAnswer(await templateView(templatePreviewDeps(), changed, LISTED_PREVIEWS)),
      precondition,
    );
    await receiveFile(deps, principal, destination, file ?? body, prepareAnswer);
  },
);
