import { staticPage } from '../../../lib/api/static-page.ts';
import { decodeCursor, namePositions, pageAnswer } from '../../../lib/contract/pagination.ts';
import { BUILT_IN_FONTS } from '../../../lib/fonts/built-in-fonts.ts';
import { listFontsContract } from '../../../lib/fonts/contract.ts';
import { fontView } from '../../../lib/fonts/view.ts';
import { endpoint } from '../../../lib/runtime/api.ts';
import { services } from '../../../lib/runtime/services.ts';

export const handler = endpoint(listFontsContract, async ({ principal, query: { limit, cursor } }) => {
  const scope = services().scopeOf(`fonts:${principal.account_id}`);
  const after = decodeCursor(cursor, scope, namePositions);
  const all = [...BUILT_IN_FONTS, ...(await services().fonts.all(principal.account_id))];
  return pageAnswer(staticPage(all, { limit, after }), scope, fontView);
});
