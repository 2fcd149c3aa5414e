import { createApiEndpoint, timelineDeps } from '#app/composition/api.ts';
import { deleteSlideImageContract } from '#features/images/contract.ts';
import { deleteSlideImage } from '#features/images/set-slide-image.ts';
import { toSlideAnswer } from '#features/timelines/view.ts';

/** Handles `DELETE /timelines/{id}/slides/{sid}/images`: removes the image of a slide. */
export const handler = createApiEndpoint(deleteSlideImageContract, async ({ principal, params, precondition }) =>
  toSlideAnswer(await deleteSlideImage(timelineDeps(), principal, params, precondition), timelineDeps().files),
);
