import { endpoint } from '#app/composition/api.ts';
import { services } from '#app/composition/services.ts';
import { listIconsContract } from '#features/timelines/contract.ts';
import { listIcons } from '#features/timelines/list-icons.ts';
import { staticPage } from '#front/api/static-page.ts';
import { decodeCursor, namePositions, pageAnswer } from '#kernel/contract/pagination.ts';

/** Answers `GET /icons` with the icons that fit the search, the best one first; without a search, with all icons by name. */
export const handler = endpoint(listIconsContract, async ({ principal, query: { limit, cursor, q } }) => {
  const scope = services().scopeOf(`icons:${principal.account_id}:${q ?? ''}`);
  const after = decodeCursor(cursor, scope, namePositions);
  const page = staticPage(listIcons(q), { limit, after });
  return pageAnswer(page, scope, ({ name, tags }) => ({ name, tags: [...tags] }));
});
