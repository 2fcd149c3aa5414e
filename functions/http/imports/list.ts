import { createApiEndpoint } from '#app/composition/api.ts';
import { sharedServices } from '#app/composition/services.ts';
import { listImportsContract } from '#features/imports/contract.ts';
import { toImportAnswer } from '#features/imports/view.ts';
import {
  cursorScopeNameOfFilter,
  decodeCursor,
  idPositionSchemaOf,
  listAnswerOfPage,
} from '#kernel/contract/pagination.ts';

/** Answers `GET /imports` with the imports of the account, newest first. */
export const handler = createApiEndpoint(
  listImportsContract,
  async ({ principal, query: { limit, cursor, ...filter } }) => {
    const scope = sharedServices().scopeOf(`imports:${principal.account_id}:${cursorScopeNameOfFilter(filter)}`);
    const after = decodeCursor(cursor, scope, idPositionSchemaOf('import'));
    return listAnswerOfPage(
      await sharedServices().imports.list(principal.account_id, filter, { limit, after }),
      scope,
      toImportAnswer,
    );
  },
);
