import { createApiEndpoint } from '#app/composition/api.ts';
import { sharedServices } from '#app/composition/services.ts';
import { listIconsContract } from '#features/timelines/contract.ts';
import { listIcons } from '#features/timelines/list-icons.ts';
import { pageOfList } from '#front/api/page-of-list.ts';
import { decodeCursor, listAnswerOfPage, nameCursorPositionSchema } from '#kernel/contract/pagination.ts';

/** Answers `GET /icons` with the icons that fit the search, the best one first; without a search, with all icons by name. */
export const handler = createApiEndpoint(listIconsContract, async ({ principal, query: { limit, cursor, q } }) => {
  const scope = sharedServices().scopeOf(`icons:${principal.account_id}:${q ?? ''}`);
  const after = decodeCursor(cursor, scope, nameCursorPositionSchema);
  const page = pageOfList(listIcons(q), { limit, after });
  return listAnswerOfPage(page, scope, ({ name, tags }) => ({ name, tags: [...tags] }));
});
