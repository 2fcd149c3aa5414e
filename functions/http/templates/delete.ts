import { endpoint } from '../../../lib/runtime/api.ts';
import { ownTemplateDeps } from '../../../lib/runtime/templates.ts';
import { deleteTemplateContract } from '../../../lib/templates/contract.ts';
import { deleteTemplate } from '../../../lib/templates/own-templates.ts';

export const handler = endpoint(deleteTemplateContract, async ({ principal, params, precondition }) => {
  await deleteTemplate(ownTemplateDeps(), principal, params.id, precondition);
  return { id: params.id, deleted: true as const };
});
