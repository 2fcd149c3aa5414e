import { apiEndpoint, timelineDeps } from '#app/composition/api.ts';
import { deleteSlideImageContract } from '#features/images/contract.ts';
import { deleteImage } from '#features/images/set-slide-image.ts';
import { toSlideAnswer } from '#features/timelines/view.ts';

/** Handles `DELETE /timelines/{id}/slides/{sid}/images`: removes the image of a slide. */
export const handler = apiEndpoint(deleteSlideImageContract, async ({ principal, params, precondition }) =>
  toSlideAnswer(await deleteImage(timelineDeps(), principal, params, precondition), timelineDeps().files),
);
