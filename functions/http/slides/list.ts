import { decodeCursor, pageAnswer } from '../../../lib/contract/pagination.ts';
import { endpoint, timelineDeps } from '../../../lib/runtime/api.ts';
import { listSlidesContract } from '../../../lib/timelines/contract.ts';
import { listSlides } from '../../../lib/timelines/list-slides.ts';
import { slideView } from '../../../lib/timelines/view.ts';

export const handler = endpoint(listSlidesContract, async ({ principal, params, query: { limit, cursor } }) => {
  const scope = `slides:${principal.account_id}:${params.id}`;
  const after = cursor === undefined ? undefined : decodeCursor(cursor, scope);
  const { items, next } = await listSlides(timelineDeps().store, principal, params.id, { limit, after });
  const views = await Promise.all(items.map((placed) => slideView(placed, timelineDeps().files)));
  return pageAnswer({ items: views, next }, scope, (slide) => slide);
});
