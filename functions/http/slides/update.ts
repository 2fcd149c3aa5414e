import { announceMediaFetchesDeps, createApiEndpoint, timelineDeps } from '#app/composition/api.ts';
import { updateSlideContract } from '#features/timelines/contract.ts';
import { updateSlide } from '#features/timelines/edit-slides.ts';
import { toSlideAnswer } from '#features/timelines/view.ts';

/** Handles `PUT /timelines/{id}/slides/{sid}`: changes the fields of a slide that the body names. */
export const handler = createApiEndpoint(updateSlideContract, async ({ principal, params, body, precondition }) =>
  toSlideAnswer(
    await updateSlide({ ...timelineDeps(), ...announceMediaFetchesDeps() }, principal, params, body, precondition),
    timelineDeps().files,
  ),
);
