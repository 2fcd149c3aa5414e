import { decodeCursor, filterScope, idPositions, pageAnswer } from '../../../lib/contract/pagination.ts';
import { listUploadsContract } from '../../../lib/images/contract.ts';
import { endpoint } from '../../../lib/runtime/api.ts';
import { services } from '../../../lib/runtime/services.ts';

export const handler = endpoint(listUploadsContract, async ({ principal, query: { limit, cursor, ...filter } }) => {
  const scope = services().scopeOf(`uploads:${principal.account_id}:${filterScope(filter)}`);
  const after = decodeCursor(cursor, scope, idPositions('upload'));
  const page = await services().uploads.list(principal.account_id, filter, { limit, after });
  return pageAnswer(page, scope, ({ id, target, content_type, size_bytes, created_at, expires_at }) => ({
    id,
    target,
    content_type,
    size_bytes,
    created_at,
    expires_at,
  }));
});
