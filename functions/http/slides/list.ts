import { decodeCursor, pageAnswer } from '../../../lib/http/pagination.ts';
import { endpoint, timelineTools } from '../../../lib/runtime/api.ts';
import { loadTimeline } from '../../../lib/timelines/change-timeline.ts';
import { listSlides as contract } from '../../../lib/timelines/contract.ts';
import { slidePage } from '../../../lib/timelines/slide-page.ts';
import { slideViews } from '../../../lib/timelines/view.ts';

export const handler = endpoint(contract, async ({ principal, params, query: { limit, cursor } }) => {
  const scope = `slides:${principal.account_id}:${params.id}`;
  const after = cursor === undefined ? undefined : decodeCursor(cursor, scope);
  const loaded = await loadTimeline(timelineTools().store, principal, params.id);
  const page = slidePage(await slideViews(loaded, timelineTools().files), { limit, after });
  return pageAnswer(page, scope, (slide) => slide);
});
