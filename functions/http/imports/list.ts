import { decodeCursor, filterScope, idPositions, pageAnswer } from '../../../lib/contract/pagination.ts';
import { listImportsContract } from '../../../lib/imports/contract.ts';
import { importView } from '../../../lib/imports/view.ts';
import { endpoint } from '../../../lib/runtime/api.ts';
import { services } from '../../../lib/runtime/services.ts';

export const handler = endpoint(listImportsContract, async ({ principal, query: { limit, cursor, ...filter } }) => {
  const scope = services().scopeOf(`imports:${principal.account_id}:${filterScope(filter)}`);
  const after = decodeCursor(cursor, scope, idPositions('import'));
  return pageAnswer(await services().imports.list(principal.account_id, filter, { limit, after }), scope, importView);
});
