import { endpoint, timelineDeps } from '#app/composition/api.ts';
import { services } from '#app/composition/services.ts';
import { listTimelinesContract } from '#features/timelines/contract.ts';
import { timelineSummaryView } from '#features/timelines/view.ts';
import { decodeCursor, filterScope, idPositions, pageAnswer } from '#kernel/contract/pagination.ts';

/** Answers `GET /timelines` with the timelines of the account, newest first, without their slides. */
export const handler = endpoint(listTimelinesContract, async ({ principal, query: { limit, cursor, ...filter } }) => {
  const scope = services().scopeOf(`timelines:${principal.account_id}:${filterScope(filter)}`);
  const after = decodeCursor(cursor, scope, idPositions('timeline'));
  const page = await timelineDeps().store.list(principal.account_id, { limit, after }, filter);
  return pageAnswer(page, scope, timelineSummaryView);
});
