import { endpoint, timelineDeps } from '#app/composition/api.ts';
import { deleteSlideImageContract } from '#features/images/contract.ts';
import { deleteImage } from '#features/images/set-slide-image.ts';
import { slideView } from '#features/timelines/view.ts';

/** Handles `DELETE /timelines/{id}/slides/{sid}/images`: removes the image of a slide. */
export const handler = endpoint(deleteSlideImageContract, async ({ principal, params, precondition }) =>
  slideView(await deleteImage(timelineDeps(), principal, params, precondition), timelineDeps().files),
);
