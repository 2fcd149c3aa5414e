import { createApiEndpoint, timelineDeps } from '#app/composition/api.ts';
import { reorderSlidesContract } from '#features/timelines/contract.ts';
import { reorderSlides } from '#features/timelines/edit-slides.ts';
import { toSlideAnswers } from '#features/timelines/view.ts';

/** Handles `PATCH /timelines/{id}/slides/reorder`: changes the order of the slides. */
export const handler = createApiEndpoint(reorderSlidesContract, async ({ principal, params, body, precondition }) => {
  const loadedTimeline = await reorderSlides(timelineDeps(), principal, params.id, body.slide_ids, precondition);
  return {
    data: await toSlideAnswers(loadedTimeline, timelineDeps().files),
    has_more: false as const,
    next_cursor: null,
  };
});
