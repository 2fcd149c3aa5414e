import { createApiEndpoint } from '#app/composition/api.ts';
import { sharedServices } from '#app/composition/services.ts';
import { BUILT_IN_FONTS } from '#features/fonts/built-in-fonts.ts';
import { listFontsContract } from '#features/fonts/contract.ts';
import { toFontAnswer } from '#features/fonts/view.ts';
import { pageOfList } from '#front/api/page-of-list.ts';
import { decodeCursor, listAnswerOfPage, nameCursorPositionSchema } from '#kernel/contract/pagination.ts';

/** Answers `GET /fonts` with the fonts that a template can name: the built-in ones, then those of the account. */
export const handler = createApiEndpoint(listFontsContract, async ({ principal, query: { limit, cursor } }) => {
  const scope = sharedServices().scopeOf(`fonts:${principal.account_id}`);
  const after = decodeCursor(cursor, scope, nameCursorPositionSchema);
  const fonts = [...BUILT_IN_FONTS, ...(await sharedServices().fonts.all(principal.account_id))];
  return listAnswerOfPage(pageOfList(fonts, { limit, after }), scope, toFontAnswer);
});
