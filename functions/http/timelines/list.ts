import { createApiEndpoint, timelineDeps } from '#app/composition/api.ts';
import { sharedServices } from '#app/composition/services.ts';
import { listTimelinesContract } from '#features/timelines/contract.ts';
import { toTimelineSummaryAnswer } from '#features/timelines/view.ts';
import {
  cursorScopeNameOfFilter,
  decodeCursor,
  idPositionSchemaOf,
  listAnswerOfPage,
} from '#kernel/contract/pagination.ts';

/** Answers `GET /timelines` with the timelines of the account, newest first, without their slides. */
export const handler = createApiEndpoint(
  listTimelinesContract,
  async ({ principal, query: { limit, cursor, ...filter } }) => {
    const scope = sharedServices().scopeOf(`timelines:${principal.account_id}:${cursorScopeNameOfFilter(filter)}`);
    const after = decodeCursor(cursor, scope, idPositionSchemaOf('timeline'));
    const page = await timelineDeps().store.list(principal.account_id, { limit, after }, filter);
    return listAnswerOfPage(page, scope, toTimelineSummaryAnswer);
  },
);
