import { decodeCursor, pageAnswer } from '../../../lib/contract/pagination.ts';
import { endpoint, timelineDeps } from '../../../lib/runtime/api.ts';
import { loadTimeline } from '../../../lib/timelines/change-timeline.ts';
import { listSlidesContract } from '../../../lib/timelines/contract.ts';
import { slidePage } from '../../../lib/timelines/slide-page.ts';
import { slideViews } from '../../../lib/timelines/view.ts';

export const handler = endpoint(listSlidesContract, async ({ principal, params, query: { limit, cursor } }) => {
  const scope = `slides:${principal.account_id}:${params.id}`;
  const after = cursor === undefined ? undefined : decodeCursor(cursor, scope);
  const loaded = await loadTimeline(timelineDeps().store, principal, params.id);
  const page = slidePage(await slideViews(loaded, timelineDeps().files), { limit, after });
  return pageAnswer(page, scope, (slide) => slide);
});
