import { createApiEndpoint } from '#app/composition/api.ts';
import { templatePreviewDeps } from '#app/composition/template-previews.ts';
import { uploadLogoDeps } from '#app/composition/templates.ts';
import { uploadTemplateLogoContract } from '#features/images/contract.ts';
import { logoUploadOperation } from '#features/images/set-logo.ts';
import { LISTED_TEMPLATE_PREVIEW_SUBJECTS } from '#features/templates/describe-template-previews.ts';
import { toTemplateAnswer } from '#features/templates/view.ts';
import { receiveFile } from '#features/uploads/receive-file.ts';

/** Handles `POST /templates/{id}/logo`: gives a template a logo. */
export const handler = createApiEndpoint(
  uploadTemplateLogoContract,
  async ({ principal, params, body, file, precondition, prepareAnswer }) => {
    const deps = uploadLogoDeps();
    const operation = logoUploadOperation(
      deps,
      principal,
      params.id,
      async (template) =>
        prepareAnswer(await toTemplateAnswer(templatePreviewDeps(), template, LISTED_TEMPLATE_PREVIEW_SUBJECTS)),
      precondition,
    );
    await receiveFile(deps, principal, operation, file ?? body, prepareAnswer);
  },
);
