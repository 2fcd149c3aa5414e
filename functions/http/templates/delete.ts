import { endpoint } from '#app/composition/api.ts';
import { ownTemplateDeps } from '#app/composition/templates.ts';
import { deleteTemplateContract } from '#features/templates/contract.ts';
import { deleteTemplate } from '#features/templates/own-templates.ts';

export const handler = endpoint(deleteTemplateContract, async ({ principal, params, precondition }) => {
  await deleteTemplate(ownTemplateDeps(), principal, params.id, precondition);
  return { id: params.id, deleted: true as const };
});
