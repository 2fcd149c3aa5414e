import { staticPage } from '../../../lib/api/static-page.ts';
import { decodeCursor, namePositions, pageAnswer } from '../../../lib/contract/pagination.ts';
import { endpoint } from '../../../lib/runtime/api.ts';
import { services } from '../../../lib/runtime/services.ts';
import { templatePreviewDeps } from '../../../lib/runtime/template-previews.ts';
import { listTemplatesContract } from '../../../lib/templates/contract.ts';
import { LISTED_PREVIEWS } from '../../../lib/templates/describe-previews.ts';
import { TEMPLATES } from '../../../lib/templates/template.ts';
import { templateView } from '../../../lib/templates/view.ts';

export const handler = endpoint(listTemplatesContract, async ({ principal, query: { limit, cursor } }) => {
  const scope = services().scopeOf(`templates:${principal.account_id}`);
  const after = decodeCursor(cursor, scope, namePositions);
  const deps = templatePreviewDeps();
  const page = staticPage([...TEMPLATES, ...(await deps.templates.all(principal.account_id))], { limit, after });
  const shown = await Promise.all(page.items.map((template) => templateView(deps, template, LISTED_PREVIEWS)));
  return pageAnswer({ items: shown, next: page.next }, scope, (template) => template);
});
