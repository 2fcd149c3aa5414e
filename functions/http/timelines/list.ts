import { decodeCursor, filterScope, pageAnswer } from '../../../lib/contract/pagination.ts';
import { endpoint, timelineDeps } from '../../../lib/runtime/api.ts';
import { listTimelinesContract } from '../../../lib/timelines/contract.ts';
import { timelineSummaryView } from '../../../lib/timelines/view.ts';

export const handler = endpoint(listTimelinesContract, async ({ principal, query: { limit, cursor, ...filter } }) => {
  const scope = `timelines:${principal.account_id}:${filterScope(filter)}`;
  const after = cursor === undefined ? undefined : decodeCursor(cursor, scope);
  const page = await timelineDeps().store.list(principal.account_id, { limit, after }, filter);
  return pageAnswer(page, scope, timelineSummaryView);
});
