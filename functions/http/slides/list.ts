import { endpoint, timelineDeps } from '#app/composition/api.ts';
import { services } from '#app/composition/services.ts';
import { listSlidesContract } from '#features/timelines/contract.ts';
import { listSlides } from '#features/timelines/list-slides.ts';
import { slidePositions } from '#features/timelines/slide-page.ts';
import { slideView } from '#features/timelines/view.ts';
import { decodeCursor, pageAnswer } from '#kernel/contract/pagination.ts';

/** Answers `GET /timelines/{id}/slides` with the slides of a timeline, in their order. */
export const handler = endpoint(listSlidesContract, async ({ principal, params, query: { limit, cursor } }) => {
  const scope = services().scopeOf(`slides:${principal.account_id}:${params.id}`);
  const after = decodeCursor(cursor, scope, slidePositions);
  const { items, next } = await listSlides(timelineDeps().store, principal, params.id, { limit, after });
  const views = await Promise.all(items.map((placed) => slideView(placed, timelineDeps().files)));
  return pageAnswer({ items: views, next }, scope, (slide) => slide);
});
