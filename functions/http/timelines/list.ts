import { decodeCursor, filterScope, idPositions, pageAnswer } from '../../../lib/contract/pagination.ts';
import { endpoint, timelineDeps } from '../../../lib/runtime/api.ts';
import { services } from '../../../lib/runtime/services.ts';
import { listTimelinesContract } from '../../../lib/timelines/contract.ts';
import { timelineSummaryView } from '../../../lib/timelines/view.ts';

export const handler = endpoint(listTimelinesContract, async ({ principal, query: { limit, cursor, ...filter } }) => {
  const scope = services().scopeOf(`timelines:${principal.account_id}:${filterScope(filter)}`);
  const after = decodeCursor(cursor, scope, idPositions('timeline'));
  const page = await timelineDeps().store.list(principal.account_id, { limit, after }, filter);
  return pageAnswer(page, scope, timelineSummaryView);
});
