import { endpoint } from '#app/composition/api.ts';
import { services } from '#app/composition/services.ts';
import { listImportsContract } from '#features/imports/contract.ts';
import { importView } from '#features/imports/view.ts';
import { decodeCursor, filterScope, idPositions, pageAnswer } from '#kernel/contract/pagination.ts';

/** Answers `GET /imports` with the imports of the account, newest first. */
export const handler = endpoint(listImportsContract, async ({ principal, query: { limit, cursor, ...filter } }) => {
  const scope = services().scopeOf(`imports:${principal.account_id}:${filterScope(filter)}`);
  const after = decodeCursor(cursor, scope, idPositions('import'));
  return pageAnswer(await services().imports.list(principal.account_id, filter, { limit, after }), scope, importView);
});
