import { createApiEndpoint } from '#app/composition/api.ts';
import { sharedServices } from '#app/composition/services.ts';
import { listBatchesContract } from '#features/renders/batches/contract.ts';
import { toBatchAnswer } from '#features/renders/batches/view.ts';
import {
  cursorScopeNameOfFilter,
  decodeCursor,
  idPositionSchemaOf,
  listAnswerOfPage,
} from '#kernel/contract/pagination.ts';

/** Answers `GET /batches` with the batches of the account, newest first. */
export const handler = createApiEndpoint(
  listBatchesContract,
  async ({ principal, query: { limit, cursor, ...filter } }) => {
    const scope = sharedServices().scopeOf(`batches:${principal.account_id}:${cursorScopeNameOfFilter(filter)}`);
    const after = decodeCursor(cursor, scope, idPositionSchemaOf('batch'));
    const page = await sharedServices().batches.list(principal.account_id, filter, { limit, after });
    return listAnswerOfPage(page, scope, toBatchAnswer);
  },
);
