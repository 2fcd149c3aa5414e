import { uploadFontContract } from '../../../lib/fonts/contract.ts';
import { fontUploadOperation } from '../../../lib/fonts/own-fonts.ts';
import { fontView } from '../../../lib/fonts/view.ts';
import { endpoint } from '../../../lib/runtime/api.ts';
import { fontDeps } from '../../../lib/runtime/fonts.ts';
import { receiveFile } from '../../../lib/uploads/receive-file.ts';

export const handler = endpoint(uploadFontContract, async ({ principal, body, file, prepareAnswer }) => {
  const deps = fontDeps();
  const destination = fontUploadOperation(deps, principal, (font) => prepareAnswer(fontView(font)));
  await receiveFile(deps, principal, destination, file ?? body, prepareAnswer);
});
