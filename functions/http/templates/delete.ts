import { createApiEndpoint } from '#app/composition/api.ts';
import { customTemplateDeps } from '#app/composition/templates.ts';
import { deleteTemplateContract } from '#features/templates/contract.ts';
import { deleteCustomTemplate } from '#features/templates/custom-templates.ts';

/** Handles `DELETE /templates/{id}`: deletes a template that no timeline uses. */
export const handler = createApiEndpoint(deleteTemplateContract, async ({ principal, params, precondition }) => {
  await deleteCustomTemplate(customTemplateDeps(), principal, params.id, precondition);
  return { id: params.id, deleted: true as const };
});
