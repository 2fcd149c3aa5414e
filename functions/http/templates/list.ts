import { endpoint } from '#app/composition/api.ts';
import { services } from '#app/composition/services.ts';
import { templatePreviewDeps } from '#app/composition/template-previews.ts';
import { listTemplatesContract } from '#features/templates/contract.ts';
import { LISTED_PREVIEWS } from '#features/templates/describe-previews.ts';
import { TEMPLATES } from '#features/templates/template.ts';
import { templateView } from '#features/templates/view.ts';
import { staticPage } from '#front/api/static-page.ts';
import { decodeCursor, namePositions, pageAnswer } from '#kernel/contract/pagination.ts';

/** Answers `GET /templates` with the templates that a timeline can use. */
export const handler = endpoint(listTemplatesContract, async ({ principal, query: { limit, cursor } }) => {
  const scope = services().scopeOf(`templates:${principal.account_id}`);
  const after = decodeCursor(cursor, scope, namePositions);
  const deps = templatePreviewDeps();
  const page = staticPage([...TEMPLATES, ...(await deps.templates.all(principal.account_id))], { limit, after });
  const shown = await Promise.all(page.items.map((template) => templateView(deps, template, LISTED_PREVIEWS)));
  return pageAnswer({ items: shown, next: page.next }, scope, (template) => template);
});
