import { decodeCursor, pageAnswer } from '../../../lib/http/pagination.ts';
import { staticPage } from '../../../lib/http/static-page.ts';
import { endpoint } from '../../../lib/runtime/api.ts';
import { listTemplates as contract } from '../../../lib/templates/contract.ts';
import { TEMPLATES } from '../../../lib/templates/template.ts';
import { templateView } from '../../../lib/templates/view.ts';

export const handler = endpoint(contract, async ({ principal, query: { limit, cursor } }) => {
  const scope = `templates:${principal.account_id}`;
  const after = cursor === undefined ? undefined : decodeCursor(cursor, scope);
  return pageAnswer(staticPage(TEMPLATES, { limit, after }), scope, templateView);
});
