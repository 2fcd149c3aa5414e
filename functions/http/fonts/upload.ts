import { createApiEndpoint } from '#app/composition/api.ts';
import { uploadFontDeps } from '#app/composition/fonts.ts';
import { uploadFontContract } from '#features/fonts/contract.ts';
import { fontUploadOperation } from '#features/fonts/custom-fonts.ts';
import { toFontAnswer } from '#features/fonts/view.ts';
import { receiveFile } from '#features/uploads/receive-file.ts';

/** Handles `POST /fonts`: adds a font (TrueType, OpenType or WOFF2). */
export const handler = createApiEndpoint(uploadFontContract, async ({ principal, body, file, prepareAnswer }) => {
  const deps = uploadFontDeps();
  const operation = fontUploadOperation(deps, principal, (font) => prepareAnswer(toFontAnswer(font)));
  await receiveFile(deps, principal, operation, file ?? body, prepareAnswer);
});
