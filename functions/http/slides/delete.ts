import { createApiEndpoint, timelineDeps } from '#app/composition/api.ts';
import { deleteSlideContract } from '#features/timelines/contract.ts';
import { deleteSlide } from '#features/timelines/edit-slides.ts';

/** Handles `DELETE /timelines/{id}/slides/{sid}`: deletes a slide and its files. */
export const handler = createApiEndpoint(deleteSlideContract, async ({ principal, params, precondition }) => {
  await deleteSlide(timelineDeps(), principal, params.id, params.sid, precondition);
  return { id: params.sid, deleted: true as const };
});
