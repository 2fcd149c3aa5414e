import { createApiEndpoint } from '#app/composition/api.ts';
import { uploadImageDeps } from '#app/composition/images.ts';
import { uploadSlideImageContract } from '#features/images/contract.ts';
import { imageUploadOperation } from '#features/images/set-slide-image.ts';
import { toSlideAnswer } from '#features/timelines/view.ts';
import { receiveFile } from '#features/uploads/receive-file.ts';

/** Handles `POST /timelines/{id}/slides/{sid}/images`: gives a slide an image. */
export const handler = createApiEndpoint(
  uploadSlideImageContract,
  async ({ principal, params, body, file, precondition, prepareAnswer }) => {
    const deps = uploadImageDeps();
    const operation = imageUploadOperation(
      deps,
      principal,
      params,
      async (placedSlide) => prepareAnswer(await toSlideAnswer(placedSlide, deps.files)),
      precondition,
    );
    await receiveFile(deps, principal, operation, file ?? body, prepareAnswer);
  },
);
