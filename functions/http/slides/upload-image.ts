import { uploadSlideImageContract } from '../../../lib/images/contract.ts';
import { imageUploadOperation } from '../../../lib/images/set-slide-image.ts';
import { endpoint } from '../../../lib/runtime/api.ts';
import { imageDeps } from '../../../lib/runtime/images.ts';
import { slideView } from '../../../lib/timelines/view.ts';
import { receiveFile } from '../../../lib/uploads/receive-file.ts';

export const handler = endpoint(
  uploadSlideImageContract,
  async ({ principal, params, body, file, precondition, prepareAnswer }) => {
    const deps = imageDeps();
    const destination = imageUploadOperation(
      deps,
      principal,
      params,
      async (placed) => prepareAnswer(await slideView(placed, deps.files)),
      precondition,
    );
    await receiveFile(deps, principal, destination, file ?? body, prepareAnswer);
  },
);
