import { endpoint } from '#app/composition/api.ts';
import { services } from '#app/composition/services.ts';
import { listUploadsContract } from '#features/images/contract.ts';
import { decodeCursor, filterScope, idPositions, pageAnswer } from '#kernel/contract/pagination.ts';

/** Answers `GET /uploads` with the announced uploads of the account that are not completed, newest first. */
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
