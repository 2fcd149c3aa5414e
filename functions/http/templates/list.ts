import { decodeCursor, pageAnswer } from '../../../lib/http/pagination.ts';
import { staticPage } from '../../../lib/http/static-page.ts';
import { endpoint } from '../../../lib/runtime/api.ts';
import { templatePreviewTools } from '../../../lib/runtime/template-previews.ts';
import { listTemplates as contract } from '../../../lib/templates/contract.ts';
import { LISTED_PREVIEWS } from '../../../lib/templates/preview-pictures.ts';
import { TEMPLATES } from '../../../lib/templates/template.ts';
import { templateView } from '../../../lib/templates/view.ts';

export const handler = endpoint(contract, async ({ principal, query: { limit, cursor } }) => {
  const scope = `templates:${principal.account_id}`;
  const after = cursor === undefined ? undefined : decodeCursor(cursor, scope);
  const page = staticPage(TEMPLATES, { limit, after });
  const tools = templatePreviewTools();
  const shown = await Promise.all(page.items.map((template) => templateView(tools, template, LISTED_PREVIEWS)));
  return pageAnswer({ items: shown, next: page.next }, scope, (template) => template);
});
