import { createApiEndpoint } from '#app/composition/api.ts';
import { sharedServices } from '#app/composition/services.ts';
import { templatePreviewDeps } from '#app/composition/template-previews.ts';
import { BUILT_IN_TEMPLATES } from '#features/templates/built-in-templates.ts';
import { listTemplatesContract } from '#features/templates/contract.ts';
import { LISTED_TEMPLATE_PREVIEW_SUBJECTS } from '#features/templates/describe-template-previews.ts';
import { toTemplateAnswer } from '#features/templates/view.ts';
import { pageOfList } from '#front/api/page-of-list.ts';
import { decodeCursor, listAnswerOfPage, nameCursorPositionSchema } from '#kernel/contract/pagination.ts';

/** Answers `GET /templates` with the templates that a timeline can use. */
export const handler = createApiEndpoint(listTemplatesContract, async ({ principal, query: { limit, cursor } }) => {
  const scope = sharedServices().scopeOf(`templates:${principal.account_id}`);
  const after = decodeCursor(cursor, scope, nameCursorPositionSchema);
  const deps = templatePreviewDeps();
  const page = pageOfList([...BUILT_IN_TEMPLATES, ...(await deps.templates.all(principal.account_id))], {
    limit,
    after,
  });
  const items = await Promise.all(
    page.items.map((template) => toTemplateAnswer(deps, template, LISTED_TEMPLATE_PREVIEW_SUBJECTS)),
  );
  return listAnswerOfPage({ items, next: page.next }, scope, (template) => template);
});
