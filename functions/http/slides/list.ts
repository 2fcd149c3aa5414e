import { decodeCursor, pageAnswer } from '../../../lib/contract/pagination.ts';
import { endpoint, timelineDeps } from '../../../lib/runtime/api.ts';
import { services } from '../../../lib/runtime/services.ts';
import { listSlidesContract } from '../../../lib/timelines/contract.ts';
import { listSlides } from '../../../lib/timelines/list-slides.ts';
import { slidePositions } from '../../../lib/timelines/slide-page.ts';
import { slideView } from '../../../lib/timelines/view.ts';

export const handler = endpoint(listSlidesContract, async ({ principal, params, query: { limit, cursor } }) => {
  const scope = services().scopeOf(`slides:${principal.account_id}:${params.id}`);
  const after = decodeCursor(cursor, scope, slidePositions);
  const { items, next } = await listSlides(timelineDeps().store, principal, params.id, { limit, after });
  const views = await Promise.all(items.map((placed) => slideView(placed, timelineDeps().files)));
  return pageAnswer({ items: views, next }, scope, (slide) => slide);
});
