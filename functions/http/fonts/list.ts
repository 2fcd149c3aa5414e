import { endpoint } from '#app/composition/api.ts';
import { services } from '#app/composition/services.ts';
import { BUILT_IN_FONTS } from '#features/fonts/built-in-fonts.ts';
import { listFontsContract } from '#features/fonts/contract.ts';
import { fontView } from '#features/fonts/view.ts';
import { staticPage } from '#front/api/static-page.ts';
import { decodeCursor, namePositions, pageAnswer } from '#kernel/contract/pagination.ts';

/** Answers `GET /fonts` with the fonts that a template can name. */
export const handler = endpoint(listFontsContract, async ({ principal, query: { limit, cursor } }) => {
  const scope = services().scopeOf(`fonts:${principal.account_id}`);
  const after = decodeCursor(cursor, scope, namePositions);
  const all = [...BUILT_IN_FONTS, ...(await services().fonts.all(principal.account_id))];
  return pageAnswer(staticPage(all, { limit, after }), scope, fontView);
});
