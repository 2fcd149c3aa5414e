import { announceMediaFetchesDeps, createApiEndpoint, timelineDeps } from '#app/composition/api.ts';
import { createSlideContract } from '#features/timelines/contract.ts';
import { createSlide } from '#features/timelines/edit-slides.ts';
import { toSlideAnswer } from '#features/timelines/view.ts';

/** Handles `POST /timelines/{id}/slides`: adds a slide, at the end or at `position`. */
export const handler = createApiEndpoint(
  createSlideContract,
  async ({ principal, params, body, precondition, prepareAnswer }) => {
    await createSlide(
      { ...timelineDeps(), ...announceMediaFetchesDeps() },
      principal,
      params.id,
      body,
      async (placedSlide) => prepareAnswer(await toSlideAnswer(placedSlide, timelineDeps().files)),
      precondition,
    );
  },
);
