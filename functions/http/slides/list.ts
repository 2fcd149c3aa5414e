import { createApiEndpoint, timelineDeps } from '#app/composition/api.ts';
import { sharedServices } from '#app/composition/services.ts';
import { listSlidesContract } from '#features/timelines/contract.ts';
import { listSlides } from '#features/timelines/list-slides.ts';
import { slideCursorPositionSchema } from '#features/timelines/slide-page.ts';
import { toSlideAnswer } from '#features/timelines/view.ts';
import { decodeCursor, listAnswerOfPage } from '#kernel/contract/pagination.ts';

/** Answers `GET /timelines/{id}/slides` with the slides of a timeline, in their order. */
export const handler = createApiEndpoint(
  listSlidesContract,
  async ({ principal, params, query: { limit, cursor } }) => {
    const scope = sharedServices().scopeOf(`slides:${principal.account_id}:${params.id}`);
    const after = decodeCursor(cursor, scope, slideCursorPositionSchema);
    const { items, next } = await listSlides(timelineDeps().store, principal, params.id, { limit, after });
    const answers = await Promise.all(items.map((placedSlide) => toSlideAnswer(placedSlide, timelineDeps().files)));
    return listAnswerOfPage({ items: answers, next }, scope, (slide) => slide);
  },
);
