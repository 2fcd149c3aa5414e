import { createApiEndpoint } from '#app/composition/api.ts';
import { sharedServices } from '#app/composition/services.ts';
import { listUploadsContract } from '#features/images/contract.ts';
import {
  cursorScopeNameOfFilter,
  decodeCursor,
  idPositionSchemaOf,
  listAnswerOfPage,
} from '#kernel/contract/pagination.ts';

/** Answers `GET /uploads` with the announced uploads of the account that are not completed, newest first. */
export const handler = createApiEndpoint(
  listUploadsContract,
  async ({ principal, query: { limit, cursor, ...filter } }) => {
    const scope = sharedServices().scopeOf(`uploads:${principal.account_id}:${cursorScopeNameOfFilter(filter)}`);
    const after = decodeCursor(cursor, scope, idPositionSchemaOf('upload'));
    const page = await sharedServices().uploads.list(principal.account_id, filter, { limit, after });
    return listAnswerOfPage(page, scope, ({ id, target, content_type, size_bytes, created_at, expires_at }) => ({
      id,
      target,
      content_type,
      size_bytes,
      created_at,
      expires_at,
    }));
  },
);
