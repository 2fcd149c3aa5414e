import { decodeCursor, pageAnswer } from '../../../lib/http/pagination.ts';
import { endpoint, timelineTools } from '../../../lib/runtime/api.ts';
import { listTimelines as contract } from '../../../lib/timelines/contract.ts';
import { timelineSummaryView } from '../../../lib/timelines/view.ts';

export const handler = endpoint(contract, async ({ principal, query: { limit, cursor } }) => {
  const scope = `timelines:${principal.account_id}`;
  const after = cursor === undefined ? undefined : decodeCursor(cursor, scope);
  const page = await timelineTools().store.list(principal.account_id, { limit, after });
  return pageAnswer(page, scope, timelineSummaryView);
});
